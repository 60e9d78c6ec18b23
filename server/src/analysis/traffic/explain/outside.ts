/** Explains where traffic from outside of the cluster arrives: node ports, load balancers and external IPs. */
import { listed, quote } from '../../../text/quote.ts';
import { step, type ExplainedStep, type WhyContext } from './explanation.ts';
import type { OfferedPort, TrafficService } from '../model.ts';
import type { PortView } from './port-views.ts';
import { nodeTest } from '../viewpoints.ts';
import { cutOf, viewpointWords } from './named-viewpoints.ts';

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
  if (served.length > 0 && question.node === '') {
    const all = outer.map(({ at }) => at);
    const words = viewpointWords(
      served.map(({ at }) => at),
      all,
    );
    // Endpoints may be on the nodes that are left out.
    const where = cutOf(all) ? `nodes with an endpoint, such as ${words}` : words;
    return [
      step(
        'outside',
        'note',
        `externalTrafficPolicy is Local: traffic from outside (${way}) arrives only on ${where}. Other nodes drop it without an answer.`,
        { at: policy },
      ),
    ];
  }
  const shownNames = listed(names.slice(0, 5).map(quote));
  const isOnNoNode = question.node === '' && names.length > 0 && !names.some(nodeTest(world.nodes));
  const change =
    names.length === 0
      ? 'Write the nodeName of each endpoint, or set externalTrafficPolicy: Cluster.'
      : isOnNoNode
        ? 'Write the name of a Node as nodeName, or set externalTrafficPolicy: Cluster.'
        : 'Add an endpoint on this node, or set externalTrafficPolicy: Cluster.';
  const isCut = cutOf(outer.map(({ at }) => at)) !== undefined;
  const every = isCut ? 'every considered node' : 'every node';
  const where = question.node === '' ? every : `the node ${quote(question.node)}`;
  const cause =
    names.length === 0
      ? 'no endpoint has a nodeName'
      : isOnNoNode
        ? `the nodeName of each endpoint, ${shownNames}, is that of no Node`
        : `the endpoints name the ${names.length > 1 ? 'nodes' : 'node'} ${shownNames}`;
  return [
    step(
      'outside',
      'breaks',
      `externalTrafficPolicy is Local, and ${cause}: ${where} drops traffic from outside (${way}) without an answer.`,
      { at: policy, change },
    ),
  ];
}

function wayIn(service: TrafficService, port: OfferedPort): string {
  if (service.type === 'LoadBalancer') return port.hasNodePort ? 'load balancer and node port' : 'load balancer';
  return port.hasNodePort ? 'node port' : 'external IP';
}
