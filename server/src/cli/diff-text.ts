/** Prints changed files as a unified diff, in color on a terminal. */
import pc from 'picocolors';
import { unifiedDiff } from '../text/unified-diff.ts';

export interface ChangedText {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export function diffText(changes: readonly ChangedText[], isColored: boolean): string {
  const diffs = changes.map(({ name, before, after }) => unifiedDiff(name, before, after));
  return isColored ? diffs.map(painted).join('') : diffs.join('');
}

function painted(diff: string): string {
  const colors = pc.createColors(true);
  return diff.replace(/^[^\n]+/gm, (line) => {
    if (/^(?:---|\+\+\+) /.test(line)) return colors.bold(line);
    if (line.startsWith('@@')) return colors.cyan(line);
    return line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line;
  });
}
