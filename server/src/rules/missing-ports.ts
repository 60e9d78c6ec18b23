/** Reports slices and subsets without ports behind a Service with a cluster IP: kube-proxy routes nothing to their addresses. */
import { isLive } from '../analysis/binding/live.ts';
import { member, nodeAt } from '../analysis/binding/bind.ts';
import { proxiedBackends, type Backend, type ServiceBackends } from '../analysis/traffic/backends/service-backends.ts';
import { writtenEndpoints } from '../analysis/traffic/backends/written-endpoints.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, objectPlace, placeOf } from '../lint/subject.ts';
import { isMisspelt } from '../lint/unknown.ts';

export const missingPorts = defineRule({
  code: 'missing-ports',
  summary: 'Endpoints behind a cluster IP must have ports.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['no-ports'],
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, { report, binding, around }) {
    const { slice, endpoints } = around.entry.facts;
    const isBare = (slice ?? endpoints)?.backends.some(({ ports, hasReady }) => hasReady && ports.length === 0);
    const all = isBare && !isLive(binding) ? proxiedBackends(around) : undefined;
    if (!all) return;
    const served = addressesWithPorts(all, around);
    for (const backend of all.backends) {
      if (!isBareOf(backend, around) || !losesAddress(backend, served, around)) continue;
      const owner = nodeAt(binding.root, backend.path);
      // The rule unknown-field reports the misspelled key.
      if (!owner || !isMapping(owner) || (!member(owner, 'ports') && isMisspelt(owner, 'ports'))) continue;
      const isWhole = owner === binding.root;
      const place = isWhole ? objectPlace(binding, resource) : placeOf(owner, 'ports');
      const message = `${isWhole ? 'This EndpointSlice' : 'This subset'} has no ports, and the ${titleOf(all.entry)} has a cluster IP, so kube-proxy routes nothing to these addresses. Add the ports of the Service.`;
      const related = [{ entry: all.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' }];
      report(place, message, { related });
    }
  },
});

function isBareOf({ entry, ports, hasReady, isIgnored, families }: Backend, around: RelatedObjects): boolean {
  return entry === around.entry && hasReady && ports.length === 0 && !isIgnored && !families.includes('FQDN');
}

/** The addresses of the endpoints with ports. */
function addressesWithPorts({ backends }: ServiceBackends, { at }: RelatedObjects): ReadonlySet<string> {
  return new Set(
    backends
      .filter(({ ports }) => ports.length > 0)
      .flatMap((each) => writtenEndpoints(each, at)?.map(({ address }) => address) ?? []),
  );
}

/** False where other endpoints of the Service have all ready addresses of this backend with ports. */
function losesAddress(backend: Backend, served: ReadonlySet<string>, { at }: RelatedObjects): boolean {
  return (
    writtenEndpoints(backend, at)?.some(({ address, isReady }) => isReady !== false && !served.has(address)) ?? true
  );
}
