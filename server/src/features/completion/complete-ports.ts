/** Completion of an endpoint port's name: the ports of the Service in front, those first that are still missing. */
import { member, nodeAt, textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { nearestServices, isSlice } from '../../analysis/workspace/family.ts';
import type { PortFacts } from '../../analysis/facts/facts.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Slot } from '../../tree/slot.ts';
import type { Name } from './complete-in-use.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { OwnObject } from '../navigation/own-object.ts';
import type { Files } from '../view.ts';

/** In the order of the Service; one of the number that is written beside the name goes first. */
export function proposePorts(own: OwnObject, slot: Slot): readonly Name[] {
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
  return names.filter(({ name }, i) => names.findIndex((each) => each.name === name) === i);
}

/** The names of the other ports of the list; the path of a slot does not count the items before it. */
function namesBeside({ object, offset }: OwnObject): ReadonlySet<string> {
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
  const view = files.view(service.uri);
  const object = view && objectsIn(view.file)[service.ordinal];
  const protocol = object && textOf(nodeAt(object.binding.root, [...port.path, 'appProtocol']));
  const place = service.uri === own.uri ? 'this file' : shownFile(service.uri, files);
  return [`${port.number ?? '?'}/${port.protocol}`, protocol, `Service in ${place}`].filter(Boolean).join(' · ');
}
