/** Reports trafficDistribution of a Service whose hand-written endpoints have no hints, which alone kube-proxy reads. */
import { nodeAt, textOf } from '../analysis/binding/bind.ts';
import { proxiedBackends } from '../analysis/traffic/backends/service-backends.ts';
import { defineRule } from '../lint/rule.ts';

export const ignoredTrafficDistribution = defineRule({
  code: 'ignored-traffic-distribution',
  summary: 'Hand-written endpoints of a Service with trafficDistribution should have hints.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Service'] },
  check(_resource, { report, binding, around }) {
    const field = nodeAt(binding.root, ['spec', 'trafficDistribution']);
    const text = textOf(field);
    const all = field && text ? proxiedBackends(around) : undefined;
    const ready = all?.backends.filter(({ hasReady }) => hasReady) ?? [];
    if (!field || ready.length === 0) return;
    if (ready.some(({ zoneHints, nodeHints }) => zoneHints !== 'none' || nodeHints !== 'none')) return;
    const list = text === 'PreferSameNode' ? 'forNodes' : 'forZones';
    const way = ready.every(({ entry }) => entry.facts.slice)
      ? `Add hints.${list} to each endpoint`
      : `Write EndpointSlices with hints.${list}`;
    const message = `kube-proxy reads hints of endpoints, not trafficDistribution, and no controller adds hints to hand-written endpoints. ${way}, or remove this field.`;
    report(field, message);
  },
});
