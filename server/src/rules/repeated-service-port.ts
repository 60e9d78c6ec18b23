/** Reports a port and protocol, or a node port, that a Service lists twice. */
import { integerOf, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { ServiceSpec } from '../contract/service.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { serviceType } from '../lint/service-spec.ts';

export const repeatedServicePort = defineRule({
  code: 'repeated-service-port',
  summary: 'A Service must list each port and protocol, and each node port and protocol, only once.',
  enforcedBy: 'server',
  on: [ServiceSpec, 'ports'],
  check(ports, { report }) {
    if (ports.value.isOpen) return;
    for (const [name, noun] of [
      ['port', 'The port'],
      ['nodePort', 'The node port'],
    ] as const) {
      // The rule field-of-other-type reports node ports without an effect.
      if (name === 'nodePort' && serviceType(ports.parent) === 'ClusterIP') continue;
      for (const { item, first } of repeated(ports.children, (port) => socketOf(port, name))) {
        const message = `${noun} ${socketOf(item, name)} is listed twice in this Service. Remove one, or write another number.`;
        report(member(item, name) ?? item, message, {
          related: [{ span: (member(first, name) ?? first).value.span, message: 'It is first listed here.' }],
        });
      }
    }
  },
});

/** `80/TCP`; undefined where a part is not known. An absent node port is no node port. */
function socketOf(port: Bound, name: string): string | undefined {
  const number = integerOf(member(port, name));
  const protocol = member(port, 'protocol');
  if (!number || (port.value.kind === 'mapping' && port.value.isOpen)) return undefined;
  const text = protocol ? textOf(protocol) : '';
  return text === undefined ? undefined : `${number}/${text || 'TCP'}`;
}
