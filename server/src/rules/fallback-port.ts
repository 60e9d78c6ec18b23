/** Reports backends that only ingress-nginx reaches: no endpoint port has the name of the Service port, and it takes `targetPort` then. */
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { hasManualEndpoints } from '../analysis/workspace/pairing.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { collect, slicesOf } from '../analysis/workspace/relations.ts';
import { consumersOf, servicesAt } from '../analysis/workspace/sender-pairing.ts';
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { ingressNginx } from '../analysis/traffic/consumers/ingress-nginx.ts';
import { destinationsOf, placeAt } from '../lint/destinations.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const fallbackPort = defineRule({
  code: 'fallback-port',
  summary: 'A backend should not depend on a targetPort that only ingress-nginx reads.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Ingress'] },
  check(resource, { around, report }) {
    if (!consumersOf(around.entry, around.at).has(ingressNginx.name)) return;
    for (const destination of destinationsOf(around)) {
      const [first, ...others] = servicesAt(around, destination);
      const place = placeAt(resource, destination.portPath);
      const { port: named } = destination;
      const port = first?.service.ports.find(({ name, number }) => named === number || named === name);
      if (!first || others.length > 0 || !place || !port || !hasManualEndpoints(first.service)) continue;
      const target = port.target ?? port.number;
      const lists = portsBehind(first.entry, around);
      if (port.name === '' || typeof target !== 'number' || port.protocol !== 'TCP' || !lists) continue;
      if (lists.length === 0 || lists.some((each) => each.name === port.name || each.protocol !== 'TCP')) continue;
      const message = `${consumerTitle(ingressNginx)} falls back to the targetPort ${target} here, because no endpoint port of the ${titleOf(first.entry)} has the name ${quote(port.name)}. kube-proxy sends nothing. Give the endpoint port this name.`;
      const related = [{ entry: first.entry, path: port.path, message: 'The Service port is here.' }];
      report(place, message, { related });
    }
  },
});

/** The ports of the slices and Endpoints of the Service; undefined where one is not known. */
function portsBehind(entry: IndexedObject, { at }: RelatedObjects): readonly PortFacts[] | undefined {
  const endpoints = collect(entry.identities, ({ namespace, name }) => at(keys.named('Endpoints', namespace, name)));
  const lists = [
    ...endpoints.flatMap(({ facts }) => (facts.endpoints?.isMirrored ? facts.endpoints : [])),
    ...slicesOf({ entry, at }).flatMap(({ facts }) => facts.slice ?? []),
  ];
  return lists.every(({ hasAllPorts }) => hasAllPorts) ? lists.flatMap(({ ports }) => ports) : undefined;
}
