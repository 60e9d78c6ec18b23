/** Reports ports of routes and Ingresses that the Service does not have. */
import { sendingKinds, type Destination } from '../analysis/facts/sender-facts.ts';
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import { isWithoutPort, servicesAt } from '../analysis/workspace/sender-pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import { destinationsOf, placeAt } from '../lint/destinations.ts';
import { replaceBy } from '../lint/fix.ts';
import { relatedPort, titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';

export const unknownBackendPort = defineRule({
  code: 'unknown-backend-port',
  summary: 'The port of a backend must be a port of its Service.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['unknown-port'],
  on: { relationsOf: sendingKinds },
  check(resource, { around, report }) {
    for (const destination of destinationsOf(around)) {
      const { port, portPath } = destination;
      const place = port === undefined ? undefined : placeAt(resource, portPath);
      if (port === undefined || !place) continue;
      const services = servicesAt(around, destination);
      const [first] = services;
      if (!first || !services.every((each) => isWithoutPort(port, each, around))) continue;
      const likely = meantPort(port, first.service.ports);
      const meant = likely && spelledAs(likely, destination);
      const wayOut = meant === undefined ? `Its ports are ${portsOf(first)}.` : `Did you mean ${shown(meant)}?`;
      const message = `The ${titleOf(first.entry)} has no port ${shown(port)}, so this backend gets no traffic. ${wayOut}`;
      const isFixable = meant !== undefined && (typeof meant === typeof port || portPath.at(-1) === 'port');
      const related = likely
        ? relatedPort(first.entry, likely, 'The Service port is here.')
        : { entry: first.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' };
      report(place, message, {
        fix: isFixable ? replaceBy(place.value, meant, 'suggested') : undefined,
        related: [related],
      });
    }
  },
});

/** The port with that number or targetPort, or a similar name, or the only one. */
function meantPort(port: number | string, ports: readonly PortFacts[]): PortFacts | undefined {
  const text = String(port);
  const exact =
    ports.find(({ target, number }) => String(target ?? number) === text) ??
    ports.find(({ number }) => String(number) === text);
  const close = nearest(
    text,
    ports.flatMap(({ name }) => name || []),
  );
  const named = ports.find(({ name }) => name !== '' && name === close);
  return exact ?? named ?? (ports.length === 1 ? ports[0] : undefined);
}

/** A number for a number, and for a name in a field that holds either, if it is one. */
function spelledAs({ name, number }: PortFacts, { port, portPath }: Destination): number | string | undefined {
  const isNumber = typeof port === 'number' || (/^\d+$/.test(String(port)) && portPath.at(-1) === 'port');
  return isNumber || name === '' ? number : name;
}

function portsOf({ service: { ports } }: PairedService): string {
  return listed(ports.slice(0, 5).map(({ name, number }) => (name === '' ? String(number) : `${number} (${name})`)));
}

function shown(port: number | string): string {
  return typeof port === 'number' ? String(port) : quote(port);
}
