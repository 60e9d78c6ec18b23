/** Finds what the kustomizations that include an object build of it, and describes that for a code lens. */
import type { Command, Position } from 'vscode-languageserver-types';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { counted } from '../../text/quote.ts';
import type { Build, BuiltObject, BuiltValue } from '../../tree/built.ts';
import { objectMeant } from '../navigation/object-at-cursor.ts';
import type { BuiltFile, Files, View } from '../view.ts';
import { showBuiltCommand } from '../vocabulary.ts';

/** The command that opens what overlays build of the object at the position. */
export function showBuilt(uri: string, position: Position, title: string): Command {
  return { title, command: showBuiltCommand, arguments: [{ uri, position }] };
}

/** The object that holds the offset of the file (UTF-16 units), or else the only one of the file. */
export function builtTargetAt({ file }: View, offset: number): PlacedObject | undefined {
  const isBuilt = ({ resource: { type, isPartial, embedding } }: PlacedObject): boolean =>
    ['Service', 'Endpoints', 'EndpointSlice'].includes(type) && !isPartial && !embedding;
  return objectMeant(objectsIn(file).filter(isBuilt), offset);
}

/** An object in the build of a root. */
export interface ObjectInRoot {
  readonly root: BuiltFile;
  readonly object: BuiltObject;
}

/** What the roots build of the object, in their order. Roots that cannot be built are left out. */
export function builtObjects(entry: IndexedObject, files: Pick<Files, 'rootsOf'>): readonly ObjectInRoot[] {
  const { facts, uri } = entry;
  if (!isWholeObject(entry)) return [];
  const key = keyOf(plainPath(uri), facts.kind, facts.name.text, facts.namespace?.text ?? '');
  return files
    .rootsOf(uri)
    .flatMap((root) => (byWritten(root.build).get(key) ?? []).map((object) => ({ root, object })));
}

/** False for patches, for objects inside of other ones, and for kinds of which a build keeps only the names. */
export function isWholeObject({ facts }: IndexedObject): boolean {
  const { service, endpoints, slice, kind, carrier } = facts;
  return (service ?? endpoints ?? slice) !== undefined && !kind.endsWith('Patch') && !carrier;
}

/** True where the built object is what the build makes of the object of a file. */
export function isBuiltFrom({ kind, written, path }: BuiltObject, entry: IndexedObject): boolean {
  const { facts, uri } = entry;
  const own = keyOf(plainPath(uri), facts.kind, facts.name.text, facts.namespace?.text ?? '');
  return isWholeObject(entry) && own === keyOf(path, kind, written.name, written.namespace);
}

const byWritten = memo((build: Build): ReadonlyMap<string, readonly BuiltObject[]> =>
  groupBy(build.objects, ({ path, kind, written }) => keyOf(path, kind, written.name, written.namespace)),
);

function keyOf(...parts: readonly string[]): string {
  return parts.join('\n');
}

/**
 * `built in 3 overlays`, for a Service, Endpoints or slice; undefined where no kustomization includes it, and where the
 * only one leaves it alone.
 */
export function builtPhrase(entry: IndexedObject, files: Pick<Files, 'rootsOf'>): string | undefined {
  const found = builtObjects(entry, files);
  const names = new Set(found.map(({ root }) => root.name));
  if (names.size > 1) return `built in ${counted(names.size, 'overlay')}`;
  const path = plainPath(entry.uri);
  const [name] = names;
  return found.some(({ object }) => isChanged(object.root, path)) ? `built in ${name}` : undefined;
}

/** True where a part of the value is written in another file. */
function isChanged(value: BuiltValue, path: string): boolean {
  if (value.kind === 'scalar') return value.origins.some((origin) => origin.path !== path);
  if (value.origin.path !== path) return true;
  return value.kind === 'sequence'
    ? value.items.some((item) => isChanged(item, path))
    : value.entries.some((each) => isChanged(each.value, path));
}
