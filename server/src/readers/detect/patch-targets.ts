/** Finds patches and replacements of kustomize, Flux and Argo CD that change Endpoints. */
import { folderOf, isInside, plainPath, resolvePath, surroundingKind } from '../../analysis/workspace/placement.ts';
import { quote } from '../../text/quote.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { everything, isWrittenName, namedReach, documentObjects, reachOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt } from '../foreign-objects.ts';
import { includingFolders, type IncludingFolders } from '../kustomized-metadata.ts';
import type { FoundReader, Reach, ReadObject } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { comparableSource, treesInside } from './api-objects.ts';

const lists = /^(?:patches|patchesJson6902|patchesStrategicMerge)$/;

export function patchReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const found = /\b(?:patch(?:es)?\w*|replacements)\b/i.test(text.text)
    ? text.trees.flatMap((tree) =>
        tree.outer ? [] : entriesIn(tree.root).flatMap((placed) => patchesAt(placed, tree, text)),
      )
    : [];
  const own = patchFolders(estate).get(plainPath(text.uri)) ?? [];
  const [path] = own;
  const folder = path === undefined ? undefined : { path, isRelative: false };
  const files = folder ? patchesInFile(text).map((each) => ({ ...each, folder })) : [];
  return [...found, ...files].map((each): FoundReader => {
    const reach = reachOfPatch(each, text, estate);
    return {
      ...reach,
      ...(text.isTemplate && { certainty: 'likely' }),
      span: each.tree.place(each.word.span),
      kind: 'patch-target',
      change: 'person',
      message: messageFor(each),
    };
  });
}

interface PatchedFolder {
  readonly path: string;
  /** True for the path of Flux, which starts at the root of the repository: a folder above the file. */
  readonly isRelative: boolean;
}

interface EndpointsPatch {
  /** The word that names the kind. */
  readonly word: Value;
  readonly tree: SearchedTree;
  /** Undefined where it is missing, or not known. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The folder whose objects the patch may change; undefined for everything. */
  readonly folder: PatchedFolder | undefined;
  readonly isReplacement?: boolean;
}

/** A list of patches or replacements, or a transformer of kustomize. */
function patchesAt(
  { entry, owner, around }: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
): readonly EndpointsPatch[] {
  const { name, value } = entry;
  const folder = folderFor(around, text);
  if (name === 'target' && /^Patch\w*Transformer$/.test(textAt(owner, 'kind') ?? ''))
    return targetPatch(value, [], tree, folder);
  if (value.kind !== 'sequence' || value.isAlias) return [];
  if (name === 'replacements') return value.items.flatMap((item) => replacementsIn(item, tree, folder));
  if (!lists.test(name)) return [];
  const items = value.items.filter((item) => item.kind === 'mapping');
  const sliceBodies = items.flatMap((item) =>
    namesKind(textAt(item, 'target', 'kind'), 'EndpointSlice') ? bodyOf(item, tree) : [],
  );
  return value.items.flatMap((item) => {
    if (item.kind !== 'mapping') return inlinePatches(item, tree, text, folder);
    const target = valueOf(item, 'target');
    const body = bodyOf(item, tree);
    if (target) return targetPatch(target, sliceBodies.includes(body) ? [target] : [], tree, folder);
    if (isEndpointsObject(item)) return [objectPatch(item, tree, folder)];
    const patch = valueOf(item, 'patch');
    return patch ? inlinePatches(patch, tree, text, folder) : [];
  });
}

function bodyOf(item: Mapping, tree: SearchedTree): string {
  const value = valueOf(item, 'patch') ?? valueOf(item, 'path');
  return value ? comparableSource(tree, value) : '';
}

/** The kind of a target is a regular expression. */
function namesKind(kind: string | undefined, wanted: string): boolean {
  const words = (kind ?? '').replace(/^\^|\$$/g, '').replace(/^\((.*)\)$/, '$1');
  return words.split('|').includes(wanted);
}

function targetPatch(
  target: Value,
  ready: readonly Value[],
  tree: SearchedTree,
  folder: PatchedFolder | undefined,
): readonly EndpointsPatch[] {
  const word = nestedValue(target, ['kind']);
  const kind = stringOf(word);
  const isCore = (textAt(target, 'group') ?? '') === '' && /^(?:v1)?$/.test(textAt(target, 'version') ?? '');
  if (!word || !namesKind(kind, 'Endpoints') || namesKind(kind, 'EndpointSlice') || !isCore || ready.includes(target))
    return [];
  const plain = (name: string): string | undefined => textAt(target, name)?.replace(/^\^(.*)\$$/, '$1');
  return [{ word, tree, name: plain('name'), namespace: plain('namespace'), folder }];
}

function isEndpointsObject(mapping: Mapping): boolean {
  return textAt(mapping, 'kind') === 'Endpoints' && (textAt(mapping, 'apiVersion') ?? 'v1') === 'v1';
}

function objectPatch(mapping: Mapping, tree: SearchedTree, folder: PatchedFolder | undefined): EndpointsPatch {
  return {
    word: valueOf(mapping, 'kind') ?? mapping,
    tree,
    name: textAt(mapping, 'metadata', 'name'),
    namespace: textAt(mapping, 'metadata', 'namespace'),
    folder,
  };
}

/** A strategic merge patch as a text. */
function inlinePatches(
  value: Value,
  tree: SearchedTree,
  text: SearchedText,
  folder: PatchedFolder | undefined,
): readonly EndpointsPatch[] {
  return treesInside(text, tree, value).flatMap((inner) =>
    inner.root.kind === 'mapping' && isEndpointsObject(inner.root) ? [objectPatch(inner.root, inner, folder)] : [],
  );
}

function replacementsIn(item: Value, tree: SearchedTree, folder: PatchedFolder | undefined): readonly EndpointsPatch[] {
  if (item.kind !== 'mapping') return [];
  const selected = mappingsAt(item, 'targets').flatMap((each) => valueOf(each, 'select') ?? []);
  const source = valueOf(item, 'source');
  const all = [...(source ? [source] : []), ...selected];
  if (all.some((each) => textAt(each, 'kind') === 'EndpointSlice')) return [];
  return all.flatMap((each) => targetPatch(each, [], tree, folder).map((patch) => ({ ...patch, isReplacement: true })));
}

/** Files that are patches without a target, by path: the folders of their kustomizations. */
const folders = new WeakMap<Estate, ReadonlyMap<string, readonly string[]>>();

function patchFolders(estate: Estate): ReadonlyMap<string, readonly string[]> {
  const known = folders.get(estate);
  if (known) return known;
  const found = new Map<string, string[]>();
  for (const text of estate.texts) {
    if (surroundingKind(text.uri) !== 'kustomization') continue;
    const folder = folderOf(plainPath(text.uri));
    for (const { root } of text.trees) {
      if (root.kind !== 'mapping') continue;
      const merged = valueOf(root, 'patchesStrategicMerge');
      const plain = mappingsAt(root, 'patches').filter((each) => !valueOf(each, 'target'));
      const paths = [
        ...(merged?.kind === 'sequence' ? merged.items.map(stringOf) : []),
        ...plain.map((each) => textAt(each, 'path')),
      ];
      for (const path of new Set(paths)) {
        if (path === undefined || path.includes('\n')) continue;
        const key = resolvePath(folder, path);
        const known = found.get(key);
        if (known) known.push(folder);
        else found.set(key, [folder]);
      }
    }
  }
  folders.set(estate, found);
  return found;
}

function patchesInFile(text: SearchedText): readonly EndpointsPatch[] {
  return documentObjects(text).flatMap(({ kind, mapping, tree }) =>
    kind === 'Endpoints' && isEndpointsObject(mapping) ? [objectPatch(mapping, tree, undefined)] : [],
  );
}

/** The folder of a kustomization, or the path of a Kustomization of Flux below a folder above it. */
function folderFor(around: readonly Mapping[], { uri }: SearchedText): PatchedFolder | undefined {
  if (surroundingKind(uri) === 'kustomization') return { path: folderOf(plainPath(uri)), isRelative: false };
  const flux = around.find((each) => textAt(each, 'apiVersion')?.startsWith('kustomize.toolkit.fluxcd.io/'));
  const path = flux && textAt(flux, 'spec', 'path');
  return path === undefined ? undefined : { path, isRelative: true };
}

function reachOfPatch({ name, namespace, folder }: EndpointsPatch, { uri }: SearchedText, estate: Estate): Reach {
  const known = namespace !== undefined && /^[\w.-]+$/.test(namespace) ? namespace : undefined;
  if (name !== undefined && isWrittenName(name) && /^[\w.-]+$/.test(name))
    return namedReach(estate, uri, { name, namespace: known });
  const all = everything(estate, uri);
  if (folder === undefined) return all;
  const includers = includersIn(estate);
  const inside = all.objects.filter(
    (object) => isOfFolder(object, folder, uri, includers) && (known === undefined || object.namespace === known),
  );
  return inside.length === 0 || inside.length === all.objects.length ? all : reachOf(inside);
}

const includersOf = new WeakMap<Estate, IncludingFolders>();

function includersIn(estate: Estate): IncludingFolders {
  const known = includersOf.get(estate) ?? includingFolders(estate.texts);
  includersOf.set(estate, known);
  return known;
}

/** Below the folder, or included by its kustomization. The folder of Flux is below one of the folders above the file. */
function isOfFolder(object: ReadObject, folder: PatchedFolder, uri: string, includers: IncludingFolders): boolean {
  const path = plainPath(object.uri);
  if (!folder.isRelative) return isIncluded(path, folder.path, includers, new Set());
  const below = resolvePath('', folder.path).replace(/^\/+/, '');
  if (below === '') return true;
  for (let above = folderOf(plainPath(uri)); above !== ''; above = folderOf(above)) {
    if (isInside(path, `${above}/${below}`) || isIncluded(path, `${above}/${below}`, includers, new Set())) return true;
  }
  return false;
}

function isIncluded(path: string, folder: string, includers: IncludingFolders, seen: Set<string>): boolean {
  return [...(includers.get(path) ?? [])].some((each) => {
    if (each === folder) return true;
    if (seen.has(each)) return false;
    seen.add(each);
    return isIncluded(each, folder, includers, seen);
  });
}

function messageFor({ name, isReplacement }: EndpointsPatch): string {
  const object = name === undefined || !isWrittenName(name) ? 'Endpoints' : `Endpoints ${quote(name)}`;
  if (isReplacement === true)
    return `A replacement of kustomize names ${object}, and finds nothing when EndpointSlices replace it. Name the EndpointSlice, whose fields are endpoints and ports, not subsets.`;
  return `A patch changes ${object}, and changes nothing or fails the build when EndpointSlices replace it. Patch the EndpointSlice, whose name differs and whose fields are endpoints and ports, not subsets.`;
}
