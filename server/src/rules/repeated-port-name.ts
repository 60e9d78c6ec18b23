/** Reports ports of a slice with the same name; a missing name counts as an empty one. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isTooLong } from '../analysis/binding/overlong-lists.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { ServiceSpec } from '../contract/service.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, isMemberOf, placeOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Mapping } from '../tree/value.ts';

export const repeatedPortName = defineRule({
  code: 'repeated-port-name',
  summary: 'The ports of an EndpointSlice, and those of a Service, must have different names.',
  enforcedBy: 'server',
  on: [EndpointSlice, 'ports'],
  alsoOn: [ServiceSpec],
  check(ports, { report }) {
    // The API server does not check the items of a list that is too long.
    if (ports.value.isOpen || isTooLong(ports)) return;
    for (const { item, first } of repeated(ports.children.filter(isMapping), nameOf)) {
      const name = nameOf(item) ?? '';
      const isOfService = isMemberOf(ports, ServiceSpec);
      // The rule unnamed-port reports the ports of a Service without a name.
      if (isOfService && name === '') continue;
      const message = isOfService
        ? `Two ports of this Service have the name ${quote(name)}. Give them different names.`
        : name === ''
          ? 'Another port of this slice has no name either, and only one port may have none. Give both the names of the Service ports.'
          : `Two ports of this slice have the name ${quote(name)}. Give them different names, or write one slice for each.`;
      report(placeOf(item, 'name'), message, {
        related: [
          {
            span: placeOf(first, 'name').span,
            message: name === '' ? 'The other port is here.' : 'The first port with this name is here.',
          },
        ],
      });
    }
  },
});

function nameOf(port: Bound<Mapping>): string | undefined {
  const name = member(port, 'name');
  const isUnknown = port.value.isOpen || port.value.entries.some((entry) => isMergeDirective(entry.name));
  return name ? textOf(name) : isUnknown ? undefined : '';
}
