/** Links a kustomization and its files: paths to files, targets and JSON patches to objects, and objects to their patches. */
import type { DocumentLink } from 'vscode-languageserver-types';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { shift, type Span } from '../../text/span.ts';
import { pointerSteps } from '../../tree/json-patch.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { rangeOf } from '../lsp.ts';
import { locateObject, namedPlaceAt, serviceNameNode } from '../navigation/named-places.ts';
import type { NavigationLink } from '../navigation/navigation.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import type { ViewPlace } from '../navigation/related-places.ts';
import type { Files, View } from '../view.ts';
import { withoutQuotes } from '../written-values.ts';
import { isAtPointer, kustomizationsIn, operationTrail, patchedTypes, valuesAtPointer } from './json-patch-targets.ts';
import { namedFile } from './kustomization-paths.ts';
import { writtenKustomization, pathPattern, pathFields, trailAt, writtenPaths } from './kustomization-text.ts';
import {
  includedObjects,
  kustomizationOf,
  patchersOf,
  selectedObjects,
  type IncludedObject,
} from './kustomized-objects.ts';
import { mergePatchesIn, nameInPatch, objectsOfPatch } from './merge-patches.ts';
import { targetAt, targetsIn } from './target-at.ts';

/** The paths of files and folders in sight as links; a folder links to its kustomization. */
export function pathLinks(view: View, files: Files): DocumentLink[] {
  const root = writtenKustomization(view);
  const folder = folderOf(plainPath(view.uri));
  return (root ? writtenPaths(root) : []).flatMap(({ text, span }) => {
    const target = /^https?:\/\/[^\s?]+$/.test(text) ? text : namedFile(folder, text, files);
    return target === undefined
      ? []
      : [{ range: rangeOf(view.located, withoutQuotes(view.located.text, span)), target }];
  });
}

/** From a path to its file, from a target to its objects, and from the path of a JSON patch to the value. */
export function kustomizeDefinition(at: CursorPlace): NavigationLink | undefined {
  const { view, offset, files } = at;
  const inPatch = pointerDefinition(at);
  if (inPatch) return inPatch;
  const root = writtenKustomization(view);
  if (!root) return undefined;
  const folder = folderOf(plainPath(view.uri));
  const { last, isKey, span } = trailAt(root, offset);
  const text = stringOf(last.value);
  if (!isKey && text !== undefined && pathFields.has(pathPattern(last.path))) {
    const file = files.view(namedFile(folder, text, files) ?? '');
    return file && { origin: span, places: [startOf(file)] };
  }
  const inline = inlineNameAt(root, at);
  if (inline) return inline;
  const target = targetAt(root, offset);
  const found = target ? selectedObjects(target, includedObjects(folder, files), files) : [];
  if (found.length === 0) return undefined;
  return { origin: span, places: found.flatMap(({ entry }) => objectPlace(entry, files) ?? []) };
}

/** From the name of an inline merge patch to the object that it patches. */
function inlineNameAt(root: Mapping, { view, offset, files }: CursorPlace): NavigationLink | undefined {
  const patch = mergePatchesIn(root, view, files).find((each) => each.isInline && isAt(nameInPatch(each), offset));
  const name = patch && nameInPatch(patch);
  if (!name) return undefined;
  const found = objectsOfPatch(patch, includedObjects(folderOf(plainPath(view.uri)), files), files);
  const places = found.flatMap(({ entry }) => objectPlace(entry, files) ?? []);
  return places.length > 0 ? { origin: name.span, places } : undefined;
}

/** From the name in the file of a merge patch to the objects that it patches, also by an earlier name of theirs. */
export function patchFileDefinition({ view, offset, files }: CursorPlace): NavigationLink | undefined {
  for (const includer of kustomizationsIn(files)) {
    const own = mergePatchesIn(includer.root, includer.view, files).filter((each) => each.view.uri === view.uri);
    const patch = own.find((each) => isAt(nameInPatch(each), offset));
    const name = patch && nameInPatch(patch);
    const included = includedObjects(folderOf(plainPath(includer.view.uri)), files);
    const places = patch
      ? objectsOfPatch(patch, included, files).flatMap(({ entry }) => objectPlace(entry, files) ?? [])
      : [];
    if (name && places.length > 0) return { origin: name.span, places };
  }
  return undefined;
}

function isAt(value: Value | undefined, offset: number): boolean {
  return value !== undefined && value.span.start <= offset && offset <= value.span.end;
}

function startOf(view: View): ViewPlace {
  const span = { start: 0, end: 0 };
  return { view, span, whole: span };
}

function objectPlace(entry: IndexedObject, files: Files): ViewPlace | undefined {
  const { view, object } = locateObject(entry, files) ?? {};
  if (!view || !object) return undefined;
  const span = serviceNameNode(object)?.value.span ?? object.resource.head;
  return { view, span: shift(span, object.start), whole: shift(object.resource.span, object.start) };
}

/** From the path of an operation to the value that the objects have there. */
function pointerDefinition(at: CursorPlace): NavigationLink | undefined {
  const { trail, uses } = operationTrail(at) ?? {};
  if (!trail || !uses || !isAtPointer(trail)) return undefined;
  const { last } = trail;
  const { objects } = patchedTypes(uses, at.files);
  const steps = pointerSteps(stringOf(last.value) ?? '');
  // A value that the operation adds is not there yet: its parent is.
  const exact = valuesAtPointer(objects, steps, at.files);
  const found = exact.length > 0 ? exact : valuesAtPointer(objects, steps.slice(0, -1), at.files);
  const places = found.map(({ view, start, value }) => {
    const span = shift(value.span, start);
    return { view, span, whole: span };
  });
  return places.length > 0 ? { origin: last.value.span, places } : undefined;
}

/** The targets and merge patches of kustomizations that select the object at the offset, at its name or its kind. */
export function targetReferences({ view, offset, files }: CursorPlace): readonly ViewPlace[] {
  const place = namedPlaceAt(view, offset, files);
  if (!place || !['name', 'kind'].includes(place.means.what)) return [];
  const { entry } = place;
  return patchersOf(view.uri, files).flatMap((folder) => {
    const includer = kustomizationOf(folder, files);
    const root = includer && writtenKustomization(includer);
    const included = includedObjects(folder, files);
    if (!includer || !root) return [];
    const isOwn = (each: IncludedObject): boolean => each.entry === entry;
    const targets = targetsIn(root).filter((target) => selectedObjects(target, included, files).some(isOwn));
    const patches = mergePatchesIn(root, includer, files).filter(
      (patch) => !patch.target && objectsOfPatch(patch, included, files).some(isOwn),
    );
    return [
      ...targets.map((target) => ({ view: includer, span: spanOf(target), whole: target.span })),
      ...patches.flatMap((patch) => {
        const name = nameInPatch(patch);
        return name ? [{ view: patch.view, span: name.span, whole: patch.root.span }] : [];
      }),
    ];
  });
}

/** The name in the target, else its kind, else all of it. */
function spanOf(target: Mapping): Span {
  return (valueOf(target, 'name') ?? valueOf(target, 'kind') ?? target).span;
}
