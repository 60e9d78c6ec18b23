/** Asks git what has changed since a commit, and what the files were before. */
import { basename, dirname, join } from 'node:path';
import { attachment } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../command-options.ts';
import { isBelow, realPath } from '../../disk/paths.ts';
import { readBlobs } from './blobs.ts';
import { isSameAs } from './content.ts';
import { askGit } from './process.ts';
import type { GitResult, Question } from './process.ts';
import { UsageError } from '../usage.ts';

/** What differs between a commit and the files on the disk, whether it is committed, staged or neither. */
export interface GitChanges {
  /** The commit that the files are compared with. */
  readonly base: string;
  /** The topmost folder of the repository, without links. */
  readonly root: string;
  /**
   * Files that are there, by their paths without links. A folder stands for all that is in it: a submodule at another commit, or
   * another repository. Ask `changeOf`, which knows of links and folders.
   */
  readonly changed: ReadonlyMap<string, GitChange>;
  /** Regular files that are gone, by their paths without links: what git calls their texts at the base. */
  readonly deleted: ReadonlyMap<string, string>;
}

export interface GitChange {
  /** The path at the base, another one where the file was renamed; undefined for what is new. */
  readonly before: string | undefined;
  /** What git calls the text at the base; undefined where there was no regular file. */
  readonly blob: string | undefined;
}

/** All changes since the last commit that `ref` and HEAD have in common. Throws a UsageError where that cannot be told. */
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

/** How the file has changed; undefined where it has not. What is outside the repository counts as new: nobody knows what it was. */
export function changeOf(changes: GitChanges, path: string): GitChange | undefined {
  const known = answersOf(changes);
  if (!known.has(path)) known.set(path, changeAtPath(changes, path));
  return known.get(path);
}

/** Links are resolved once: each file is asked for at every step of a run. */
const answersOf = attachment((_changes: GitChanges) => new Map<string, GitChange | undefined>());

function changeAtPath({ root, changed }: GitChanges, path: string): GitChange | undefined {
  const real = realPath(path);
  // A link has changed where it leads elsewhere, or what it leads to has changed.
  const itself = join(realPath(dirname(path)), basename(path));
  if (!isBelow(real, root)) return fresh;
  return changeAt(real, root, changed) ?? (isBelow(itself, root) ? changeAt(itself, root, changed) : undefined);
}

/**
 * What the files were at the base, without a byte order mark, by the paths that are asked for: changed ones and deleted ones. Those
 * that are new, have not changed, were no text, were too large to be read, or are not in this clone are left out.
 */
export function committedTexts(changes: GitChanges, paths: readonly string[]): ReadonlyMap<string, string> {
  const blobs = new Map(paths.map((path) => [path, changes.deleted.get(path) ?? changeOf(changes, path)?.blob]));
  const wanted = [...new Set(blobs.values())].filter((blob) => blob !== undefined);
  const contents = readBlobs(wanted, changes.root);
  const texts = new Map<string, string>();
  for (const [path, blob] of blobs) {
    const text = blob === undefined ? undefined : contents.get(blob);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

const fresh: GitChange = { before: undefined, blob: undefined };

function changeAt(path: string, root: string, changed: ReadonlyMap<string, GitChange>): GitChange | undefined {
  const change = changed.get(path);
  if (change) return change;
  for (let at = dirname(path); at.length > root.length; at = dirname(at)) if (changed.has(at)) return fresh;
  return undefined;
}

function repositoryAt(cwd: string): { readonly root: string; readonly isShallow: boolean } {
  const { code, out, said } = askGit({ cwd, args: ['rev-parse', '--is-shallow-repository', '--show-toplevel'] });
  if (code !== 0) {
    if (/not a git repository/i.test(said))
      throw new UsageError('--since needs a git repository, and the working directory is in none. Leave --since out.');
    if (/dubious ownership/.test(said))
      throw new UsageError(
        '--since: The repository belongs to another user, and git does not trust it. Allow it with "git config --global --add safe.directory FOLDER".',
      );
    if (/work tree/.test(said))
      throw new UsageError('--since needs files that are checked out, and this repository has none here.');
    throw new UsageError(`git cannot read the repository (${said}). Check that "git status" works here.`);
  }
  const text = out.toString();
  const cut = text.indexOf('\n');
  return { root: realPath(text.slice(cut + 1).replace(/\r?\n$/, '')), isShallow: text.startsWith('true') };
}

const fetchMore =
  'This clone is shallow: fetch more of the history, on GitHub Actions with fetch-depth: 0 for actions/checkout.';

function mergeBase(ref: string, root: string, isShallow: boolean): string {
  if (ref === '') throw new UsageError('--since "" names nothing. Name a branch, a tag or a commit.');
  if (ref.startsWith('-') || ref.includes('\0'))
    throw new UsageError(`--since ${shown(ref)} is no name that git knows. Name a branch, a tag or a commit.`);
  const head = commitOf('HEAD', root);
  if (head === undefined) throw new UsageError(`--since ${ref}: Nothing is committed here yet. Leave --since out.`);
  const commit = commitOf(ref, root);
  if (commit === undefined)
    throw new UsageError(`--since ${ref} names no commit of this repository. ${wayToName(ref, root, isShallow)}`);
  const { out, code } = askGit({ cwd: root, args: ['merge-base', commit, head] });
  const base = out.toString().trim();
  if (code === 0 && isCommitId(base)) return base;
  const wayOut = isShallow ? fetchMore : 'Name a branch that this one comes from.';
  throw new UsageError(`--since ${ref}: git finds no commit that it has in common with what is checked out. ${wayOut}`);
}

function wayToName(ref: string, root: string, isShallow: boolean): string {
  const args = ['for-each-ref', '--format=%(refname:short)'];
  const names = askGit({ cwd: root, args }).out.toString().split('\n');
  const meant = names.find((name) => name.endsWith(`/${ref}`)) ?? nearest(ref, names);
  if (meant) return `Did you mean ${meant}?`;
  return isShallow ? fetchMore : 'Name a branch, a tag or a commit; "git fetch" gets those of others.';
}

function commitOf(ref: string, root: string): string | undefined {
  const { out, code } = askGit({ cwd: root, args: ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`] });
  const id = out.toString().trim();
  return code === 0 && isCommitId(id) ? id : undefined;
}

function isCommitId(text: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(text);
}

interface Difference {
  readonly status: string;
  /** At the base, as are the blob and the path before. */
  readonly mode: string;
  readonly blob: string;
  readonly before: string;
  readonly name: string;
  /** True where git knows only that somebody may have written the file. */
  readonly isUnknown: boolean;
}

/** Of what is tracked. Without names for what was renamed where the clone lacks the texts that would tell. */
function differences(base: string, root: string): readonly Difference[] {
  const settings = withoutFilters(root);
  const ways = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty'];
  const question = (renames: string): Question => ({
    cwd: root,
    settings,
    args: ['diff', '--raw', '--abbrev=64', '-z', renames, ...ways, base, '--'],
  });
  let answer = askGit(question('--find-renames'));
  if (answer.code !== 0) answer = askGit(question('--no-renames'));
  return readRaw(textOf(answer));
}

/** `:100644 100644 ID ID M`, the path, and of what was renamed the path now; each ends with a zero. */
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

/**
 * To compare a file, git would run the program that a repository may have set up for files of its kind. No setting turns that off
 * for all, so that each is turned off by name.
 */
function withoutFilters(root: string): readonly string[] {
  const args = ['config', '--null', '--name-only', '--get-regexp', '^filter\\.'];
  const names = askGit({ cwd: root, args }).out.toString().split('\0');
  const filters = new Set(names.flatMap((name) => /^filter\.([^]+)\.[^.]+$/.exec(name)?.[1] ?? []));
  for (const filter of filters)
    if (filter.includes('=') || filter.includes('\n'))
      throw new UsageError(`The git filter ${JSON.stringify(filter)} cannot be turned off. Give it a plain name.`);
  return [...filters].flatMap((filter) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${filter}.${setting}`),
  );
}

/** What git does not track, and .gitignore does not exclude. A folder that is another repository ends with a slash. */
function untracked(root: string): readonly string[] {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  return textOf(askGit({ cwd: root, args }))
    .split('\0')
    .filter((name) => name !== '');
}

function textOf({ code, out, said }: GitResult): string {
  if (code === 0) return out.toString();
  throw new UsageError(`git cannot say what has changed (${said}). Check that "git status" works here.`);
}
