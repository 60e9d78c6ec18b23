/** Items of call and type hierarchies: objects and parts of them, which are found again by name after an edit. */
import type { CallHierarchyItem, Range, SymbolKind } from 'vscode-languageserver-types';
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { shift } from '../../text/span.ts';
import { offsetOf, rangeOf } from '../lsp.ts';
import { objectHolding } from '../navigation/object-at-cursor.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import type { Files } from '../view.ts';

/** How to find an item again: its object by name, and its part. */
export interface ItemData {
  readonly uri: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Among the objects of this kind and name in the file. */
  readonly index: number;
  /** Empty for the object itself. */
  readonly part: string;
}

export function dataOf(entry: IndexedObject, files: Pick<Files, 'workspace'>, part: string): ItemData {
  const { uri, facts } = entry;
  const key = { uri, kind: facts.kind, name: facts.name.text, namespace: facts.namespace?.text ?? '' };
  return { ...key, index: Math.max(namesakesIn(key, files).indexOf(entry), 0), part };
}

/** Undefined where no object has the name any more. */
export function entryOfData(data: ItemData, files: Pick<Files, 'workspace'>): IndexedObject | undefined {
  return namesakesIn(data, files)[data.index];
}

function namesakesIn(
  { uri, kind, name, namespace }: Omit<ItemData, 'index' | 'part'>,
  { workspace }: Pick<Files, 'workspace'>,
): readonly IndexedObject[] {
  return workspace
    .entriesIn(uri)
    .filter(
      ({ facts }) => facts.kind === kind && facts.name.text === name && (facts.namespace?.text ?? '') === namespace,
    );
}

/** The `data` of the item; undefined for an item of another server. */
export function dataIn(item: unknown): ItemData | undefined {
  const data = memberOf(item, 'data');
  const texts = ['uri', 'kind', 'name', 'namespace', 'part'].every((name) => typeof memberOf(data, name) === 'string');
  return texts && typeof memberOf(data, 'index') === 'number' ? (data as ItemData) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** A part of a file. */
export interface ItemPlace {
  readonly uri: string;
  readonly range: Range;
}

/** Undefined for a place in no file. */
export function itemPlace(place: TrafficPlace | undefined): ItemPlace | undefined {
  if (!place?.range || place.file === null) return undefined;
  const [line, character, endLine, endCharacter] = place.range.map((each) => each - 1) as [
    number,
    number,
    number,
    number,
  ];
  return { uri: place.file, range: { start: { line, character }, end: { line: endLine, character: endCharacter } } };
}

export interface ItemDraft {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly place: ItemPlace;
  readonly data: ItemData;
}

/** The item, with its file in `detail`; `state` follows, unless it is empty. It fits call and type hierarchies. */
export function hierarchyItem({ name, kind, place, data }: ItemDraft, state: string, files: Files): CallHierarchyItem {
  const file = shownFile(place.uri, files);
  const detail = state === '' ? file : `${file}, ${state}`;
  return { name, kind, detail, uri: place.uri, range: rangeAround(place, files), selectionRange: place.range, data };
}

/** Of the object around the place, or else the place. */
function rangeAround({ uri, range }: ItemPlace, files: Files): Range {
  const view = files.view(uri);
  const object = view && objectHolding(objectsIn(view.file), offsetOf(view.located, range.start));
  const around = object && shift(object.resource.span, object.start);
  return view && around && offsetOf(view.located, range.end) <= around.end ? rangeOf(view.located, around) : range;
}

/** `Endpoints orders-db`; the kind of an object without a name. */
export function objectTitle(entry: IndexedObject): string {
  return [entry.facts.kind, shownName(entry)].filter(Boolean).join(' ');
}
