/** Reports a port number and protocol that a subset lists twice: two names for one socket, which is rarely intended. */
import { integerOf, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { isOpen } from '../tree/value.ts';

export const duplicatePort = defineRule({
  code: 'duplicate-port',
  summary: 'A subset should list each port number and protocol only once.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [EndpointSubset],
  check(subset, { report }) {
    const ports = member(subset, 'ports');
    if (!ports || isOpen(ports.value)) return;
    for (const { item, first } of repeated(ports.children, socketOf)) {
      const place = member(item, 'port') ?? item;
      const message = `${socketOf(item)} is listed twice in this subset, so two Service ports route to the same socket. Check the number.`;
      report(place, message, {
        related: [{ span: (member(first, 'port') ?? first).value.span, message: 'The port is first listed here.' }],
      });
    }
  },
});

function socketOf(port: Bound): string | undefined {
  const number = integerOf(member(port, 'port'));
  const protocol = member(port, 'protocol');
  if (number === undefined || (protocol && textOf(protocol) === undefined)) return undefined;
  return `${number}/${(protocol && textOf(protocol)) || 'TCP'}`;
}
