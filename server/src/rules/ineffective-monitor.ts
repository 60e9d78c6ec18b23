/** Reports ServiceMonitors that select no Service, or a port that no selected Service has: Prometheus scrapes nothing then. */
import { portNamesBehind, selectedServices, type Selection } from '../analysis/workspace/monitors.ts';
import { hasManualEndpoints } from '../analysis/workspace/pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import { placeAt } from '../lint/destinations.ts';
import { replaceBy } from '../lint/fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';
import { isNull, nestedValue, valueOf, type Value } from '../tree/value.ts';

export const ineffectiveMonitor = defineRule({
  code: 'ineffective-monitor',
  summary: 'A ServiceMonitor should select a Service and the name of one of its ports.',
  enforcedBy: 'advice',
  explains: ['unknown-port'],
  on: { relationsOf: ['ServiceMonitor'] },
  check(resource, context) {
    const { isPartial, form, properties, apiVersion } = resource;
    if (isPartial || form !== 'kubernetes' || !apiVersion.startsWith('monitoring.coreos.com/')) return;
    const selection = selectedServices(properties, context.around);
    if (!selection) return;
    if (selection.services.length === 0) return reportSelector(resource, selection, context);
    const endpoints = nestedValue(properties, ['spec', 'endpoints']);
    const items = endpoints?.kind === 'sequence' ? endpoints.items : [];
    for (const [i, item] of items.entries()) {
      if (item.kind !== 'mapping' || item.isOpen) continue;
      const [port, target] = ['port', 'targetPort'].map((name) => valueOf(item, name));
      if (port && !isNull(port)) reportPort(port, ['spec', 'endpoints', i, 'port'], selection.services, context);
      else if (target && !isNull(target))
        reportTarget(target, ['spec', 'endpoints', i, 'targetPort'], selection.services, context);
    }
  },
});

/** Only beside a Service in the same file: other Services may be out of sight. */
function reportSelector(resource: Resource, { candidates, namespaces }: Selection, context: RelationContext): void {
  const { around, report } = context;
  const beside = candidates.find(({ uri }) => uri === around.entry.uri);
  const place = placeAt(resource, ['spec', 'selector', 'matchLabels']);
  if (!beside || !place || namespaces.some((each) => !around.names('Service', each))) return;
  const message = `No Service of the namespace ${namespaces.map(quote).join(', ')} has these labels, so Prometheus scrapes nothing. Give the labels to the ${titleOf(beside)}, or correct them.`;
  report(place, message, {
    related: [{ entry: beside, path: ['metadata', 'labels'], message: 'The Service is here.' }],
  });
}

type PlacePath = readonly (string | number)[];

function reportPort(
  value: Value,
  path: PlacePath,
  services: readonly PairedService[],
  { around, report }: RelationContext,
): void {
  const port = value.kind === 'scalar' ? String(value.value) : undefined;
  const names = new Set<string>();
  for (const service of services) {
    const behind = portNamesBehind(service, around);
    if (!behind || port === undefined || behind.has(port)) return;
    for (const name of behind) if (name !== '') names.add(name);
  }
  const [first] = services;
  if (!first) return;
  const numbered = first.service.ports.find(({ number }) => String(number) === port);
  const meant = numbered?.name || nearest(port ?? '', names);
  const others =
    names.size > 0 ? `The names are ${listed([...names].slice(0, 5).map(quote))}.` : 'Give its port a name.';
  const wayOut = meant ? `Did you mean ${quote(meant)}?` : others;
  const message = `The ${titleOf(first.entry)} has no port with the name ${quote(port ?? '')}, so Prometheus scrapes nothing here. ${wayOut}`;
  report({ span: value.span, path }, message, {
    fix: meant ? replaceBy(value, meant, 'suggested') : undefined,
    related: [{ entry: first.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' }],
  });
}

/** Prometheus knows the ports of containers only of endpoints with a Pod. */
function reportTarget(
  value: Value,
  path: PlacePath,
  services: readonly PairedService[],
  { report }: RelationContext,
): void {
  const [first] = services;
  if (!first || !services.every(({ service }) => hasManualEndpoints(service))) return;
  const message = `targetPort selects a container port of a Pod, and the endpoints of the ${titleOf(first.entry)} are written by hand, so Prometheus scrapes nothing here. Write port with the name of the Service port.`;
  report({ span: value.span, path }, message, {
    related: [{ entry: first.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' }],
  });
}
