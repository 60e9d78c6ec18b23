/** Reports routes and Ingresses that nearly name a Service of their namespace, or name one of another namespace. */
import { sendingKinds } from '../analysis/facts/sender-facts.ts';
import { destinationsOf, placeAt, unknownServiceAt } from '../lint/destinations.ts';
import { replaceBy } from '../lint/fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { stringOf } from '../tree/value.ts';

export const unknownBackend = defineRule({
  code: 'unknown-backend',
  summary: 'The backend of a route must be a Service of its namespace.',
  enforcedBy: 'advice',
  severity: 'error',
  on: { relationsOf: sendingKinds },
  check(resource, { around, report }) {
    for (const destination of destinationsOf(around)) {
      const found = unknownServiceAt(destination, around);
      const place = found && placeAt(resource, destination.path);
      if (!found || !place) continue;
      const { service } = destination;
      const start = `The namespace ${quote(found.namespace)} has no Service ${quote(service)}, so this backend gets no traffic.`;
      const isPlain = stringOf(place.value) === service;
      const fix = isPlain && !found.elsewhere ? replaceBy(place.value, found.name, 'suggested') : undefined;
      const wayOut = found.elsewhere
        ? elsewhere(resource.type, titleOf(found.meant), found.elsewhere)
        : `Did you mean ${quote(found.name)}?`;
      const related = [{ entry: found.meant, path: [], message: 'The Service is here.' }];
      report(place, `${start} ${wayOut}`, { fix, related });
    }
  },
});

/** An Ingress, a TraefikService and a target group have no field for another namespace that works by default. */
function elsewhere(kind: string, title: string, namespace: string): string {
  const isInRoute = kind.endsWith('Route') && !kind.startsWith('Ingress');
  const wayOut = isInRoute
    ? `Write namespace: ${namespace}, and allow it with a ReferenceGrant.`
    : 'Put both into one namespace.';
  return `The ${title} is in the namespace ${quote(namespace)}. ${wayOut}`;
}
