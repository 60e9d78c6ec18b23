/** Simulates the traffic of a Service whose endpoints certainly belong to it, for rules. */
import { kindOfType } from '../../contract/contract.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IpFamily } from '../../contract/ip.ts';
import type { PortFacts } from '../facts/port-facts.ts';
import type { ServiceWorld } from './model.ts';
import { proxiedPorts, type ProxiedPort } from './proxy.ts';
import { readEndpoints } from './reading/read-endpoints.ts';
import { readService } from './reading/read-service.ts';
import { readSlice } from './reading/read-slice.ts';
import type { ServiceBackends } from './backends/service-backends.ts';

/**
 * What kube-proxy makes of a Service port outside of all nodes and zones; undefined where a value is not known. Asks for each object by its own key, as addresses and conditions are no other facts.
 */
export function certainPort(
  all: ServiceBackends,
  { path }: PortFacts,
  { around, minor, family }: { readonly around: RelatedObjects; readonly minor: number; readonly family: IpFamily },
): ProxiedPort | undefined {
  const world = worldOf(all, around, minor);
  const viewpoint = { node: '', zone: null, family };
  const port = world && proxiedPorts(world, viewpoint).find((each) => each.port.path.join() === path.join());
  return port?.unknown.length === 0 ? port : undefined;
}

/** Of both families: the cluster decides on the families of a Service that names none. */
function worldOf(all: ServiceBackends, { at, isMirroring }: RelatedObjects, minor: number): ServiceWorld | undefined {
  const service = readService(all.entry);
  if (!service) return undefined;
  const entries = [...new Set(all.backends.map(({ entry }) => entry))];
  for (const { facts, identities } of [all.entry, ...entries]) {
    const kind = facts.service ? 'Service' : kindOfType(facts.kind);
    for (const { namespace, name } of identities) at(keys.applied(kind, namespace, name));
  }
  const slices = entries.flatMap((entry) => readSlice(entry) ?? readEndpoints(entry, minor)?.slices ?? []);
  const endpoints = entries.flatMap((entry) => readEndpoints(entry, minor)?.object ?? []);
  return { service: { ...service, families: ['IPv4', 'IPv6'] }, slices, endpoints, isMirroring };
}
