/** Reads many files of a git repository at once, by the ids of their blobs. */
import { isUtf8 } from 'node:buffer';
import { largest } from './content.ts';
import { gitOutput, runGit, type GitCall } from './process.ts';

/** The texts by id, without byte order marks. Blobs that are missing, too large or not UTF-8 are left out. */
export function readBlobs(ids: readonly string[], root: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const wanted = sizesOf(ids, root).filter(({ size }) => size <= largest);
  if (wanted.length === 0) return texts;
  const maxBuffer = wanted.reduce((sum, { size }) => sum + size + longestHead, longestHead);
  const call = callFor(
    '--batch',
    wanted.map(({ id }) => id),
    root,
  );
  const all = outputOf({ ...call, maxBuffer });
  let at = 0;
  for (const { id, size } of wanted) {
    const start = all.indexOf('\n', at) + 1;
    at = start + size + 1;
    const bytes = all.subarray(start, start + size);
    if (isUtf8(bytes)) texts.set(id, bytes.toString().replace(/^\uFEFF/, ''));
  }
  return texts;
}

/** `ID blob SIZE` before each text, and the line break after it. */
const longestHead = 128;

function sizesOf(ids: readonly string[], root: string): readonly { readonly id: string; readonly size: number }[] {
  if (ids.length === 0) return [];
  const { code, out } = runGit(callFor('--batch-check', ids, root));
  const lines = code === 0 ? out : outputOf(callFor('--batch-check', presentAmong(ids, root), root));
  return lines
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
      return id === undefined ? [] : [{ id, size: Number(size) }];
    });
}

/** In a partial clone, git stops at the first missing blob. */
function presentAmong(ids: readonly string[], root: string): readonly string[] {
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];
  const out = outputOf({ cwd: root, args });
  const wanted = new Set(ids);
  const present: string[] = [];
  // All ids have the same length. The list of all objects may exceed the maximum length of a string.
  const step = Math.max(out.indexOf('\n') + 1, 1);
  for (let at = 0; at < out.length; at += step) {
    const id = out.toString('latin1', at, at + step - 1);
    if (wanted.has(id)) present.push(id);
  }
  return present;
}

function callFor(option: string, ids: readonly string[], root: string): GitCall {
  return { cwd: root, args: ['cat-file', option], input: ids.map((id) => `${id}\n`).join('') };
}

function outputOf(call: GitCall): Buffer {
  return gitOutput(call, 'read the committed files', 'fsck');
}
