/** Reads texts out of a git repository, all of them at once. */
import { isUtf8 } from 'node:buffer';
import { largest } from './content.ts';
import { askGit } from './process.ts';
import type { Question } from './process.ts';
import { UsageError } from '../usage.ts';

/** The texts without byte order marks, by the ids of their blobs; without those that are too large, no text or not there. */
export function readBlobs(ids: readonly string[], root: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  // What is too large is never read: the sizes are asked for before.
  const wanted = sizesOf(ids, root).filter(({ size }) => size <= largest);
  if (wanted.length === 0) return texts;
  const maxBuffer = wanted.reduce((sum, { size }) => sum + size + longestHead, longestHead);
  const all = outputOf({ ...asking('--batch', wanted, root), maxBuffer });
  let at = 0;
  for (const { id, size } of wanted) {
    const start = all.indexOf('\n', at) + 1;
    at = start + size + 1;
    const bytes = all.subarray(start, start + size);
    if (isUtf8(bytes)) texts.set(id, bytes.toString().replace(/^\uFEFF/, ''));
  }
  return texts;
}

interface Blob {
  readonly id: string;
  readonly size: number;
}

/** `ID blob SIZE` before each text, and the line break behind it. */
const longestHead = 128;

function sizesOf(ids: readonly string[], root: string): readonly Blob[] {
  if (ids.length === 0) return [];
  const blobs = ids.map((id) => ({ id }));
  const { code, out } = askGit(asking('--batch-check', blobs, root));
  const lines = code === 0 ? out : outputOf(asking('--batch-check', presentAmong(ids, root), root));
  return lines
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
      return id === undefined ? [] : [{ id, size: Number(size) }];
    });
}

/** In a clone that was made without old texts, git gives up at the first one that is not there. */
function presentAmong(ids: readonly string[], root: string): readonly { readonly id: string }[] {
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];
  const out = outputOf({ cwd: root, args });
  const wanted = new Set(ids);
  const present: { readonly id: string }[] = [];
  // Ids are all of the same length.
  const step = Math.max(out.indexOf('\n') + 1, 1);
  for (let at = 0; at < out.length; at += step) {
    const id = out.toString('latin1', at, at + step - 1);
    if (wanted.has(id)) present.push({ id });
  }
  return present;
}

function asking(way: string, blobs: readonly { readonly id: string }[], root: string): Question {
  return { cwd: root, args: ['cat-file', way], input: blobs.map(({ id }) => `${id}\n`).join('') };
}

function outputOf(question: Question): Buffer {
  const { code, out, said } = askGit(question);
  if (code === 0) return out;
  throw new UsageError(`git cannot show what was committed (${said}). Check the repository with "git fsck".`);
}
