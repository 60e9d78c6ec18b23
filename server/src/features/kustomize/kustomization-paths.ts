/** Finds the files and folders that a field of a kustomization can name, and what they hold. */
import { folderOf, isInside, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { counted } from '../../text/quote.ts';
import { isKustomizationPath, isRemotePath } from '../../tree/kustomization.ts';
import type { Slot } from '../../tree/slot.ts';
import { valueOf } from '../../tree/value.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { shownName } from '../navigation/object-words.ts';
import type { Files } from '../view.ts';
import { writtenKustomization, textRoot, writtenPaths } from './kustomization-text.ts';
import {
  includedObjects,
  isComponent,
  isOwnObject,
  kustomizationOf,
  kustomizationRootOf,
  urisByPath,
} from './kustomized-objects.ts';

export interface ProposedPath {
  readonly path: string;
  readonly detail: string;
  readonly isFolder: boolean;
}

/** Of more paths than these, only those are proposed that start with the typed text. */
const mostPaths = 200;

/** The paths for the field, the nearest first; without those that the kustomization lists already. */
export function proposablePaths(
  field: string,
  { files, view }: CursorPlace,
  { word, prefix }: Pick<Slot, 'word' | 'prefix'>,
): { readonly paths: readonly ProposedPath[]; readonly isCut: boolean } {
  const own = folderOf(plainPath(view.uri));
  const root = writtenKustomization(view);
  const listed = new Set(
    (root ? writtenPaths(root) : []).filter(({ text }) => text !== word).map(({ text }) => resolvePath(own, text)),
  );
  const isFree = (path: string): boolean => !listed.has(path);
  const found = [
    ...(takesFiles(field) ? filesBelow(own, files).filter(isFree) : []).map((path) => ({ path, isFolder: false })),
    ...(takesFolders(field) ? foldersFor(field, own, files).filter(isFree) : []).map((path) => ({
      path,
      isFolder: true,
    })),
  ];
  const all = found
    .filter(({ path, isFolder }) => isFolder || !field.startsWith('resources') || holdsObjects(path, files))
    .map((each) => ({ ...each, path: relativePath(own, each.path), at: each.path }));
  const isCut = all.length > mostPaths;
  const paths = (isCut ? all.filter(({ path }) => path.startsWith(prefix)) : all)
    .toSorted((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))
    .slice(0, mostPaths)
    .map(({ path, isFolder, at }) => ({ path, isFolder, detail: contentWords(at, files) ?? '' }));
  return { paths, isCut };
}

function takesFiles(field: string): boolean {
  return field !== 'bases.*' && field !== 'components.*';
}

function takesFolders(field: string): boolean {
  return /^(?:resources|bases|components|generators|transformers|validators)\b/.test(field);
}

/** Kustomize rejects a file that is not below the folder. */
function filesBelow(folder: string, files: Files): readonly string[] {
  return [...urisByPath(files).keys()].filter(
    (path) => isInside(path, folder) && /\.(?:ya?ml|json)$/.test(path) && !isKustomizationPath(path),
  );
}

/** A folder must not contain this kustomization, which would be a cycle. */
function foldersFor(field: string, own: string, files: Files): readonly string[] {
  const folders = [...urisByPath(files).keys()].filter(isKustomizationPath).map(folderOf);
  return [...new Set(folders)].filter(
    (folder) =>
      folder !== own && !isInside(own, folder) && holdsComponent(folder, files) === field.startsWith('components'),
  );
}

function holdsComponent(folder: string, files: Files): boolean {
  const root = kustomizationRootOf(folder, files);
  return root !== undefined && isComponent(root);
}

function holdsObjects(path: string, files: Files): boolean {
  const { workspace } = files;
  const uri = urisByPath(files).get(path) ?? '';
  return !workspace.isPatch(uri) && workspace.entriesIn(uri).some(({ facts }) => isOwnObject(facts));
}

function depth(path: string): number {
  return path.split('/').length;
}

/** The path of a file or folder as seen from a folder. */
function relativePath(from: string, to: string): string {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((part, i) => part !== b[i]);
  const common = shared < 0 ? a.length : shared;
  return [...a.slice(common).map(() => '..'), ...b.slice(common)].join('/');
}

/** The file that a path names: of a folder its kustomization. Undefined where none is in sight. */
export function namedFile(folder: string, path: string, files: Files): string | undefined {
  if (isRemotePath(path)) return undefined;
  const resolved = resolvePath(folder, path);
  return urisByPath(files).get(resolved) ?? kustomizationOf(resolved, files)?.uri;
}

/** The most objects that a line names. */
const mostNames = 4;

/** `Endpoints orders, Service orders`, for a file or a folder with a kustomization; undefined where none is in sight. */
export function contentWords(path: string, files: Files): string | undefined {
  const uri = urisByPath(files).get(path);
  const folder = uri === undefined ? kustomizationOf(path, files) : undefined;
  if (uri === undefined && !folder) return undefined;
  const entries = folder
    ? includedObjects(path, files).objects.map(({ entry }) => entry)
    : files.workspace.entriesIn(uri ?? '').filter(({ facts }) => isOwnObject(facts));
  const operations = uri === undefined ? '' : patchWords(uri, files);
  if (operations !== '') return operations;
  const names = entries.map((entry) => `${entry.facts.kind.replace(/Patch$/, ' patch')} ${shownName(entry)}`.trim());
  if (names.length > mostNames)
    return `${names.slice(0, mostNames).join(', ')} and ${counted(names.length - mostNames, 'other object')}`;
  return names.join(', ');
}

/** `JSON patch with 2 operations`; empty for another text. */
function patchWords(uri: string, files: Files): string {
  const view = files.view(uri);
  const root = view && textRoot(view.located);
  const isPatch =
    root?.kind === 'sequence' &&
    root.items.length > 0 &&
    root.items.every((item) => item.kind === 'mapping' && valueOf(item, 'op') !== undefined);
  return isPatch ? `JSON patch with ${counted(root.items.length, 'operation')}` : '';
}
