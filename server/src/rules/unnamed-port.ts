/** Reports ports without a name in a subset with several ports: the Service matches them by name. */
import { integerOf, isEmpty, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { dnsLabelProblem } from '../contract/string-format.ts';
import { ServiceSpec } from '../contract/service.ts';
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isOfType, placeOf } from '../lint/subject.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { Mapping } from '../tree/value.ts';

export const unnamedPort = defineRule({
  code: 'unnamed-port',
  summary: 'Every port must have a name if the subset or the Service has several ports.',
  enforcedBy: 'server',
  on: [EndpointSubset],
  alsoOn: [ServiceSpec],
  check(owner, { report }) {
    const ports = member(owner, 'ports');
    if (ports?.value.kind !== 'sequence' || ports.value.isOpen || ports.children.length < 2) return;
    const taken = takenNames(ports.children);
    const [noun, other] = isOfType(owner, ServiceSpec) ? ['Service', 'endpoint'] : ['subset', 'Service'];
    for (const port of ports.children) {
      if (port.value.kind !== 'mapping' || port.value.isOpen || !isEmpty(member(port, 'name'))) continue;
      const message = `This port has no name, but the ${noun} has ${ports.children.length} ports. Give it the name of the ${other} port.`;
      report(placeOf(port as Bound<Mapping>, 'name'), message, { fix: nameFix(port, port.value, taken) });
    }
  },
});

/** How often each name is written, or could be generated for a port. */
function takenNames(ports: readonly Bound[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const port of ports) {
    for (const name of [textOf(member(port, 'name')) ?? '', ...generatedNames(port)])
      taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  return taken;
}

function generatedNames(port: Bound): string[] {
  const number = integerOf(member(port, 'port'));
  const protocol = textOf(member(port, 'protocol')) || 'TCP';
  return number === undefined ? [] : [`port-${number}`, `port-${number}-${protocol.toLowerCase()}`];
}

/** Adds a name with the port number, and the protocol if two ports have that number; undefined if no such name is unique. */
function nameFix(port: Bound, mapping: Mapping, taken: ReadonlyMap<string, number>): Fix | undefined {
  const name = generatedNames(port).find((each) => taken.get(each) === 1 && !dnsLabelProblem(each));
  if (name === undefined) return undefined;
  const written = member(port, 'name');
  return written ? replaceBy(written.value, name, 'suggested') : insertEntry(mapping, 'name', name, 'suggested');
}
