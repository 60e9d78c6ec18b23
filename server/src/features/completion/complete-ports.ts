/** Completes ports of endpoints from their Service, and ports of a Service from its endpoints. Missing ports come first. */
import { member, textOf, nodeAt, type Bound } from '../../analysis/binding/bind.ts';
import { nearestEndpoints } from '../../analysis/traffic/backends/service-backends.ts';
import { familyNames, nearestServices, isSlice } from '../../analysis/workspace/family.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import { nearestObjects } from '../../analysis/workspace/nearest.ts';
import { isNamespaceKnown } from '../../analysis/workspace/relations.ts';
import type { PortFacts } from '../../analysis/facts/port-facts.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { uniqueBy } from '../../text/group.ts';
import type { Slot } from '../../tree/slot.ts';
import type { NameProposal } from './complete-in-use.ts';
import { locateObject } from '../navigation/named-places.ts';
import { placeBeside } from '../navigation/object-words.ts';
import type { ObjectAtCursor } from '../navigation/object-at-cursor.ts';

/** A port of the Service or, for a Service, of its endpoints, and the number of the endpoint port. */
export interface PartnerPort {
  readonly partner: IndexedObject;
  readonly port: PortFacts;
  readonly number: number;
}

/** In the order of the partner. A port with the number that is written next to the name comes first. */
export function proposePortNames(own: ObjectAtCursor, slot: Slot): readonly NameProposal[] {
  const written = slot.names.get('port') ?? '';
  const isBeside = ({ port, number }: PartnerPort): boolean => [port.number, number].map(String).includes(written);
  const named = partnerPorts(own).filter(({ port }) => port.name !== '');
  const words = ({ port }: PartnerPort): string => `${port.number ?? '?'}/${port.protocol}`;
  return ranked(own, named, isBeside).map((each) => ({
    name: each.port.name,
    detail: detailOf(words(each), each, own),
  }));
}

/** In the order of the partner. The port with the name that is written next to the number comes first. */
export function proposePortNumbers(own: ObjectAtCursor, slot: Slot): readonly NameProposal[] {
  const written = slot.names.get('name') ?? '';
  const isBeside = ({ port }: PartnerPort): boolean => port.name === written;
  const words = ({ port }: PartnerPort): string => (port.name === '' ? port.protocol : `${port.name}/${port.protocol}`);
  const numbers = ranked(own, partnerPorts(own), isBeside).map((each) => ({
    name: String(each.number),
    detail: detailOf(words(each), each, own),
    isNumber: true,
  }));
  return uniqueBy(numbers, ({ name }) => name);
}

/** Each port once; none where no port is known. */
export function partnerPorts({ files, entry }: Pick<ObjectAtCursor, 'files' | 'entry'>): readonly PartnerPort[] {
  return uniqueBy(partnersOf(entry, files.workspace).flatMap(numberedPorts), ({ port, number }) =>
    port.name === '' ? `${number}/${port.protocol}` : port.name,
  );
}

/** The ports of a Service, an Endpoints or a slice whose number is known. */
export function numberedPorts(partner: IndexedObject): readonly PartnerPort[] {
  const { service, endpoints, slice } = partner.facts;
  return ((service ?? endpoints ?? slice)?.ports ?? []).flatMap((port): PartnerPort[] => {
    const target = service && typeof port.target === 'number' ? port.target : 0;
    const number = target === 0 ? port.number : target;
    return number === undefined ? [] : [{ partner, port, number }];
  });
}

/** The ports that the list at the cursor does not have yet. */
export function unwrittenPorts(own: ObjectAtCursor): readonly PartnerPort[] {
  const there = new Set(portsBeside(own).all.map(nameOf));
  return partnerPorts(own).filter(({ port }) => !there.has(port.name));
}

/** The nearest Services or, for a Service, its endpoints; while the namespace is not certain, also those in others. */
function partnersOf(entry: IndexedObject, index: ObjectAtCursor['files']['workspace']): readonly IndexedObject[] {
  const isService = entry.facts.kind === 'Service';
  const near = isService
    ? nearestEndpoints({ entry, at: (key) => index.at(key), isMirroring: true })
    : nearestServices(entry, index);
  if (near.length > 0 || isNamespaceKnown(entry)) return near;
  const names = new Set(familyNames(entry, index).map(({ name }) => name));
  return nearestObjects(
    [...names].flatMap((name) => index.at(keys.anywhere(isService ? 'Endpoints' : 'Service', name))),
    entry.uri,
  );
}

function ranked(
  own: ObjectAtCursor,
  ports: readonly PartnerPort[],
  isBeside: (port: PartnerPort) => boolean,
): readonly PartnerPort[] {
  const { all, own: current } = portsBeside(own);
  const there = new Set(all.filter((port) => port !== current).map(nameOf));
  const rank = (each: PartnerPort): number => (there.has(each.port.name) ? 2 : isBeside(each) ? 0 : 1);
  return ports.toSorted((a, b) => rank(a) - rank(b));
}

/** The ports of the list at the cursor. The path of a slot has no index, so the offset finds the list. */
function portsBeside({ object, offset }: ObjectAtCursor): { readonly all: readonly Bound[]; readonly own?: Bound } {
  const at = offset - object.start;
  const last = (node: Bound | undefined): Bound | undefined =>
    node?.children.findLast(({ value }) => value.span.start <= at);
  const { root } = object.binding;
  const { type } = object.resource;
  const owner =
    type === 'Service' ? member(root, 'spec') : isSlice({ kind: type }) ? root : last(member(root, 'subsets'));
  const list = owner && member(owner, 'ports');
  const own = last(list);
  return { all: list?.children ?? [], ...(own ? { own } : {}) };
}

function nameOf(port: Bound): string {
  return textOf(member(port, 'name')) ?? '';
}

/** `5432/TCP · kubernetes.io/h2c · Service in shop/service.yaml`. */
function detailOf(words: string, { partner, port }: PartnerPort, { files, entry }: ObjectAtCursor): string {
  const object = locateObject(partner, files)?.object;
  const protocol = object && textOf(nodeAt(object.binding.root, [...port.path, 'appProtocol']));
  const place = `${partner.facts.kind} in ${placeBeside(partner, files, entry)}`;
  return [words, protocol, place].filter(Boolean).join(' · ');
}
