/** Within a slice each port has a name of its own; having none counts as one. */
import type { Bound } from '../analysis/binding/bind.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { isTooLong } from '../analysis/binding/overlong-lists.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Mapping } from '../tree/value.ts';

export const repeatedPortName = defineRule({
  code: 'repeated-port-name',
  summary: 'The ports of an EndpointSlice must have different names.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [EndpointSlice, 'ports'],
  check(ports, { report }) {
    // Of a list that is too long, the server looks at no item.
    if (ports.value.isOpen || isTooLong(ports)) return;
    for (const { item, first } of repeated(ports.children.filter(isMapping), nameOf)) {
      const name = nameOf(item) ?? '';
      const message =
        name === ''
          ? 'Another port of this slice has no name either; only one may have none. Name both, as the Service does.'
          : `Two ports of this slice are named ${quote(name)}. Name them apart, or write a slice for each.`;
      report(placeOf(item, 'name'), message, {
        related: [
          { span: placeOf(first, 'name').span, message: name === '' ? 'It is here.' : 'The name is taken here.' },
        ],
      });
    }
  },
});

/** Undefined where it is not known. */
function nameOf(port: Bound<Mapping>): string | undefined {
  const name = member(port, 'name');
  const isUnknown = port.value.isOpen || port.value.entries.some((entry) => isMergeDirective(entry.name));
  return name ? textOf(name) : isUnknown ? undefined : '';
}
