/** Endpoints that lead back to kube-proxy: cluster IPs and node ports of this cluster. It redirects a connection only once. */
import { quote } from '../../text/quote.ts';
import { shownService, step, type ExplainedStep } from './explanation.ts';
import type { TrafficService, TrafficWorld } from './model.ts';
import { hostText } from './proxy.ts';
import type { WrittenAddress } from './port-views.ts';

export interface Loop {
  readonly owner: TrafficService;
  /** The name of the node with the node port; undefined for a cluster IP. */
  readonly node: string | undefined;
}

/** By cluster IP, or by the address of a node with a node port. */
export type Loops = ReadonlyMap<string, Loop>;

export const noLoops: Loops = new Map();

export function loopsIn({ services, nodes }: TrafficWorld): Loops {
  const loops = new Map<string, Loop>();
  for (const { service: owner } of services) {
    for (const ip of owner.clusterIps) loops.set(ip, { owner, node: undefined });
    for (const { nodePort } of owner.ports) {
      if (nodePort === undefined) continue;
      for (const { name, addresses } of nodes)
        for (const ip of addresses) loops.set(`${hostText(ip)}:${nodePort}`, { owner, node: name });
    }
  }
  return loops;
}

/** One step for each address that leads back. */
export function loopSteps(
  used: readonly WrittenAddress[],
  loops: Loops,
  service: TrafficService,
): readonly ExplainedStep[] {
  return used.flatMap((each) => {
    const loop = loops.get(each.ip) ?? loops.get(each.fate.address);
    return loop ? [loopStep(each, loop, service)] : [];
  });
}

/** True where no connection arrives. That to a node port of another node does. */
export function isDeadEnd(loop: Loop | undefined): boolean {
  return loop !== undefined && loop.node === undefined;
}

function loopStep({ fate, ip }: WrittenAddress, { owner, node }: Loop, service: TrafficService): ExplainedStep {
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
