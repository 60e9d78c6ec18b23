/** Finds and builds the kustomization that the command line names. */
import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { realPath, reason, slashed, targetStat } from '../../disk/paths.ts';
import { Builder } from '../../kustomize/build.ts';
import { counted, listed } from '../../text/quote.ts';
import type { Build, BuiltObject, OutsideSource } from '../../tree/built.ts';
import { isKustomizationPath, kustomizationNames } from '../../tree/kustomization.ts';
import { placeText } from '../object-places.ts';
import { kustomizationIn } from '../surroundings.ts';
import { UsageError } from '../usage.ts';
import { DiskFiles } from './disk-files.ts';

export interface NamedRoot {
  /** As the command line names the folder. */
  readonly name: string;
  /** Without symbolic links. */
  readonly folder: string;
  readonly build: Build;
  readonly files: DiskFiles;
  /** The name of a path, as the command line names the folder. */
  readonly nameOf: (path: string) => string;
  /** Why it cannot be built, each with its place; then it has no objects. */
  readonly problems: readonly string[];
}

export interface RootOptions {
  readonly cwd: string;
  /** The most bytes that are read of a file; undefined for the default. */
  readonly largest: number | undefined;
}

/** Throws a UsageError where no kustomization is at the root. */
export function buildRoot(root: string, { cwd, largest }: RootOptions): NamedRoot {
  const from = realPath(cwd);
  const isNamedFully = isAbsolute(root);
  const nameOf = (path: string): string => slashed(isNamedFully ? path : relative(from, path)) || '.';
  const folder = slashed(realPath(folderOf(root, cwd)));
  const files = new DiskFiles({ nameOf, largest });
  const build = new Builder(files).build(folder);
  return { name: nameOf(folder), folder, build, files, nameOf, problems: problemsOf(build, files) };
}

/** The objects that a root makes of Services, Endpoints and EndpointSlices. */
export function relevantObjects({ objects }: Build): readonly BuiltObject[] {
  return objects.filter(
    ({ apiVersion, kind }) =>
      (apiVersion === 'v1' && (kind === 'Service' || kind === 'Endpoints')) ||
      (apiVersion.startsWith('discovery.k8s.io/') && kind === 'EndpointSlice'),
  );
}

/** How to see what a build does silently; undefined where there is nothing. */
export function remarksNote({ name, build }: NamedRoot): string | undefined {
  const count = build.remarks.length;
  if (count === 0) return undefined;
  const what = `${counted(count, 'part')} of this kustomization may not do what ${count === 1 ? 'it seems' : 'they seem'} to do.`;
  return `${what} Run "endpoints check --build ${name}" to see the ${count === 1 ? 'finding' : 'findings'}.`;
}

function folderOf(root: string, cwd: string): string {
  if (root === '-') throw new UsageError('A kustomization cannot be read from standard input. Name its directory.');
  if (root === '') throw new UsageError('An empty path names nothing. Name a directory with a kustomization.');
  const path = resolve(cwd, root);
  const stat = targetStat(path);
  if (!stat) throw new UsageError(`${root} does not exist. Name a directory with a kustomization.`);
  if (stat.isDirectory()) {
    const file = kustomizationIn(path);
    if (file !== undefined && targetStat(file)?.isDirectory() !== true) return path;
    throw new UsageError(`${root} has no ${listed(kustomizationNames, 'or')}. ${wayOut(path, root)}`);
  }
  if (kustomizationNames.includes(basename(path))) return dirname(path);
  throw new UsageError(`${root} is not a kustomization. Name a directory with a kustomization.`);
}

/** At most so many directories are named. */
const mostNamed = 3;

function wayOut(folder: string, root: string): string {
  const found = foldersIn(folder).filter((name) => kustomizationIn(join(folder, name)) !== undefined);
  if (found.length === 0) return 'Name a directory with a kustomization.';
  const shown = found.slice(0, mostNamed).map((name) => slashed(join(root, name)));
  const more = found.length > shown.length ? ['another one below it'] : [];
  return `Name ${listed([...shown, ...more], 'or')}.`;
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  } catch (error) {
    if (reason(error) === String(error)) throw error;
    return [];
  }
}

function problemsOf(build: Build, files: DiskFiles): readonly string[] {
  const { failure } = build;
  const failed = failure ? [`${placeText(files.placeOf(failure.at))}: ${failure.message}`] : [];
  return [...new Set([...failed, ...outsideTexts(build, files)])];
}

/** What is not known of a build and may matter, each with its place. */
export function outsideTexts({ outside, reads }: Build, files: DiskFiles): readonly string[] {
  const copies = [...reads].some((path) => isCopying(path, files));
  return outside
    .filter(({ what }) => what !== 'generator' || copies)
    .map((source) => `${placeText(files.placeOf(source.at))}: ${outsideText(source, files)}`);
}

/** The same of the files that cannot be read. */
export function unreadableTexts({ outside, ...build }: Build, files: DiskFiles): readonly string[] {
  return outsideTexts({ ...build, outside: outside.filter((source) => problemOf(source, files) !== undefined) }, files);
}

/** True for a kustomization that may copy the data of a ConfigMap into other objects. */
function isCopying(path: string, files: DiskFiles): boolean {
  return isKustomizationPath(path) && /\b(?:replacements|vars)\b/.test(files.read(path) ?? '');
}

function outsideText({ what, name, at }: OutsideSource, files: DiskFiles): string {
  switch (what) {
    case 'remote':
      return `${name} is remote, and a build opens no connection. Copy it into this repository.`;
    case 'chart':
      return `The chart ${name} is not rendered. Add the output of "helm template" to resources instead.`;
    case 'plugin':
      return `The plugin ${name} is not run. Add its output to resources instead.`;
    case 'generator':
    case 'unread-file':
      return problemOf({ what, name, at }, files) ?? `${name} was not read. Check its permissions.`;
  }
}

/** Why the file or folder cannot be read; undefined for another source. */
function problemOf({ what, name, at }: OutsideSource, files: DiskFiles): string | undefined {
  if (what !== 'generator' && what !== 'unread-file') return undefined;
  const path = slashed(resolve(dirname(at.path), name));
  // Of a folder, its kustomization was not read.
  const paths = [path, ...kustomizationNames.map((each) => `${path}/${each}`)];
  return paths.map((each) => files.problemAt(each)).find((problem) => problem !== undefined);
}
