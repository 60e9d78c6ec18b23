/** Reports dual-stack Services whose endpoints have only one IP family: the cluster IP of the other family refuses connections. */
import { nodeAt, textOf } from '../analysis/binding/bind.ts';
import { proxiedBackends } from '../analysis/traffic/backends/service-backends.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const familyWithoutEndpoints = defineRule({
  code: 'family-without-endpoints',
  summary: 'Each IP family of a dual-stack Service should have endpoints.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Service'] },
  check(_resource, { report, binding, around }) {
    const policy = nodeAt(binding.root, ['spec', 'ipFamilyPolicy']);
    // With PreferDualStack, the cluster may assign a single family.
    const all = policy && textOf(policy) === 'RequireDualStack' ? proxiedBackends(around) : undefined;
    const filled = all?.backends.filter(({ hasEndpoints, isIgnored }) => hasEndpoints && !isIgnored) ?? [];
    const [family, ...others] = new Set(filled.flatMap(({ families }) => families));
    if (!policy || (family !== 'IPv4' && family !== 'IPv6') || others.length > 0) return;
    // Slices may also come from elsewhere. The last question, because its answer changes with each slice of the namespace.
    if (!around.entry.identities.every(({ namespace }) => around.names('EndpointSlice', namespace))) return;
    const missing = family === 'IPv4' ? 'IPv6' : 'IPv4';
    const message = `This Service gets an IPv4 and an IPv6 cluster IP, but all of its endpoints are ${family}, so kube-proxy refuses ${missing} connections. Add ${missing} endpoints, or write ipFamilyPolicy: SingleStack.`;
    const related = filled.slice(0, 1).map(({ entry, path }) => ({
      entry,
      path: entry.facts.slice ? ['addressType'] : [...path, 'addresses'],
      message: `The ${titleOf(entry)} has ${family} addresses.`,
    }));
    report(policy, message, { related });
  },
});
