/** Finds the traffic policies under which addresses without a node name get nothing. */
import { sharesOf, type SharedBackends } from '../analysis/traffic/backends/shares.ts';
import { proxiedBackends, type ServiceBackends } from '../analysis/traffic/backends/service-backends.ts';
import { hasLocalPolicy } from '../analysis/traffic/policies.ts';
import { mayReportForService, type CandidatePlace } from './reporter.ts';
import type { RelationContext } from './rule.ts';

export interface NodelessBackends extends SharedBackends {
  readonly all: ServiceBackends;
  readonly policy: 'internalTrafficPolicy' | 'externalTrafficPolicy';
  /** True where the addresses without a node name get no traffic at all. */
  readonly isOutage: boolean;
  readonly candidates: readonly CandidatePlace[];
}

export function nodelessBackends({ around }: RelationContext): readonly NodelessBackends[] {
  const { service } = around.entry.facts;
  const isLocal = !service || hasLocalPolicy(service);
  const all = isLocal && mayReportForService(around) ? proxiedBackends(around) : undefined;
  if (!all) return [];
  const { internalPolicy, externalPolicy, isExposed } = all.service;
  const policy =
    internalPolicy === 'Local'
      ? 'internalTrafficPolicy'
      : externalPolicy === 'Local'
        ? 'externalTrafficPolicy'
        : undefined;
  if (!policy) return [];
  return sharesOf(all, 'nodeNames').flatMap((shared): NodelessBackends[] => {
    if (shared.share === 'all') return [];
    const own = { entry: all.entry, path: ['spec', policy] };
    const others = shared.backends
      .filter(({ nodeNames }) => nodeNames !== 'all')
      .map(({ entry, path }) => ({ entry, path: [...path, entry.facts.slice ? 'endpoints' : 'addresses'] }));
    // Without a way from outside, nothing uses the endpoints of other nodes.
    const isOutage = shared.share === 'none' || (internalPolicy === 'Local' && !isExposed);
    return [{ ...shared, all, policy, isOutage, candidates: [own, ...others] }];
  });
}
