/** Among several ports each needs a name: pairing with the Service goes by it. */
import { isEmpty, member } from '../analysis/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import type { Bound } from '../analysis/bind.ts';
import type { Mapping } from '../tree/value.ts';

export const unnamedPort = defineRule({
  code: 'unnamed-port',
  summary: 'Every port needs a name where a subset has more than one.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [EndpointSubset],
  check(subset, { report }) {
    const ports = member(subset, 'ports');
    if (ports?.value.kind !== 'sequence' || ports.value.isOpen || ports.children.length < 2) return;
    for (const port of ports.children) {
      if (port.value.kind !== 'mapping' || port.value.isOpen || !isEmpty(member(port, 'name'))) continue;
      const message = `This port has no name, but the subset has ${ports.children.length} ports. Name it as the Service does.`;
      report(placeOf(port as Bound<Mapping>, 'name'), message, { fix: nameIt(port, port.value) });
    }
  },
});

function nameIt(port: Bound, mapping: Mapping): ReturnType<typeof insertEntry> {
  const number = member(port, 'port')?.value;
  if (number?.kind !== 'scalar' || typeof number.value !== 'bigint') return undefined;
  const name = `port-${number.value}`;
  const written = member(port, 'name');
  return written ? replaceBy(written.value, name, 'suggested') : insertEntry(mapping, 'name', name, 'suggested');
}
