/** textDocument/prepareTypeHierarchy: Endpoints, slices and Services with the patches that change them, in both directions. */
import { SymbolKind, type TypeHierarchyItem } from 'vscode-languageserver-types';
import { isFamilyKind, patchedKind, relativesOf } from '../../analysis/workspace/family.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import { nearestObjects } from '../../analysis/workspace/nearest.ts';
import { byPlace, type IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { contains, shift } from '../../text/span.ts';
import { urisByPath } from '../kustomize/kustomized-objects.ts';
import { objectAt, objectHolding, type CursorPlace } from '../navigation/object-at-cursor.ts';
import { namedPlaceAt } from '../navigation/named-places.ts';
import { builtOrigins, startOfBuild } from '../shown/built-from-file.ts';
import { builtObjects } from '../shown/built-target.ts';
import { locatorIn } from '../traffic/field-places.ts';
import type { Files } from '../view.ts';
import { dataIn, dataOf, entryOfData, hierarchyItem, itemPlace, objectTitle } from './hierarchy-items.ts';

/** On the kind, the name or the label of an object, and anywhere in a JSON patch, which has no name. */
export function prepareTypes(cursor: CursorPlace): TypeHierarchyItem[] {
  const { view, offset, files } = cursor;
  const found = objectAt(cursor);
  if (!found || !isFamilyKind(found.entry.facts)) return [];
  const means = namedPlaceAt(view, offset, files)?.means.what;
  const isOwn = means === 'name' || means === 'kind' || means === 'service-label';
  return isOwn || found.object.resource.isJsonPatch ? itemsOf([found.entry], files) : [];
}

/** Of a patch, the objects that it changes. Empty for an item that is no longer there. */
export function supertypes(item: unknown, files: Files): TypeHierarchyItem[] {
  const entry = entryIn(item, files);
  return entry && isPatch(entry)
    ? itemsOf([...patchedByName(entry, files), ...patchedByBuild(entry, files)], files)
    : [];
}

/** Of an object, the patches that change it. Empty for an item that is no longer there. */
export function subtypes(item: unknown, files: Files): TypeHierarchyItem[] {
  const entry = entryIn(item, files);
  return entry && !isPatch(entry) ? itemsOf([...namingIt(entry, files), ...changingIt(entry, files)], files) : [];
}

function entryIn(item: unknown, files: Files): IndexedObject | undefined {
  const data = dataIn(item);
  return data && entryOfData(data, files);
}

function isPatch({ facts }: IndexedObject): boolean {
  return facts.kind.endsWith('Patch');
}

/** Each once, by file and line. */
function itemsOf(entries: readonly IndexedObject[], files: Files): TypeHierarchyItem[] {
  const locate = locatorIn(files, 'client');
  return [...new Set(entries)].toSorted(byPlace).flatMap((entry) => {
    const place = itemPlace(locate(entry, ['metadata', 'name']));
    const draft = place && { name: objectTitle(entry), kind: SymbolKind.Class, place, data: dataOf(entry, files, '') };
    return draft ? [hierarchyItem(draft, '', files)] : [];
  });
}

/** The nearest objects of the kind and name that the patch has. */
function patchedByName(patch: IndexedObject, { workspace }: Files): readonly IndexedObject[] {
  const wanted = relativesOf([patch], workspace).filter(
    (each) => !isPatch(each) && each.facts.kind === patchedKind(patch.facts) && shareName(each, patch),
  );
  return nearestObjects(wanted, patch.uri);
}

function namingIt(entry: IndexedObject, files: Files): readonly IndexedObject[] {
  return relativesOf([entry], files.workspace).filter(
    (each) => isPatch(each) && shareName(each, entry) && patchedByName(each, files).includes(entry),
  );
}

function shareName(one: IndexedObject, other: IndexedObject): boolean {
  return one.identities.some(({ namespace, name }) =>
    other.identities.some((each) => each.namespace === namespace && each.name === name),
  );
}

/** Patches of kustomizations, which may select the object by a target: the build knows where each value comes from. */
function changingIt(entry: IndexedObject, files: Files): readonly IndexedObject[] {
  const own = plainPath(entry.uri);
  const origins = builtObjects(entry, files).flatMap(({ object }) => builtOrigins(object.root));
  return origins
    .filter(({ path }) => path !== own)
    .flatMap(({ path, span }) => {
      const view = files.view(urisByPath(files).get(path) ?? '');
      const object = view && objectHolding(objectsIn(view.file), span.start);
      const patch = object && files.workspace.entriesIn(view.uri)[object.ordinal];
      return patch && isPatch(patch) && patchedKind(patch.facts) === entry.facts.kind ? [patch] : [];
    });
}

function patchedByBuild(patch: IndexedObject, files: Files): readonly IndexedObject[] {
  const view = files.view(patch.uri);
  const object = view && objectsIn(view.file)[patch.ordinal];
  if (!object) return [];
  const path = plainPath(patch.uri);
  const whole = shift(object.resource.span, object.start);
  return files
    .rootsOf(patch.uri)
    .flatMap(({ build }) => build.objects)
    .filter(({ root }) => builtOrigins(root).some((origin) => origin.path === path && contains(whole, origin.span)))
    .flatMap((each) => startOfBuild(each, files) ?? [])
    .filter(({ facts }) => facts.kind === patchedKind(patch.facts));
}
