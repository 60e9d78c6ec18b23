/** Reports endpoints of an ExternalName Service, which is a DNS alias and uses no endpoints. */
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { typeNames } from '../contract/contract.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';

export const externalNameService = defineRule({
  code: 'external-name-service',
  summary: 'A Service of type ExternalName should have no endpoints.',
  enforcedBy: 'advice',
  explains: ['external-name'],
  on: { relationsOf: typeNames },
  check(resource, { report, binding, around }) {
    const services = servicesFor(around);
    const [first] = services;
    if (!first || !services.every(({ service }) => service.type === 'ExternalName')) return;
    const message = `The ${titleOf(first.entry)} is of type ExternalName: DNS answers with another name, so nothing uses these addresses. Change the type of the Service, or remove this object.`;
    const related = [{ entry: first.entry, path: ['spec', 'type'], message: 'The type is set here.' }];
    report(objectPlace(binding, resource), message, { related });
  },
});
