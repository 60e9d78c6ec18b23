/** Two ports of one name: the server lets them pass, and only one of them can serve the Service port of that name. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { isOpen } from '../tree/value.ts';
import { quote } from '../text/quote.ts';

export const duplicatePortName = defineRule({
  code: 'duplicate-port-name',
  summary: 'The names of the ports of a subset should differ.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [EndpointSubset],
  check(subset, { report }) {
    const ports = member(subset, 'ports');
    if (!ports || isOpen(ports.value)) return;
    const names = ports.children.flatMap((port) => member(port, 'name') ?? []);
    for (const { item, first } of repeated(names, (name) => textOf(name) || undefined)) {
      const message = `Two ports of this subset are named ${quote(textOf(item) ?? '')}; an EndpointSlice cannot hold both. Name them apart.`;
      report(item, message, { related: [{ span: first.value.span, message: 'The name is taken here.' }] });
    }
  },
});
