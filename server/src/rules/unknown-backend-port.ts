/** Reports ports of routes and Ingresses that the Service does not have. */
import { sendingKinds, type Destination } from '../analysis/facts/sender-facts.ts';
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { consumersOf, servicesAt } from '../analysis/workspace/sender-pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import { destinationsOf, placeAt } from '../lint/destinations.ts';
import { replaceBy } from '../lint/fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';

export const unknownBackendPort = defineRule({
  code: 'unknown-backend-port',
  summary: 'The port of a backend must be a port of its Service.',
  enforcedBy: 'advice',
  severity: 'error',
  on: { relationsOf: sendingKinds },
  check(resource, { around, report }) {
    for (const destination of destinationsOf(around)) {
      const { port, portPath } = destination;
      const place = port === undefined ? undefined : placeAt(resource, portPath);
      if (port === undefined || !place) continue;
      const services = servicesAt(around, destination);
      const [first] = services;
      if (!first || !services.every((each) => isWithout(port, each, around))) continue;
      const meant = meantPort(destination, first.service.ports);
      const message = `The ${titleOf(first.entry)} has no port ${shown(port)}, so this backend gets no traffic. ${meant === undefined ? `Its ports are ${portsOf(first)}.` : `Did you mean ${shown(meant)}?`}`;
      const isFixable = meant !== undefined && (typeof meant === typeof port || portPath.at(-1) === 'port');
      report(place, message, {
        fix: isFixable ? replaceBy(place.value, meant, 'suggested') : undefined,
        related: [{ entry: first.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' }],
      });
    }
  },
});

/** True where the Service certainly has no such port. The name of an ExternalName Service needs none. */
function isWithout(port: number | string, { service }: PairedService, { entry, at }: RelatedObjects): boolean {
  const { type, ports, hasAllPorts } = service;
  if (type === '' || type === 'ExternalName' || !hasAllPorts || ports.length === 0) return false;
  if (ports.some(({ name, number }) => name === port || number === port || number === undefined)) return false;
  if (entry.facts.kind !== 'Ingress' || !ports.some(({ target }) => String(target) === String(port))) return true;
  // ingress-nginx 1.15.0 also takes a targetPort: `internal/ingress/controller/controller.go`, `serviceEndpoints`.
  const consumers = consumersOf(entry, at);
  return consumers.size > 0 && !consumers.has('ingress-nginx');
}

function meantPort({ port, portPath }: Destination, ports: readonly PortFacts[]): number | string | undefined {
  const isNamed = portPath.at(-1) === 'name';
  const byTarget = ports.filter(({ target, number }) => String(target ?? number) === String(port));
  const [exact] = byTarget.length > 0 ? byTarget : ports.filter(({ number }) => String(number) === String(port));
  const close = nearest(
    String(port),
    ports.flatMap(({ name }) => name || []),
  );
  const found =
    exact ?? ports.find(({ name }) => name !== '' && name === close) ?? (ports.length === 1 ? ports[0] : undefined);
  if (!found) return undefined;
  if (typeof port === 'number') return found.number;
  return found.name === '' || (!isNamed && exact) ? found.number : found.name;
}

function portsOf({ service: { ports } }: PairedService): string {
  return listed(ports.slice(0, 5).map(({ name, number }) => (name === '' ? String(number) : `${number} (${name})`)));
}

function shown(port: number | string): string {
  return typeof port === 'number' ? String(port) : quote(port);
}
