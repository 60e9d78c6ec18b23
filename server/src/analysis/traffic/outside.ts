/** Explains where traffic from outside of the cluster arrives: node ports, load balancers and external IPs. */
import { nearest } from '../../text/nearest.ts';
import { listed, quote } from '../../text/quote.ts';
import { step, type ExplainedStep, type WhyContext } from './explanation.ts';
import type { OfferedPort, TrafficService } from './model.ts';
import type { PortView } from './port-views.ts';
import { viewpointWords } from './named-viewpoints.ts';

/** Empty for a port that is not reachable from outside. */
export function outsideSteps(
  { world, own, question }: WhyContext,
  port: OfferedPort,
  views: readonly PortView[],
): readonly ExplainedStep[] {
  const { service } = own;
  const outer = views.filter(({ proxied }) => proxied.isExternal);
  if (outer.length === 0) return [];
  const way = wayIn(service, port);
  if (service.externalPolicy !== 'Local') {
    const isServed = outer.some(({ proxied }) => proxied.cluster.length > 0);
    return isServed
      ? [step('outside', 'ok', `Traffic from outside (${way}) goes to the same endpoints from each node.`)]
      : [];
  }
  const policy = { entry: service.entry, path: ['spec', 'externalTrafficPolicy'] };
  const served = outer.filter(({ proxied }) => proxied.local.length > 0);
  const change = 'Write the nodeName of each endpoint, or set externalTrafficPolicy: Cluster.';
  if (served.length > 0 && served.length === outer.length)
    return [
      step(
        'outside',
        'ok',
        `Traffic from outside (${way}) arrives at the endpoints of the node that it reaches: externalTrafficPolicy is Local.`,
        { at: policy },
      ),
    ];
  const names = [...new Set(own.slices.flatMap(({ endpoints }) => endpoints.map(({ nodeName }) => nodeName)))].filter(
    (name) => name !== '',
  );
  const strangers = names.filter((name) => world.nodes.length > 0 && !world.nodes.some((node) => node.name === name));
  if (served.length > 0 && question.node === '') {
    const words = viewpointWords(
      served.map(({ at }) => at),
      outer.map(({ at }) => at),
    );
    return [
      step(
        'outside',
        'note',
        `externalTrafficPolicy is Local: traffic from outside (${way}) arrives only on ${words}. Other nodes drop it without an answer.`,
        { at: policy },
      ),
      ...strangerSteps(
        strangers,
        world.nodes.map(({ name }) => name),
        policy,
      ),
    ];
  }
  const where = question.node === '' ? 'every node' : `the node ${quote(question.node)}`;
  const cause =
    names.length === 0
      ? 'no endpoint has a nodeName'
      : `the endpoints name the ${names.length > 1 ? 'nodes' : 'node'} ${listed(names.slice(0, 5).map(quote))}`;
  return [
    step(
      'outside',
      'breaks',
      `externalTrafficPolicy is Local, and ${cause}: ${where} drops traffic from outside (${way}) without an answer.`,
      { at: policy, change },
    ),
    ...strangerSteps(strangers, [...world.nodes.map(({ name }) => name), question.node], policy),
  ];
}

/** Names of nodes that are not written, though Nodes are. */
function strangerSteps(
  strangers: readonly string[],
  known: readonly string[],
  at: NonNullable<ExplainedStep['at']>,
): readonly ExplainedStep[] {
  return strangers.slice(0, 3).map((name) => {
    const meant =
      known.find((each) => each !== '' && (name.startsWith(`${each}.`) || each.startsWith(`${name}.`))) ??
      nearest(name, known);
    return step(
      'outside',
      'note',
      `There is no Node ${quote(name)}. kube-proxy compares nodeName with the name of its node byte for byte.`,
      {
        at,
        change: meant === undefined || meant === '' ? undefined : `Write nodeName: ${meant}.`,
      },
    );
  });
}

function wayIn(service: TrafficService, port: OfferedPort): string {
  if (service.type === 'LoadBalancer') return port.hasNodePort ? 'load balancer and node port' : 'load balancer';
  return port.hasNodePort ? 'node port' : 'external IP';
}
