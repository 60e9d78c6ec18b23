/** Reports two ports of one subset with the same name: the API server accepts them, but not the EndpointSlice that mirroring creates. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { isOpen } from '../tree/value.ts';
import { quote } from '../text/quote.ts';

export const duplicatePortName = defineRule({
  code: 'duplicate-port-name',
  summary: 'The port names of a subset should be unique.',
  enforcedBy: 'advice',
  explains: ['unmirrored:rejected', 'unmirrored-address:rejected'],
  on: [EndpointSubset],
  check(subset, { report }) {
    const ports = member(subset, 'ports');
    if (!ports || isOpen(ports.value)) return;
    const names = ports.children.flatMap((port) => member(port, 'name') ?? []);
    for (const { item, first } of repeated(names, (name) => textOf(name) || undefined)) {
      const message = `Two ports of this subset are named ${quote(textOf(item) ?? '')}, but an EndpointSlice cannot hold both. Give the ports different names.`;
      report(item, message, { related: [{ span: first.value.span, message: 'The name is first used here.' }] });
    }
  },
});
