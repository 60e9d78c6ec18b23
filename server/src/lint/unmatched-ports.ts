/** Reports ports that match no port of the Service. Ports match by name and protocol, not by number. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { portFacts, type PortFacts } from '../analysis/facts/facts.ts';
import { isWellFormed, likelyPartner, isSamePort, hasManualEndpoints } from '../analysis/workspace/pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { insertEntry, removeMember, replaceBy } from './fix.ts';
import { anyOf, relatedPort, titleOf } from './partner.ts';
import type { ReportPlace, RelationContext, ReportOptions } from './rule.ts';
import { placeOf } from './subject.ts';
import { quote } from '../text/quote.ts';
import { isOpen, type Mapping } from '../tree/value.ts';

/** Reports the unmatched ports of each holder, which is a subset or a slice. */
export function reportUnmatchedPorts(
  holders: readonly Bound[],
  services: readonly PairedService[],
  report: RelationContext['report'],
): void {
  const [first] = services;
  const offers = services.flatMap(({ entry, service }) => service.ports.map((port) => ({ entry, port })));
  if (!first || offers.length === 0 || !services.every(hasKnownPorts)) return;
  const seen = new Set<string>();
  for (const holder of holders) {
    for (const unmatched of unmatchedIn(holder, offers)) {
      const { node, port } = unmatched;
      const key = JSON.stringify([port.name, port.protocol, port.number]);
      // A port behind an alias is reported only once.
      if (isAlias(node) && seen.has(key)) continue;
      seen.add(key);
      const { place, message, more } = verdict(unmatched, first.entry);
      report(place, message, more);
    }
  }
}

function hasKnownPorts({ service }: PairedService): boolean {
  return hasManualEndpoints(service) && service.hasAllPorts && service.ports.every(isWellFormed);
}

function isAlias({ value, parent }: Bound): boolean {
  return [value, parent?.value].some((each) => each && each.kind !== 'opaque' && each.isAlias);
}

/** A port of a Service. */
interface Offer {
  readonly entry: IndexedObject;
  readonly port: PortFacts;
}

interface Unmatched {
  readonly node: Bound<Mapping>;
  readonly port: PortFacts;
  readonly offers: readonly Offer[];
  /** The Service ports that no other port of the list matches. */
  readonly free: readonly Offer[];
  /** True for the only port of its list. */
  readonly isAlone: boolean;
  /** True where every other port of the list matches a Service port. */
  readonly isLast: boolean;
}

function unmatchedIn(holder: Bound, offers: readonly Offer[]): readonly Unmatched[] {
  const list = member(holder, 'ports');
  if (!list || isOpen(list.value) || isOpen(holder.value)) return [];
  const ports = list.children.map((node) => ({ node: node as Bound<Mapping>, port: portFacts(node) }));
  const free = offers.filter((offer) => !ports.some(({ port }) => port && isSamePort(port, offer.port)));
  const isAlone = ports.length === 1;
  const wrong = ports.filter(({ port }) => !port || !offers.some((offer) => isSamePort(port, offer.port)));
  const isLast = wrong.length === 1;
  // In a list of several ports, the API server requires names, and unnamed-port reports a missing one.
  return wrong.flatMap(({ node, port }) =>
    port && isWellFormed(port) && (isAlone || port.name !== '') ? [{ node, port, offers, free, isAlone, isLast }] : [],
  );
}

interface Verdict {
  readonly place: ReportPlace;
  readonly message: string;
  readonly more: ReportOptions;
}

function verdict(unmatched: Unmatched, first: IndexedObject): Verdict {
  const { node, port, free } = unmatched;
  const twin = free.find((offer) => offer.port.name === port.name);
  if (twin) return otherProtocol(unmatched, twin);
  const meant = meantBy(unmatched);
  const named = member(node, 'name');
  const place = port.name !== '' && named ? named : placeOf(node, 'name');
  if (!meant) {
    const related = [{ entry: first, path: ['spec', 'ports'], message: 'The Service ports are here.' }];
    return { place, message: withoutPartner(unmatched, first), more: { related } };
  }
  const related = [relatedPort(meant.entry, meant.port, 'The Service port is here.')];
  if (meant.port.name === '') {
    const fix = unmatched.isAlone && named ? removeMember(named, 'suggested') : undefined;
    return { place, message: nameless(unmatched, meant), more: { related, fix } };
  }
  const fix = named
    ? replaceBy(named.value, meant.port.name, 'suggested')
    : insertEntry(node.value, 'name', meant.port.name, 'suggested');
  return { place, message: misnamed(unmatched, meant), more: { related, fix } };
}

/** The Service port that was probably meant. The only Service port left counts only where no other port is wrong. */
function meantBy({ port, free, isLast }: Unmatched): Offer | undefined {
  const likely = likelyPartner(port, free);
  if (!likely) return undefined;
  return likely.why !== 'left-over' || isLast || likely.partner.port.name === '' ? likely.partner : undefined;
}

function otherProtocol({ node, port }: Unmatched, { entry, port: meant }: Offer): Verdict {
  const written = member(node, 'protocol');
  const subject = meant.name === '' ? 'The port' : `The port ${quote(meant.name)}`;
  const message = `${subject} of the ${titleOf(entry)} uses ${meant.protocol}, but this port uses ${port.protocol}, and ports match by name and protocol. Write protocol: ${meant.protocol}.`;
  const fix = written
    ? replaceBy(written.value, meant.protocol, 'suggested')
    : insertEntry(node.value, 'protocol', meant.protocol, 'suggested');
  const place = written ?? member(node, 'name') ?? placeOf(node, 'protocol');
  return { place, message, more: { related: [relatedPort(entry, meant, 'The Service port is here.')], fix } };
}

function misnamed({ port }: Unmatched, { entry, port: meant }: Offer): string {
  return port.name === ''
    ? `This port has no name, so it does not match ${quote(meant.name)} of the ${titleOf(entry)}: ports match by name, not by number. Write name: ${meant.name}.`
    : `The ${titleOf(entry)} has no port ${quote(port.name)}, and ports match by name, not by number. Did you mean ${quote(meant.name)}?`;
}

function nameless({ port, isAlone }: Unmatched, { entry }: Offer): string {
  const start = `The port of the ${titleOf(entry)} has no name, so only a port without a name matches it`;
  return isAlone
    ? `${start}. Remove the name ${quote(port.name)}, or give it to the Service port, too.`
    : `${start}. Give the Service port a name.`;
}

function withoutPartner({ port, offers, free }: Unmatched, first: IndexedObject): string {
  const title = titleOf(first);
  const choice = anyOf(free.map((offer) => offer.port));
  if (port.name === '') {
    return `This port has no name, and ports match by name, not by number. Use the name of a port of the ${title}: ${choice}.`;
  }
  const isElsewhere = offers.some((offer) => offer.port.name === port.name);
  const missing = `The ${title} has no ${isElsewhere ? `${port.protocol} ` : ''}port ${quote(port.name)}`;
  if (free.length > 0) {
    return `${missing}, and ports match by name, not by number. Write ${choice}, or add this port to the Service.`;
  }
  return `${missing}, so nothing routes to this port. Remove it, or add it to the Service.`;
}
