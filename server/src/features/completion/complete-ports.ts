/** Completes the name of an endpoint port from the ports of its Service. Ports that are not written yet come first. */
import { member, textOf, nodeAt, type Bound } from '../../analysis/binding/bind.ts';
import { nearestServices, isSlice } from '../../analysis/workspace/family.ts';
import type { PortFacts } from '../../analysis/facts/port-facts.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { uniqueBy } from '../../text/group.ts';
import type { Slot } from '../../tree/slot.ts';
import type { NameProposal } from './complete-in-use.ts';
import { locateObject } from '../navigation/named-places.ts';
import { shownPlace } from '../navigation/object-words.ts';
import type { ObjectAtCursor } from '../navigation/object-at-cursor.ts';
import type { Files } from '../view.ts';

/** In the order of the Service. A port with the number that is written next to the name comes first. */
export function proposePorts(own: ObjectAtCursor, slot: Slot): readonly NameProposal[] {
  const { files, entry } = own;
  const there = namesBeside(own);
  const written = slot.names.get('port') ?? '';
  const found = nearestServices(entry, files.workspace).flatMap((service) =>
    (service.facts.service?.ports ?? []).map((port) => ({ service, port })),
  );
  const rank = ({ number, target, name }: PortFacts): number =>
    there.has(name) ? 2 : written !== '' && [number, target].map(String).includes(written) ? 0 : 1;
  const ports = found.filter(({ port }) => port.name !== '').toSorted((a, b) => rank(a.port) - rank(b.port));
  const names = ports.map(({ service, port }) => ({ name: port.name, detail: portWords(service, port, files, entry) }));
  return uniqueBy(names, ({ name }) => name);
}

/** The names of the other ports in the list. The path of a slot has no index, so the offset finds the list. */
function namesBeside({ object, offset }: ObjectAtCursor): ReadonlySet<string> {
  const at = offset - object.start;
  const last = (node: Bound | undefined): Bound | undefined =>
    node?.children.findLast(({ value }) => value.span.start <= at);
  const { root } = object.binding;
  const owner = isSlice({ kind: object.resource.type }) ? root : last(member(root, 'subsets'));
  const list = owner && member(owner, 'ports');
  const others = (list?.children ?? []).filter((port) => port !== last(list));
  return new Set(others.map((port) => textOf(member(port, 'name')) ?? ''));
}

/** `5432/TCP · kubernetes.io/h2c · Service in shop/service.yaml`. */
function portWords(service: IndexedObject, port: PortFacts, files: Files, own: IndexedObject): string {
  const object = locateObject(service, files)?.object;
  const protocol = object && textOf(nodeAt(object.binding.root, [...port.path, 'appProtocol']));
  return [`${port.number ?? '?'}/${port.protocol}`, protocol, `Service in ${shownPlace(service.uri, files, own.uri)}`]
    .filter(Boolean)
    .join(' · ');
}
