/** Reports routes and Ingresses that nearly name a Service of their namespace, or name one of another namespace. */
import { sendingKinds } from '../analysis/facts/sender-facts.ts';
import { destinationsOf, placeAt, unknownServiceAt, type UnknownService } from '../lint/destinations.ts';
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
      const wayOut = found.elsewhere ? elsewhere(resource.type, found) : `Did you mean ${quote(found.name)}?`;
      const related = [{ entry: found.meant, path: [], message: 'The Service is here.' }];
      report(place, `${start} ${wayOut}`, { fix, related });
    }
  },
});

/** An Ingress and a target group reach only their own namespace. */
function elsewhere(kind: string, { meant, name, elsewhere: namespace = '' }: UnknownService): string {
  const start = `The ${titleOf(meant)} is in the namespace ${quote(namespace)}.`;
  if (kind === 'VirtualService') return `${start} Write ${name}.${namespace}.svc.cluster.local.`;
  if (/^(?:IngressRoute|Traefik)/.test(kind))
    return `${start} Write namespace: ${namespace}, and set allowCrossNamespace of Traefik.`;
  if (kind.endsWith('Route')) return `${start} Write namespace: ${namespace}, and allow it with a ReferenceGrant.`;
  return `${start} Put both into one namespace.`;
}
