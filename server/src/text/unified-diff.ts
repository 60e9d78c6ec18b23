/** A change of a file as a unified diff, which `git apply` and `patch -p1` accept. */
import { formatPatch, structuredPatch, type StructuredPatchHunk } from 'diff';

/** The time of a comparison grows with the square of its steps. Beyond this number the whole text counts as changed. */
const maxEditLength = 4_000;

/** Returns an empty text if nothing changes. `name` is a relative path, or an absolute one, whose root is dropped as git does. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  const path = name.replace(/^(?:[A-Za-z]:)?\/+/, '');
  const files = { oldFileName: `a/${path}`, newFileName: `b/${path}`, oldHeader: undefined, newHeader: undefined };
  const hunks = hunksOf(before, after, maxEditLength) ?? wholeHunk(before, after);
  const options = { includeIndex: false, includeUnderline: false, includeFileHeaders: true };
  const [old = '', fresh = '', ...lines] = formatPatch({ ...files, hunks }, options).split('\n');
  // A tab ends a file name that contains blanks.
  const end = path.includes(' ') ? '\t' : '';
  return [old + end, fresh + end, ...lines].join('\n');
}

/** Undefined if the texts differ in more places than `most`. */
function hunksOf(before: string, after: string, most = Infinity): StructuredPatchHunk[] | undefined {
  return structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength: most })?.hunks;
}

function wholeHunk(before: string, after: string): StructuredPatchHunk[] {
  const [removed] = hunksOf(before, '') ?? [];
  const [added] = hunksOf('', after) ?? [];
  return removed && added ? [{ ...removed, newLines: added.newLines, lines: [...removed.lines, ...added.lines] }] : [];
}
