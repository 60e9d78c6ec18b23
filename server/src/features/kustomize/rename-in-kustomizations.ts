/** Renames a Service or a port in kustomizations: in targets, in JSON patches and in the paths of replacements. */
import { textOf, type Bound } from '../../analysis/binding/bind.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { isSlice, patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { resourceType } from '../../contract/contract.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import type { Type } from '../../contract/type.ts';
import { newestMinor } from '../../contract/version.ts';
import { spell } from '../../edits/spell.ts';
import { patternOf } from '../../kustomize/pattern.ts';
import { quote } from '../../text/quote.ts';
import { pointerSteps } from '../../tree/json-patch.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Scalar, type Value } from '../../tree/value.ts';
import { locateObject, portNames, serviceNameNode } from '../navigation/named-places.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import { renamingAt } from '../rename/rename.ts';
import {
  innerSpan,
  isRefusal,
  refuse,
  type RenameEdit,
  type RenamedObjects,
  type RenameRefusal,
  type RenameTarget,
} from '../rename/renaming.ts';
import type { Files, View } from '../view.ts';
import { patchEntries, spotOfPointer } from './json-patch-targets.ts';
import { inlinePatch, listItems, textRoot, trailAt, writtenKustomization } from './kustomization-text.ts';
import {
  includedObjects,
  kustomizationOf,
  patchersOf,
  selectedObjects,
  urisByPath,
  type IncludedObject,
  type IncludedObjects,
} from './kustomized-objects.ts';
import { mergePatchesIn, nameInPatch, objectsOfPatch } from './merge-patches.ts';
import { targetAt, targetsIn } from './target-at.ts';
import { ownValue } from '../../text/own-value.ts';

/** The renaming of the object that a target or an inline patch at the offset names; undefined elsewhere. */
export function renamingInKustomization(at: CursorPlace): RenameTarget | RenameRefusal | undefined {
  const { view, offset, files } = at;
  const root = writtenKustomization(view);
  if (!root) return undefined;
  const included = includedObjects(folderOf(plainPath(view.uri)), files);
  const target = targetAt(root, offset);
  const name = target && valueOf(target, 'name');
  if (target && name && trailAt(root, offset).last.value === name)
    return renamingOf(name, selectedObjects(target, included, files), files, (object) => serviceNameNode(object));
  const patch = mergePatchesIn(root, view, files).find(
    (each) => each.isInline && each.root.span.start <= offset && offset <= each.root.span.end,
  );
  const value = patch && trailAt(patch.root, offset).last.value;
  if (!patch || !value) return undefined;
  const patched = objectsOfPatch(patch, included, files);
  if (value === nameInPatch(patch)) return renamingOf(value, patched, files, (object) => serviceNameNode(object));
  const isPortName = patched.some(({ entry }) =>
    portNamesIn(patch.root, typeOf(entry), String(stringOf(value))).some((each) => each === value),
  );
  if (!isPortName) return undefined;
  return renamingOf(value, patched, files, (object) =>
    portNames(object).find((node) => textOf(node) === stringOf(value)),
  );
}

/** The renaming from the node of an object, at the place of a value in the kustomization that has the same text. */
function renamingOf(
  value: Value,
  objects: readonly IncludedObject[],
  files: Files,
  nodeOf: (object: PlacedObject) => Bound | undefined,
): RenameTarget | RenameRefusal | undefined {
  const text = stringOf(value);
  for (const { entry } of text ? objects : []) {
    const { view, object } = locateObject(entry, files) ?? {};
    const node = object && nodeOf(object);
    if (!view || !object || !node || textOf(node) !== text) continue;
    const renaming = renamingAt(view, object.start + node.value.span.start, files);
    return !renaming || isRefusal(renaming) ? renaming : { ...renaming, span: innerSpan(value, text ?? '', 0) };
  }
  return undefined;
}

/** A kustomization that includes a renamed object. */
interface Place {
  readonly view: View;
  readonly root: Mapping;
  readonly included: IncludedObjects;
  readonly files: Files;
}

/** The edits of kustomizations and JSON patches; refused where a target would select other objects than before. */
export function renamesInKustomizations(renamed: RenamedObjects, files: Files): readonly RenameEdit[] | RenameRefusal {
  const folders = new Set([...renamed.texts.keys()].flatMap(({ uri }) => patchersOf(uri, files)));
  const edits: RenameEdit[] = [];
  for (const folder of folders) {
    const view = kustomizationOf(folder, files);
    const root = view && writtenKustomization(view);
    if (!view || !root) continue;
    const place = { view, root, included: includedObjects(folder, files), files };
    const inTargets = renamed.what === 'service' ? renamesInTargets(renamed, place) : renamesInPaths(renamed, place);
    if (isRefusal(inTargets)) return inTargets;
    edits.push(...inTargets, ...renamesInPatches(renamed, place), ...renamesInMergePatches(renamed, place));
  }
  return edits;
}

function renamesInTargets(renamed: RenamedObjects, place: Place): readonly RenameEdit[] | RenameRefusal {
  const { view, root, included, files } = place;
  const edits: RenameEdit[] = [];
  for (const target of targetsIn(root, true)) {
    const name = valueOf(target, 'name');
    const text = stringOf(name);
    if (name?.kind !== 'scalar' || !text) continue;
    const selected = selectedObjects(target, included, files);
    // A slice keeps its own name.
    const isRenamed = ({ entry }: IncludedObject): boolean => renamed.texts.has(entry) && !isSlice(entry.facts);
    const mine = selected.filter(isRenamed);
    if (mine.length === 0) continue;
    const where = shownFile(view.uri, files);
    const names = new Set(
      mine.map((object) => newNames(object, renamed)[object.name === text ? 'current' : 'written']),
    );
    if (!/^[\w.-]+$/.test(text)) {
      const pattern = patternOf(text);
      if (mine.every((object) => Object.values(newNames(object, renamed)).some((each) => pattern?.(each)))) continue;
      return refuse(`The pattern ${quote(text)} in ${where} would no longer match. Change the pattern first.`);
    }
    const other = selected.find((object) => !isRenamed(object));
    const [by = ''] = names;
    if (other || names.size > 1) {
      const title = other ? `${patchedKind(other.entry.facts)} ${quote(shownName(other.entry))}` : 'another object';
      return refuse(`A target in ${where} also selects ${title} by this name. Add the kind to the target first.`);
    }
    edits.push({ view, edit: { span: name.span, text: spelledLike(name, by) }, label: `Target in ${where}` });
  }
  return edits;
}

/** The new name as its file writes it, and with the prefixes and suffixes of the bases. */
function newNames({ entry, name }: IncludedObject, { texts }: RenamedObjects): { written: string; current: string } {
  const before = entry.facts.name.text;
  const written = texts.get(entry) ?? before;
  const at = name.indexOf(before);
  return { written, current: name.slice(0, at) + written + name.slice(at + before.length) };
}

function spelledLike({ text }: Scalar, by: string): string {
  const mark = /^["']/.exec(text)?.[0];
  return mark === undefined ? spell(by, true) : mark + by + mark;
}

/** `spec.ports.[name=http].port` in replacements. */
function renamesInPaths(renamed: RenamedObjects, { view, root, included, files }: Place): readonly RenameEdit[] {
  return listItems(root, 'replacements').flatMap((item) => {
    if (item.kind !== 'mapping') return [];
    const source = valueOf(item, 'source');
    const targets = listItems(item, 'targets').filter((each) => each.kind === 'mapping');
    const paths = [
      ...(source?.kind === 'mapping' ? [{ by: source, path: valueOf(source, 'fieldPath') }] : []),
      ...targets.flatMap((target) => {
        const select = valueOf(target, 'select');
        return select?.kind === 'mapping' ? listItems(target, 'fieldPaths').map((path) => ({ by: select, path })) : [];
      }),
    ];
    return paths.flatMap(({ by, path }): RenameEdit[] => {
      const step = `[name=${renamed.before}]`;
      if (path?.kind !== 'scalar' || !path.text.includes(step)) return [];
      if (!selectedObjects(by, included, files).some(({ entry }) => renamed.texts.has(entry))) return [];
      const text = path.text.replaceAll(step, `[name=${renamed.after}]`);
      return [{ view, edit: { span: path.span, text }, label: `Path in ${shownFile(view.uri, files)}` }];
    });
  });
}

/** The names in inline merge patches, and the ports in those and in patches that a target applies. */
function renamesInMergePatches(renamed: RenamedObjects, { view, root, included, files }: Place): readonly RenameEdit[] {
  return mergePatchesIn(root, view, files).flatMap((patch): RenameEdit[] => {
    const object = objectsOfPatch(patch, included, files).find(({ entry }) => renamed.texts.has(entry));
    const name = nameInPatch(patch);
    if (!object || !name) return [];
    // The objects of the index are renamed already.
    const isMember = !patch.isInline && [...renamed.texts.keys()].some(({ uri }) => uri === patch.view.uri);
    const label = `Patch in ${shownFile(patch.view.uri, files)}`;
    const edit = (value: Scalar, by: string): RenameEdit => ({
      view: patch.view,
      edit: { span: value.span, text: spelledLike(value, by) },
      label,
    });
    if (renamed.what === 'port' && !isMember)
      return portNamesIn(patch.root, typeOf(object.entry), renamed.before).map((value) => edit(value, renamed.after));
    const service = nestedValue(patch.root, ['metadata', 'labels', serviceNameLabel]);
    if (renamed.what === 'port' || isMember) return [];
    if (isSlice(object.entry.facts))
      return service?.kind === 'scalar' && service.value === renamed.before ? [edit(service, renamed.after)] : [];
    const names = newNames(object, renamed);
    const isCurrent = name.value === object.name;
    const isNamed = isCurrent || name.value === object.entry.facts.name.text;
    return isNamed ? [edit(name, isCurrent ? names.current : names.written)] : [];
  });
}

/** The values of JSON patches that name the port, or in the label of a slice the Service. */
function renamesInPatches(renamed: RenamedObjects, place: Place): readonly RenameEdit[] {
  const { view, root, included, files } = place;
  return patchEntries(root).flatMap((entry): RenameEdit[] => {
    const target = valueOf(entry, 'target');
    const selected = target?.kind === 'mapping' ? selectedObjects(target, included, files) : [];
    const mine = selected.filter((object) => renamed.texts.has(object.entry));
    if (mine.length === 0) return [];
    const path = stringOf(valueOf(entry, 'path'));
    const uri = path === undefined ? view.uri : urisByPath(files).get(resolvePath(folderOf(plainPath(view.uri)), path));
    const patchView = path === undefined ? view : files.view(uri ?? '');
    const operations =
      path === undefined
        ? inlinePatch(valueOf(entry, 'patch'), view.located.text)
        : patchView && textRoot(patchView.located);
    if (!patchView || operations?.kind !== 'sequence') return [];
    const other = selected.find((object) => !renamed.texts.has(object.entry));
    const warning =
      other && `The patch also changes ${patchedKind(other.entry.facts)} ${quote(shownName(other.entry))}.`;
    const found = new Set(
      mine.flatMap((object) => operations.items.flatMap((each) => namesIn(each, object.entry, renamed))),
    );
    return [...found].map((value) => ({
      view: patchView,
      edit: { span: value.span, text: spelledLike(value, renamed.after) },
      label: `Patch in ${shownFile(patchView.uri, files)}`,
      ...(warning === undefined ? {} : { warning }),
    }));
  });
}

/** The scalars in the value of an operation that are the old name. */
function namesIn(operation: Value, entry: IndexedObject, { what, before }: RenamedObjects): readonly Scalar[] {
  const value = operation.kind === 'mapping' ? valueOf(operation, 'value') : undefined;
  const pointer = operation.kind === 'mapping' ? stringOf(valueOf(operation, 'path')) : undefined;
  if (!value || pointer === undefined) return [];
  const steps = pointerSteps(pointer);
  if (what === 'service') {
    const isLabel = isSlice(entry.facts) && steps.join('\n') === ['metadata', 'labels', serviceNameLabel].join('\n');
    return isLabel && value.kind === 'scalar' && value.value === before ? [value] : [];
  }
  const type = typeOf(entry);
  const spot = spotOfPointer(type, steps, newestMinor);
  const owner = steps.at(-1) === 'name' ? spotOfPointer(type, steps.slice(0, -1), newestMinor) : undefined;
  if (owner && isPort(owner.type)) return value.kind === 'scalar' && value.value === before ? [value] : [];
  return spot ? portNamesIn(value, spot.type, before) : [];
}

function typeOf({ facts }: IndexedObject): Type {
  const kind = patchedKind(facts);
  return resourceType(kind) ?? neighbourType(kind);
}

function isPort(type: Type): boolean {
  return type.kind === 'object' && ['ServicePort', 'EndpointPort', 'EndpointSlicePort'].includes(type.base);
}

function portNamesIn(value: Value, type: Type, before: string): readonly Scalar[] {
  if (value.kind === 'sequence' && type.kind === 'list')
    return value.items.flatMap((item) => portNamesIn(item, type.item, before));
  if (value.kind !== 'mapping' || type.kind !== 'object') return [];
  return value.entries.flatMap(({ name, value: inner }) => {
    if (name === 'name' && isPort(type)) return inner.kind === 'scalar' && inner.value === before ? [inner] : [];
    const field = ownValue(type.fields, name);
    return field ? portNamesIn(inner, field.type, before) : [];
  });
}
