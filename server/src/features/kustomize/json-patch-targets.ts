/** Finds which objects a JSON patch changes, and what the contract has at a path of it. */
import { spotAt, type Spot } from '../../analysis/binding/spot.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { resourceType } from '../../contract/contract.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import type { ObjectType, Type } from '../../contract/type.ts';
import { memo } from '../../text/memo.ts';
import { isIndexSegment } from '../../tree/json-patch.ts';
import { isKustomizationPath } from '../../tree/kustomization.ts';
import { childrenOf, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { locateObject } from '../navigation/named-places.ts';
import type { Files, View } from '../view.ts';
import { inlinePatch, listItems, textRoot, trailAt, writtenKustomization, type Trail } from './kustomization-text.ts';
import { includedObjects, selectedObjects, urisByPath, type IncludedObject } from './kustomized-objects.ts';

/** An entry of `patches` that applies a JSON patch. */
export interface JsonPatchUse {
  /** The folder of its kustomization. */
  readonly folder: string;
  readonly target: Mapping;
}

/** The list of operations around the offset, and where it is applied; undefined outside of a JSON patch. */
export function jsonPatchTextAt({
  view,
  offset,
  files,
}: CursorPlace): { readonly root: Value | undefined; readonly uses: readonly JsonPatchUse[] } | undefined {
  const root = writtenKustomization(view);
  if (!root) {
    const uses = usesByPath(files).get(plainPath(view.uri)) ?? [];
    const written = textRoot(view.located);
    return uses.length > 0 && written?.kind !== 'mapping' ? { root: written, uses } : undefined;
  }
  // The line at the cursor may be blank, and then it is behind the end of the entry.
  const entry = patchEntries(root).findLast(({ span }) => span.start <= offset);
  const patch = entry && valueOf(entry, 'patch');
  if (!entry || !patch) return undefined;
  const inner = inlinePatch(patch, view.located.text);
  if (inner?.kind === 'mapping') return undefined;
  return { root: inner, uses: useOf(entry, folderOf(plainPath(view.uri))) };
}

/** The values around the offset in a list of operations; undefined outside of a JSON patch. */
export function operationTrail(
  at: CursorPlace,
): { readonly trail: Trail; readonly uses: readonly JsonPatchUse[] } | undefined {
  const { root, uses } = jsonPatchTextAt(at) ?? {};
  if (!uses || root?.kind !== 'sequence' || at.offset < root.span.start || at.offset > root.span.end) return undefined;
  return { trail: trailAt(root, at.offset), uses };
}

/** True for the value of `path` or `from` in an operation. */
export function isAtPointer({ last: { path }, isKey }: Trail): boolean {
  return !isKey && path.length === 2 && (path[1] === 'path' || path[1] === 'from');
}

/** The entries with patches, in the order of the text. */
export function patchEntries(root: Mapping): readonly Mapping[] {
  return ['patches', 'patchesJson6902']
    .flatMap((name) => listItems(root, name))
    .filter((item) => item.kind === 'mapping')
    .toSorted((a, b) => a.span.start - b.span.start);
}

function useOf(entry: Mapping, folder: string): readonly JsonPatchUse[] {
  const target = valueOf(entry, 'target');
  return target?.kind === 'mapping' ? [{ folder, target }] : [];
}

/** By path of a file: the entries with a target that apply it. */
const usesByPath = memo((files: Files): ReadonlyMap<string, readonly JsonPatchUse[]> => {
  const uses = new Map<string, JsonPatchUse[]>();
  for (const { view, root } of kustomizationsIn(files)) {
    const folder = folderOf(plainPath(view.uri));
    for (const entry of patchEntries(root)) {
      const path = stringOf(valueOf(entry, 'path'));
      if (path === undefined) continue;
      const file = resolvePath(folder, path);
      uses.set(file, [...(uses.get(file) ?? []), ...useOf(entry, folder)]);
    }
  }
  return uses;
});

/** All kustomizations in sight that can be read. */
export function kustomizationsIn(files: Files): readonly { readonly view: View; readonly root: Mapping }[] {
  return [...urisByPath(files)].flatMap(([path, uri]) => {
    const view = isKustomizationPath(path) ? files.view(uri) : undefined;
    const root = view && writtenKustomization(view);
    return view && root ? [{ view, root }] : [];
  });
}

export interface PatchedTypes {
  readonly types: readonly ObjectType[];
  readonly objects: readonly IncludedObject[];
}

/** The types of the objects that the patch changes: of the kind that its target names, or of the objects in sight. */
export function patchedTypes(uses: readonly JsonPatchUse[], files: Files): PatchedTypes {
  const objects = uses.flatMap(({ folder, target }) => selectedObjects(target, includedObjects(folder, files), files));
  const named = uses.flatMap(({ target }) => stringOf(valueOf(target, 'kind')) ?? []);
  const kinds = new Set([
    ...objects.map(({ entry }) => patchedKind(entry.facts)),
    ...named.filter((kind) => resourceType(kind) !== undefined || kind === 'Service'),
  ]);
  return { types: [...kinds].map((kind) => resourceType(kind) ?? neighbourType(kind)), objects };
}

/** What the contract has at the path; undefined where it has nothing. */
export function spotOfPointer(root: Type, steps: readonly string[], minor: number): Spot | undefined {
  let spot: Spot | undefined = { type: root, owner: undefined, field: undefined };
  for (const step of steps) {
    const isItem: boolean = spot?.type.kind === 'list' && isIndexSegment(step);
    spot = spot && spotAt(spot.type, [isItem ? 0 : step], minor);
  }
  return spot;
}

/** A value in the file of an object. Its span is relative to `start`. */
export interface PlacedValue {
  readonly view: View;
  readonly entry: IndexedObject;
  readonly start: number;
  readonly value: Value;
}

/** The values at the path in the files of the objects. */
export function valuesAtPointer(
  objects: readonly IncludedObject[],
  steps: readonly string[],
  files: Files,
): readonly PlacedValue[] {
  return objects.flatMap(({ entry }) => {
    const { view, object } = locateObject(entry, files) ?? {};
    let value: Value | undefined = object?.resource.properties;
    for (const step of steps) value = value && stepInto(value, step);
    return view && object && value ? [{ view, entry, start: object.start, value }] : [];
  });
}

function stepInto(value: Value, step: string): Value | undefined {
  if (value.kind === 'mapping') return valueOf(value, step);
  return /^-?\d+$/.test(step) ? childrenOf(value).at(Number(step)) : undefined;
}

/** The operation at the offset: the last one that starts before it. */
export function operationAt(root: Value | undefined, offset: number): Mapping | undefined {
  const operation = root && childrenOf(root).findLast(({ span }) => span.start <= offset);
  return operation?.kind === 'mapping' ? operation : undefined;
}
