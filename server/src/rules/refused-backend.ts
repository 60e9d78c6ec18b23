/** Reports routes to Services of type ExternalName where the controller of their Gateway rejects such a backend. */
import { sendingKinds } from '../analysis/facts/sender-facts.ts';
import { consumerTitle, rejectsExternalName } from '../analysis/traffic/consumers/consumer.ts';
import { consumerOf } from '../analysis/traffic/consumers/consumers.ts';
import { consumersOf, servicesAt } from '../analysis/workspace/sender-pairing.ts';
import { destinationsOf, placeAt } from '../lint/destinations.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const refusedBackend = defineRule({
  code: 'refused-backend',
  summary: 'A route of a Gateway must not have a backend of type ExternalName that its controller rejects.',
  enforcedBy: 'advice',
  severity: 'error',
  on: { relationsOf: sendingKinds },
  check(resource, { around, report }) {
    for (const destination of destinationsOf(around)) {
      const services = servicesAt(around, destination);
      const [first] = services;
      if (!first || !services.every(({ service }) => service.type === 'ExternalName')) continue;
      const consumer = [...consumersOf(around.entry, around.at)]
        .map(consumerOf)
        .find((each) => each?.skips === rejectsExternalName);
      const place = consumer && placeAt(resource, destination.path);
      if (!place) continue;
      const message = `${consumerTitle(consumer)} rejects this backend, because the ${titleOf(first.entry)} is of type ExternalName. Use a Service of type ClusterIP without a selector, and EndpointSlices.`;
      const related = [{ entry: first.entry, path: ['spec', 'type'], message: 'The type is set here.' }];
      report(place, message, { related });
    }
  },
});
