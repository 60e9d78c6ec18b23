/** Which part of the ready endpoints behind a Service has a node name or a hint. */
import type { BackendFacts, Share } from '../../facts/backend-facts.ts';
import type { PortFacts } from '../../facts/port-facts.ts';
import type { Backend, ServiceBackends } from './service-backends.ts';
import { groupsOf, isServedBy } from './unserved-ports.ts';

type Shared = 'nodeNames' | 'zoneHints' | 'nodeHints';

export interface SharedBackends {
  /** Those with ready endpoints that serve a port of the Service. */
  readonly backends: readonly Backend[];
  readonly share: Share;
}

/** For each IP family, over all ports of the Service or for one of them. */
export function sharesOf(
  all: ServiceBackends,
  what: Shared,
  ports: readonly PortFacts[] = all.service.ports,
): readonly SharedBackends[] {
  // Each family has a kube-proxy of its own, which reads the hints of its endpoints only.
  const groups = what === 'nodeNames' ? groupsOf(all) : groupsOf(all).flatMap(byFamily);
  return groups.flatMap((group) => {
    const backends = group.filter((each) => each.hasReady && ports.some((port) => isServedBy([each], port)));
    return backends.length > 0 ? [{ backends, share: common(backends, what) }] : [];
  });
}

function byFamily(group: readonly Backend[]): readonly (readonly Backend[])[] {
  return ['IPv4', 'IPv6'].map((family) =>
    group.filter(({ families }) => families.includes(family) || families.includes('?')),
  );
}

function common(backends: readonly BackendFacts[], what: Shared): Share {
  const shares = new Set(backends.map((each) => each[what]));
  const [only = 'some', ...others] = shares;
  return others.length > 0 ? 'some' : only;
}
