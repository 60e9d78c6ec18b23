/** Reports endpoint ports whose name or protocol is wrong, so that a Service port or an address gets no traffic. */
import { isLive } from '../analysis/binding/live.ts';
import { member, type Bound } from '../analysis/binding/bind.ts';
import type { Offer } from '../analysis/traffic/backends/port-names.ts';
import { typeNames } from '../contract/contract.ts';
import { insertEntry, removeMember, replaceBy } from '../lint/fix.ts';
import { relatedPort, titleOf } from '../lint/partner.ts';
import { defineRule, type ReportOptions, type ReportPlace } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { isMisspelling } from '../lint/unknown.ts';
import { isCertainlyMeant, ownUnmatchedPorts, type OwnUnmatchedPort } from '../lint/unmatched-ports.ts';
import { quote } from '../text/quote.ts';
import { stringOf, type Mapping } from '../tree/value.ts';

export const unmatchedPort = defineRule({
  code: 'unmatched-port',
  summary: 'The name and protocol of a port must match those of the Service port.',
  enforcedBy: 'contract',
  explains: ['port-name', 'port-protocol'],
  on: { relationsOf: typeNames },
  check(_resource, context) {
    // The slices of a server may be left over.
    if (context.around.entry.facts.slice && isLive(context.binding)) return;
    for (const port of ownUnmatchedPorts(context)) {
      if (port.effect !== 'wrong' || !port.meant || isMisspeltAs(port, port.meant)) continue;
      const { place, message, more } = verdict(port, port.meant);
      context.report(place, message, more);
    }
  },
});

/** True where the name stands under a misspelled key, which unknown-field reports. */
function isMisspeltAs({ node, port }: OwnUnmatchedPort, { port: meant }: Offer): boolean {
  if (port.name !== '') return false;
  return node.value.entries.some(
    ({ name, value }) => isMisspelling(node, name, 'name') && stringOf(value) === meant.name,
  );
}

interface Verdict {
  readonly place: ReportPlace;
  readonly message: string;
  readonly more: ReportOptions;
}

function verdict(own: OwnUnmatchedPort, meant: Offer): Verdict {
  const { node, port } = own;
  if (own.why === 'protocol') return otherProtocol(node, port, meant);
  const named = member(node, 'name');
  const place = port.name !== '' && named ? named : placeOf(node, 'name');
  const related = [relatedPort(meant.entry, meant.port, 'The Service port is here.')];
  if (meant.port.name === '') {
    const fix = own.isAlone && named ? removeMember(named, 'suggested') : undefined;
    return { place, message: nameless(own, meant), more: { related, fix } };
  }
  const fix = named
    ? replaceBy(named.value, meant.port.name, isCertainlyMeant(own, meant) ? 'safe' : 'suggested')
    : insertEntry(node.value, 'name', meant.port.name, 'suggested');
  return { place, message: misnamed(own, meant), more: { related, fix } };
}

function otherProtocol(
  node: Bound<Mapping>,
  { protocol }: OwnUnmatchedPort['port'],
  { entry, port: meant }: Offer,
): Verdict {
  const written = member(node, 'protocol');
  const subject = meant.name === '' ? 'The port' : `The port ${quote(meant.name)}`;
  const message = `${subject} of the ${titleOf(entry)} uses ${meant.protocol}, but this port uses ${protocol}, and ports match by name and protocol. Write protocol: ${meant.protocol}.`;
  const fix = written
    ? replaceBy(written.value, meant.protocol, 'suggested')
    : insertEntry(node.value, 'protocol', meant.protocol, 'suggested');
  const place = written ?? member(node, 'name') ?? placeOf(node, 'protocol');
  return { place, message, more: { related: [relatedPort(entry, meant, 'The Service port is here.')], fix } };
}

function misnamed({ port }: OwnUnmatchedPort, { entry, port: meant }: Offer): string {
  return port.name === ''
    ? `This port has no name, so it does not match ${quote(meant.name)} of the ${titleOf(entry)}: ports match by name, not by number. Write name: ${meant.name}.`
    : `The ${titleOf(entry)} has no port ${quote(port.name)}, and ports match by name, not by number. Did you mean ${quote(meant.name)}?`;
}

function nameless({ port, isAlone }: OwnUnmatchedPort, { entry }: Offer): string {
  const start = `The port of the ${titleOf(entry)} has no name, so only a port without a name matches it`;
  return isAlone
    ? `${start}. Remove the name ${quote(port.name)}, or give it to the Service port, too.`
    : `${start}. Give the Service port a name.`;
}
