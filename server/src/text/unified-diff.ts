/** Writes a change of a file as a unified diff for `git apply` and `patch -p1`. */
import { diffArrays, formatPatch } from 'diff';
import type { StructuredPatchHunk } from 'diff';
import { linesOf } from './diff.ts';

/** The time of a comparison grows with the square of its steps. Past this limit, every line counts as changed. */
const mostSteps = 4_000;
/** The number of unchanged lines around a change. */
const around = 3;

/** Empty if nothing changes. The name is relative, or absolute without its first slash, as in a diff of git. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  const path = name.replace(/^(?:[A-Za-z]:)?\/+/, '');
  // A tab ends a name, so that a name with spaces is read correctly.
  const end = path.includes(' ') ? '\t' : '';
  const hunks = hunksOf(linesOf(before), linesOf(after));
  const files = { oldFileName: `a/${path}`, newFileName: `b/${path}`, oldHeader: undefined, newHeader: undefined };
  const [old = '', fresh = '', ...lines] = formatPatch(
    { ...files, hunks },
    { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  ).split('\n');
  return [old + end, fresh + end, ...lines].join('\n');
}

/** A line of one text, or of both. */
interface Row {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

function hunksOf(before: readonly string[], after: readonly string[]): StructuredPatchHunk[] {
  const rows = rowsOf(before, after);
  const hunks: StructuredPatchHunk[] = [];
  let [oldStart, newStart] = [1, 1];
  let at = 0;
  for (const [from, to] of stretches(rows)) {
    for (const { sign } of rows.slice(at, from)) {
      if (sign !== '+') oldStart++;
      if (sign !== '-') newStart++;
    }
    const shown = rows.slice(from, to);
    const oldLines = shown.filter(({ sign }) => sign !== '+').length;
    const newLines = shown.filter(({ sign }) => sign !== '-').length;
    hunks.push({ oldStart, newStart, oldLines, newLines, lines: shown.flatMap(rowText) });
    at = from;
  }
  return hunks;
}

function rowsOf(before: readonly string[], after: readonly string[]): readonly Row[] {
  const row = (sign: Row['sign'], lines: readonly string[]): readonly Row[] =>
    lines.filter((line) => line !== '').map((line) => ({ sign, line }));
  const changes = diffArrays([...before], [...after], { maxEditLength: mostSteps });
  if (!changes) return [...row('-', before), ...row('+', after)];
  return changes.flatMap(({ added, removed, value }) => row(removed ? '-' : added ? '+' : ' ', value));
}

/** The ranges of rows to print: the changes with the lines around them. Ranges that touch are joined. */
function stretches(rows: readonly Row[]): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (const [i, { sign }] of rows.entries()) {
    if (sign === ' ') continue;
    const last = found.at(-1);
    if (last && i - around <= last[1]) last[1] = Math.min(rows.length, i + around + 1);
    else found.push([Math.max(0, i - around), Math.min(rows.length, i + around + 1)]);
  }
  return found;
}

function rowText({ sign, line }: Row): readonly string[] {
  if (line.endsWith('\n')) return [sign + line.slice(0, -1)];
  return [sign + line, '\\ No newline at end of file'];
}
