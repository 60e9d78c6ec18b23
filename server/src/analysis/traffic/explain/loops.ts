/** Endpoints that lead back to kube-proxy: cluster IPs and node ports of this cluster. It redirects a connection only once. */
import { quote } from '../../../text/quote.ts';
import { shownService, step, type ExplainedStep } from './explanation.ts';
import type { TrafficService, TrafficWorld } from '../model.ts';
import type { AddressOutcome } from './port-views.ts';

interface Loop {
  readonly owner: TrafficService;
  /** The name of the node with the node port; undefined for a cluster IP. */
  readonly node: string | undefined;
}

export interface Loops {
  readonly clusterIps: ReadonlyMap<string, TrafficService>;
  readonly nodePorts: ReadonlyMap<number, TrafficService>;
  /** By the IP address. */
  readonly nodes: ReadonlyMap<string, string>;
}

export const noLoops: Loops = { clusterIps: new Map(), nodePorts: new Map(), nodes: new Map() };

export function loopsIn({ services, nodes }: TrafficWorld): Loops {
  const all = services.map(({ service }) => service).filter(({ type }) => type !== 'ExternalName');
  return {
    clusterIps: new Map(all.flatMap((owner) => owner.clusterIps.map((ip) => [ip, owner] as const))),
    nodePorts: new Map(
      all.flatMap((owner) => owner.ports.flatMap(({ nodePort }) => (nodePort ? [[nodePort, owner] as const] : []))),
    ),
    nodes: new Map(nodes.flatMap(({ name, addresses }) => addresses.map((ip) => [ip, name] as const))),
  };
}

function loopAt({ fate, ip }: AddressOutcome, { clusterIps, nodePorts, nodes }: Loops): Loop | undefined {
  const front = clusterIps.get(ip);
  if (front) return { owner: front, node: undefined };
  const node = nodes.get(ip);
  const owner = node === undefined ? undefined : nodePorts.get(Number(/:(\d+)$/.exec(fate.address)?.[1]));
  return owner && { owner, node };
}

const mostSteps = 5;

/** One step for each address that leads back. */
export function loopSteps(
  used: readonly AddressOutcome[],
  loops: Loops,
  service: TrafficService,
): readonly ExplainedStep[] {
  const steps = used.flatMap((each) => {
    const loop = loopAt(each, loops);
    return loop ? [loopStep(each, loop, service)] : [];
  });
  return steps.slice(0, mostSteps);
}

function loopStep({ fate, ip }: AddressOutcome, { owner, node }: Loop, service: TrafficService): ExplainedStep {
  const other = `the Service ${shownService(owner)}`;
  const text =
    node !== undefined
      ? `${fate.address} is the node port of ${other} on the node ${quote(node)}. kube-proxy does not redirect a connection twice, so connections from this node do not arrive.`
      : owner === service
        ? `${ip} is the cluster IP of the Service itself, so its traffic would come back to it.`
        : `${ip} is the cluster IP of ${other}, and kube-proxy does not forward from one Service to another.`;
  return step('endpoints', 'breaks', text, {
    at: { entry: fate.object.entry, path: fate.path },
    change: 'Write the addresses of the backends.',
  });
}
