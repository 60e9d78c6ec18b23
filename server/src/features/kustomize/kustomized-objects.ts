/** Finds the objects that a kustomization includes, in the files that are in sight, and those that a target selects. */
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { readKustomization } from '../../frontends/read-kustomization.ts';
import { patternOf } from '../../kustomize/pattern.ts';
import { labelSelector } from '../../kustomize/select.ts';
import { uniqueBy } from '../../text/group.ts';
import { attachment, memo } from '../../text/memo.ts';
import type { Build } from '../../tree/built.ts';
import { chartValuesKind } from '../../tree/document.ts';
import { isKustomizationPath, kustomizationNames, type Kustomization } from '../../tree/kustomization.ts';
import { isNull, nestedValue, stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import type { Located } from '../lsp.ts';
import { locateObject } from '../navigation/named-places.ts';
import type { Files, View } from '../view.ts';
import { writtenKustomization } from './kustomization-text.ts';

/** An object as the patches of a kustomization see it. */
export interface IncludedObject {
  readonly entry: IndexedObject;
  /** With the prefixes and suffixes of the bases. */
  readonly name: string;
  /** That of the nearest base that sets one, else the written one. */
  readonly namespace: string;
}

export interface IncludedObjects {
  readonly objects: readonly IncludedObject[];
  /** False where some objects are not in sight: remote ones, generated ones, and files that are not read. */
  readonly isWhole: boolean;
}

/** The URIs of all files in sight, by path. */
export const urisByPath = memo(
  (files: Files): ReadonlyMap<string, string> =>
    new Map([...files.texts()].map(([uri]): readonly [string, string] => [plainPath(uri), uri])),
);

/** The URIs of the files in sight that a build reads. */
export function urisRead({ reads }: Build, files: Files): readonly string[] {
  const uris = urisByPath(files);
  return [...reads].flatMap((path) => uris.get(path) ?? []);
}

/** The kustomization of a folder; undefined where none is in sight. */
export function kustomizationOf(folder: string, files: Files): View | undefined {
  const uris = urisByPath(files);
  const uri = kustomizationNames.map((name) => uris.get(`${folder}/${name}`)).find((each) => each !== undefined);
  return uri === undefined ? undefined : files.view(uri);
}

const modelOf = memo(({ text }: Located): Kustomization => readKustomization(text));

/** The objects that the patches of a kustomization can change, before its own prefix. */
export function includedObjects(folder: string, files: Files): IncludedObjects {
  const known = includedBy(files);
  const found = known.get(folder) ?? findIncluded(folder, files);
  known.set(folder, found);
  return found;
}

/** By folder. Many targets of one kustomization ask for the same objects. */
const includedBy = attachment((_files: Files) => new Map<string, IncludedObjects>());

function findIncluded(folder: string, files: Files): IncludedObjects {
  const own = objectsIn(folder, files, new Set());
  const root = kustomizationRootOf(folder, files);
  if (!root || !isComponent(root)) return own;
  const callers = (includersByPath(files).get(folder) ?? []).map((each) => objectsIn(each, files, new Set()));
  return {
    objects: uniqueBy(
      [own, ...callers].flatMap(({ objects }) => objects),
      ({ entry }) => entry,
    ),
    isWhole: own.isWhole && callers.every((each) => each.isWhole),
  };
}

/** True for the root of a component, which only other kustomizations build. */
export function isComponent(root: Mapping): boolean {
  return stringOf(valueOf(root, 'kind')) === 'Component';
}

/** The tree of the kustomization of a folder; undefined where there is none in sight, or no mapping. */
export function kustomizationRootOf(folder: string, files: Files): Mapping | undefined {
  const view = kustomizationOf(folder, files);
  return view && writtenKustomization(view);
}

function objectsIn(folder: string, files: Files, outer: ReadonlySet<string>): IncludedObjects {
  const view = kustomizationOf(folder, files);
  if (!view || outer.has(folder)) return { objects: [], isWhole: false };
  const model = modelOf(view.located);
  const around = new Set([...outer, folder]);
  const parts = model.resources.map((path) => objectsAt(resolvePath(folder, path), files, around));
  return {
    objects: parts.flatMap(({ objects }) => objects),
    isWhole: !model.isOpen && parts.every(({ isWhole }) => isWhole),
  };
}

function objectsAt(path: string, files: Files, around: ReadonlySet<string>): IncludedObjects {
  const uri = urisByPath(files).get(path);
  if (uri !== undefined) {
    const entries = files.workspace.entriesIn(uri).filter(isWhole);
    return { objects: entries.map(writtenObject), isWhole: true };
  }
  const below = objectsIn(path, files, around);
  const view = kustomizationOf(path, files);
  if (!view) return below;
  const { namePrefix, nameSuffix, namespace } = modelOf(view.located);
  const objects = below.objects.map((object) => ({
    entry: object.entry,
    name: `${namePrefix}${object.name}${nameSuffix}`,
    namespace: namespace || object.namespace,
  }));
  return { ...below, objects };
}

function writtenObject(entry: IndexedObject): IncludedObject {
  const { name, namespace } = entry.facts;
  return { entry, name: name.text, namespace: namespace?.text ?? 'default' };
}

/** False for patches, for objects inside of other ones, and for the values of a chart. */
function isWhole({ facts }: IndexedObject): boolean {
  return !facts.kind.endsWith('Patch') && isOwnObject(facts);
}

/** False for an object inside of another one, and for the values of a chart. */
export function isOwnObject({ kind, carrier }: IndexedObject['facts']): boolean {
  return !carrier && kind !== chartValuesKind;
}

/** The folders whose kustomizations include the file, directly or through other folders; the nearest first. */
function includersOf(uri: string, files: Files): readonly string[] {
  const includers = includersByPath(files);
  const found = new Set<string>();
  const queue = [plainPath(uri)];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const folder of includers.get(path) ?? []) {
      if (found.has(folder)) continue;
      found.add(folder);
      queue.push(folder);
    }
  }
  return [...found];
}

/** The folders whose patches may change the objects of the file: of what includes it, and of their components. */
export function patchersOf(uri: string, files: Files): readonly string[] {
  const found = includersOf(uri, files);
  const components = found.flatMap((folder) => {
    const view = kustomizationOf(folder, files);
    return view ? modelOf(view.located).components.map((path) => resolvePath(folder, path)) : [];
  });
  return [...new Set([...found, ...components])];
}

/** By path of a file or folder: the folders whose kustomizations list it. */
const includersByPath = memo((files: Files): ReadonlyMap<string, readonly string[]> => {
  const includers = new Map<string, string[]>();
  for (const [path, uri] of urisByPath(files)) {
    const view = isKustomizationPath(path) ? files.view(uri) : undefined;
    const folder = folderOf(path);
    for (const each of view ? new Set(modelOf(view.located).resources) : []) {
      const included = resolvePath(folder, each);
      includers.set(included, [...(includers.get(included) ?? []), folder]);
    }
  }
  return includers;
});

/** The objects that a target selects; the `select` of a replacement is a target, too. */
export function selectedObjects(target: Mapping, included: IncludedObjects, files: Files): readonly IncludedObject[] {
  return selectedBy(
    (field) => {
      const value = valueOf(target, field);
      return value === undefined || isNull(value) ? undefined : (stringOf(value) ?? unknownPattern);
    },
    included,
    files,
  );
}

/** False for a target with a pattern or a selector that is not valid: kustomize rejects it. */
export function isValidTarget(target: Mapping): boolean {
  const isValid = (field: string, read: (text: string) => unknown): boolean => {
    const value = valueOf(target, field);
    return value === undefined || isNull(value) || read(stringOf(value) ?? unknownPattern) !== undefined;
  };
  return (
    fieldTests.every(([field]) => isValid(field, patternOf)) &&
    selectorFields.every((field) => isValid(field, (text) => (text === '' ? true : labelSelector(text))))
  );
}

const selectorFields = ['labelSelector', 'annotationSelector'];

/** Selects nothing, like a value that is no text. */
const unknownPattern = '*';

/** The same for the texts of the fields; an empty text selects everything. */
export function selectedBy(
  fieldText: (field: string) => string | undefined,
  { objects }: IncludedObjects,
  files: Files,
): readonly IncludedObject[] {
  const tests = fieldTests.flatMap(([field, textsOf]) => {
    const text = fieldText(field);
    if (!text) return [];
    const pattern = patternOf(text);
    return [(object: IncludedObject) => pattern !== undefined && textsOf(object, files).some(pattern)];
  });
  const selectors = selectorFields.flatMap((field) => {
    const text = fieldText(field);
    return text ? [{ field: field.replace('Selector', 's'), isMet: labelSelector(text) }] : [];
  });
  return objects.filter(
    (object) =>
      tests.every((test) => test(object)) &&
      selectors.every(({ field, isMet }) => isMet?.(textsIn(object, files, field)) ?? false),
  );
}

type TextsOf = (object: IncludedObject, files: Files) => readonly string[];

/** The texts of an object that each field of a target is compared with. */
const fieldTests: readonly (readonly [field: string, textsOf: TextsOf])[] = [
  ['kind', ({ entry }) => [patchedKind(entry.facts)]],
  ['group', ({ entry }) => [entry.facts.group]],
  ['name', ({ entry, name }) => [entry.facts.name.text, name]],
  ['namespace', ({ entry, namespace }) => [entry.facts.namespace?.text ?? 'default', namespace]],
  ['version', ({ entry }, files) => [versionOf(entry, files)]],
];

/** The API version without its group. */
export function versionOf(entry: IndexedObject, files: Files): string {
  const apiVersion = locateObject(entry, files)?.object.resource.apiVersion ?? '';
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/** The labels or the annotations of an object. */
function textsIn({ entry }: IncludedObject, files: Files, field: string): ReadonlyMap<string, string> {
  const written = nestedValue(locateObject(entry, files)?.object.resource.properties, ['metadata', field]);
  const entries = written?.kind === 'mapping' ? written.entries : [];
  return new Map(entries.map(({ name, value }) => [name, stringOf(value) ?? '']));
}
