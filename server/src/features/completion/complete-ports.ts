/** Completes names and numbers of endpoint ports from the ports of their Service. Ports that are not written yet come first. */
import { member, textOf, nodeAt, type Bound } from '../../analysis/binding/bind.ts';
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

/** A port of the Service, and the number of its endpoints. */
export interface PartnerPort {
  readonly service: IndexedObject;
  readonly port: PortFacts;
  readonly number: number;
}

/** In the order of the Service. A port with the number that is written next to the name comes first. */
export function proposePortNames(own: ObjectAtCursor, slot: Slot): readonly NameProposal[] {
  const written = slot.names.get('port') ?? '';
  const isBeside = ({ port, number }: PartnerPort): boolean => [port.number, number].map(String).includes(written);
  const named = portsOfService(own).filter(({ port }) => port.name !== '');
  const words = ({ port }: PartnerPort): string => `${port.number ?? '?'}/${port.protocol}`;
  return ranked(own, named, isBeside).map((each) => ({
    name: each.port.name,
    detail: detailOf(words(each), each, own),
  }));
}

/** In the order of the Service. The port with the name that is written next to the number comes first. */
export function proposePortNumbers(own: ObjectAtCursor, slot: Slot): readonly NameProposal[] {
  const written = slot.names.get('name') ?? '';
  const isBeside = ({ port }: PartnerPort): boolean => port.name === written;
  const words = ({ port }: PartnerPort): string => (port.name === '' ? port.protocol : `${port.name}/${port.protocol}`);
  const numbers = ranked(own, portsOfService(own), isBeside).map((each) => ({
    name: String(each.number),
    detail: detailOf(words(each), each, own),
    isNumber: true,
  }));
  return uniqueBy(numbers, ({ name }) => name);
}

/** Each port of the Service once; none where no port is known. */
export function portsOfService({ files, entry }: Pick<ObjectAtCursor, 'files' | 'entry'>): readonly PartnerPort[] {
  return uniqueBy(servicesOf(entry, files.workspace).flatMap(numberedPorts), ({ port, number }) =>
    port.name === '' ? `${number}/${port.protocol}` : port.name,
  );
}

/** The ports of a Service whose number is known. */
export function numberedPorts(service: IndexedObject): readonly PartnerPort[] {
  return (service.facts.service?.ports ?? []).flatMap((port): PartnerPort[] => {
    const number = port.target === 0 || typeof port.target !== 'number' ? port.number : port.target;
    return number === undefined ? [] : [{ service, port, number }];
  });
}

/** The ports that the list at the cursor does not have yet. */
export function unwrittenPorts(own: ObjectAtCursor): readonly PartnerPort[] {
  const there = new Set(portsBeside(own).all.map(nameOf));
  return portsOfService(own).filter(({ port }) => !there.has(port.name));
}

/** The nearest Services; while the namespace is not certain, also those in others. */
function servicesOf(entry: IndexedObject, index: ObjectAtCursor['files']['workspace']): readonly IndexedObject[] {
  const near = nearestServices(entry, index);
  if (near.length > 0 || isNamespaceKnown(entry)) return near;
  const names = new Set(familyNames(entry, index).map(({ name }) => name));
  return nearestObjects(
    [...names].flatMap((name) => index.at(keys.anywhere('Service', name))),
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
  const owner = isSlice({ kind: object.resource.type }) ? root : last(member(root, 'subsets'));
  const list = owner && member(owner, 'ports');
  const own = last(list);
  return { all: list?.children ?? [], ...(own ? { own } : {}) };
}

function nameOf(port: Bound): string {
  return textOf(member(port, 'name')) ?? '';
}

/** `5432/TCP · kubernetes.io/h2c · Service in shop/service.yaml`. */
function detailOf(words: string, { service, port }: PartnerPort, { files, entry }: ObjectAtCursor): string {
  const object = locateObject(service, files)?.object;
  const protocol = object && textOf(nodeAt(object.binding.root, [...port.path, 'appProtocol']));
  return [words, protocol, `Service in ${placeBeside(service, files, entry)}`].filter(Boolean).join(' · ');
}
