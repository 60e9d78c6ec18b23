/** Finds the files that have changed since a commit, and their texts in that commit. */
import { basename, dirname, join } from 'node:path';
import { attachment } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../command-options.ts';
import { isBelow, realPath } from '../../disk/paths.ts';
import { readBlobs } from './blobs.ts';
import { isSameAs } from './content.ts';
import { refusePipes } from './pipes.ts';
import { gitOutput, runGit, type GitCall } from './process.ts';
import { UsageError } from '../usage.ts';

/** The differences between a commit and the files on the disk, committed, staged or neither. */
export interface GitChanges {
  readonly base: string;
  /** The top folder of the repository, without links. */
  readonly root: string;
  /** By paths without links. A folder (a submodule at another commit, another repository) means all its files. */
  readonly changed: ReadonlyMap<string, GitChange>;
  /** The blobs of deleted regular files, by their paths without links. */
  readonly deleted: ReadonlyMap<string, string>;
}

export interface GitChange {
  /** The path at the base, which differs for a renamed file; undefined for a new file. */
  readonly before: string | undefined;
  /** The id at the base; undefined if there was no regular file. */
  readonly blob: string | undefined;
}

/** All changes since the merge base of `ref` and HEAD. Throws a UsageError if git cannot list them. */
export function changesSince(ref: string, cwd: string): GitChanges {
  const { root, isShallow } = repositoryAt(cwd);
  const base = mergeBase(ref, root, isShallow);
  const changed = new Map<string, GitChange>();
  const deleted = new Map<string, string>();
  const pathOf = (name: string): string => join(root, name);
  for (const { status, mode, blob, before, name, isUnknown } of differences(base, root)) {
    const isFile = mode === '100644' || mode === '100755';
    if (status === 'D' && isFile) deleted.set(pathOf(name), blob);
    if (status === 'D' || (isUnknown && isSameAs({ id: blob, mode }, pathOf(name)))) continue;
    const isNew = status === 'A';
    changed.set(pathOf(name), {
      before: isNew ? undefined : pathOf(before),
      blob: isNew || !isFile ? undefined : blob,
    });
  }
  for (const name of untracked(root)) changed.set(pathOf(name.replace(/\/$/, '')), fresh);
  return { base, root, changed, deleted };
}

/** Undefined for an unchanged file. A file outside of the repository counts as new. */
export function changeOf(changes: GitChanges, path: string): GitChange | undefined {
  const known = answersOf(changes);
  if (!known.has(path)) known.set(path, changeAtPath(changes, path));
  return known.get(path);
}

/** Remembered, because every step of a run asks for every file and links are slow to resolve. */
const answersOf = attachment((_changes: GitChanges) => new Map<string, GitChange | undefined>());

function changeAtPath({ root, changed }: GitChanges, path: string): GitChange | undefined {
  const real = realPath(path);
  // A link has changed if its target is another one, or the target has changed.
  const itself = join(realPath(dirname(path)), basename(path));
  if (!isBelow(real, root)) return fresh;
  return changeAt(real, root, changed) ?? (isBelow(itself, root) ? changeAt(itself, root, changed) : undefined);
}

/** The texts at the base, by path. New and unchanged files, and blobs that `readBlobs` leaves out, are missing. */
export function committedTexts(changes: GitChanges, paths: readonly string[]): ReadonlyMap<string, string> {
  const blobs = paths.map((path) => [path, changes.deleted.get(path) ?? changeOf(changes, path)?.blob ?? ''] as const);
  const contents = readBlobs([...new Set(blobs.map(([, blob]) => blob))].filter(Boolean), changes.root);
  return new Map(
    blobs.flatMap(([path, blob]) => {
      const text = contents.get(blob);
      return text === undefined ? [] : [[path, text]];
    }),
  );
}

const fresh: GitChange = { before: undefined, blob: undefined };

function changeAt(path: string, root: string, changed: ReadonlyMap<string, GitChange>): GitChange | undefined {
  const change = changed.get(path);
  if (change) return change;
  for (let at = dirname(path); at.length > root.length; at = dirname(at)) if (changed.has(at)) return fresh;
  return undefined;
}

function repositoryAt(cwd: string): { readonly root: string; readonly isShallow: boolean } {
  refusePipes(cwd);
  const { code, out, problem } = runGit({ cwd, args: ['rev-parse', '--is-shallow-repository', '--show-toplevel'] });
  if (code !== 0) {
    const known = repositoryProblems.find(([pattern]) => pattern.test(problem));
    throw new UsageError(
      known?.[1] ?? `git cannot read the repository (${problem}). Check that "git status" works here.`,
    );
  }
  const text = out.toString();
  const cut = text.indexOf('\n');
  return { root: realPath(text.slice(cut + 1).replace(/\r?\n$/, '')), isShallow: text.startsWith('true') };
}

/** The messages of git, and the ones to print instead. */
const repositoryProblems: readonly (readonly [RegExp, string])[] = [
  [/not a git repository/i, '--since needs a git repository, but the working directory is not in one. Remove --since.'],
  [
    /dubious ownership/,
    '--since: The repository belongs to another user, so git does not trust it. Allow it with "git config --global --add safe.directory FOLDER".',
  ],
  [/work tree/, '--since needs a work tree, but this repository has none here. Remove --since.'],
];

const fetchMore =
  'This clone is shallow. Fetch more history; in GitHub Actions, set fetch-depth: 0 for actions/checkout.';

function mergeBase(ref: string, root: string, isShallow: boolean): string {
  if (ref === '') throw new UsageError('--since must not be empty. Use a branch, a tag or a commit.');
  if (ref.startsWith('-') || ref.includes('\0'))
    throw new UsageError(`--since ${shown(ref)} is not a valid revision. Use a branch, a tag or a commit.`);
  const head = commitOf('HEAD', root);
  if (head === undefined) throw new UsageError(`--since ${ref}: The repository has no commits yet. Remove --since.`);
  const commit = commitOf(ref, root);
  if (commit === undefined)
    throw new UsageError(`--since ${ref} is not a commit of this repository. ${revisionAdvice(ref, root, isShallow)}`);
  const base = commitIn(root, ['merge-base', commit, head]);
  if (base !== undefined) return base;
  const wayOut = isShallow ? fetchMore : 'Use a branch that HEAD comes from.';
  throw new UsageError(`--since ${ref} has no common ancestor with HEAD. ${wayOut}`);
}

function revisionAdvice(ref: string, root: string, isShallow: boolean): string {
  const args = ['for-each-ref', '--format=%(refname:short)'];
  const names = runGit({ cwd: root, args }).out.toString().split('\n');
  const meant = names.find((name) => name.endsWith(`/${ref}`)) ?? nearest(ref, names);
  if (meant) return `Did you mean ${meant}?`;
  return isShallow ? fetchMore : 'Use a branch, a tag or a commit. "git fetch" gets remote branches.';
}

function commitOf(ref: string, root: string): string | undefined {
  return commitIn(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
}

/** The commit that git prints; undefined if it prints none. */
function commitIn(root: string, args: readonly string[]): string | undefined {
  const { out, code } = runGit({ cwd: root, args });
  const id = out.toString().trim();
  return code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

interface Difference {
  readonly status: string;
  /** At the base, like the blob and the path before. */
  readonly mode: string;
  readonly blob: string;
  readonly before: string;
  readonly name: string;
  /** True if git has not compared the contents: the file may be unchanged. */
  readonly isUnknown: boolean;
}

/** Tracked files. A partial clone may lack the blobs to detect renames. */
function differences(base: string, root: string): readonly Difference[] {
  const settings = withoutFilters(root);
  const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty'];
  const callWith = (renames: string): GitCall => ({
    cwd: root,
    settings,
    args: ['diff', '--raw', '--abbrev=64', '-z', renames, ...options, base, '--'],
  });
  const { code, out } = runGit(callWith('--find-renames'));
  return readRaw(code === 0 ? out.toString() : listing(callWith('--no-renames')));
}

/** `:100644 100644 ID ID M`, the path and, for a renamed file, the new path; each ends with NUL. */
function readRaw(text: string): readonly Difference[] {
  const found: Difference[] = [];
  const parts = text.split('\0');
  for (let i = 0; i + 1 < parts.length;) {
    const [mode = '', modeNow, blob = '', blobNow = '', status = ''] = (parts[i++] ?? '').slice(1).split(' ');
    const before = parts[i++] ?? '';
    const name = /^[RC]/.test(status) ? (parts[i++] ?? '') : before;
    const isUnknown = status === 'M' && mode === modeNow && /^0+$/.test(blobNow);
    found.push({ status, mode, blob, before, name, isUnknown });
  }
  return found;
}

/** To compare files, git runs the filter programs of the repository. No setting turns them all off, so turn off each by name. */
function withoutFilters(root: string): readonly string[] {
  const args = ['config', '--null', '--name-only', '--get-regexp', '^filter\\.'];
  const names = runGit({ cwd: root, args }).out.toString().split('\0');
  const filters = new Set(names.flatMap((name) => /^filter\.([^]+)\.[^.]+$/.exec(name)?.[1] ?? []));
  for (const filter of filters)
    if (filter.includes('=') || filter.includes('\n'))
      throw new UsageError(
        `The git filter ${JSON.stringify(filter)} cannot be turned off. Rename it without "=" and line breaks.`,
      );
  return [...filters].flatMap((filter) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${filter}.${setting}`),
  );
}

/** Untracked files that .gitignore does not exclude. The path of another repository ends with a slash. */
function untracked(root: string): readonly string[] {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  return listing({ cwd: root, args })
    .split('\0')
    .filter((name) => name !== '');
}

function listing(call: GitCall): string {
  return gitOutput(call, 'list the changes', 'status').toString();
}
