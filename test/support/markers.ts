/**
 * Writes findings into a text as marker lines, and removes them: a comment line `#   ^^^^ error[code]: message` points at the
 * line above; `#<---` marks a place that starts in the comment's own column, and 💡 a finding with a fix.
 */
import { lineStarts, positionAt } from '../../server/src/text/line-index.ts';

export interface Drawn {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fix: unknown;
}

const marker = /^\s*(?:#|\/\/)\s*(?:\^+|<-*)\s(?:💡 )?(?:error|warning|info|hint)\[[a-z0-9-]+\]: .*$/;

/** The text without its marker lines. */
export function withoutMarkers(text: string): string {
  return text
    .split('\n')
    .filter((line) => !marker.test(line))
    .join('\n');
}

/** The text with a marker line below each line with a finding. A range over several lines ends with its first line. */
export function withMarkers(text: string, reported: readonly Drawn[], sign: '#' | '//'): string {
  const starts = lineStarts(text);
  const lines = text.split('\n');
  const below = new Map<number, string[]>();
  for (const one of [...reported].sort((a, b) => a.start - b.start || a.end - b.end || a.code.localeCompare(b.code))) {
    const { line, character } = positionAt(starts, one.start);
    const end = Math.min(one.end, (starts[line] ?? 0) + (lines[line]?.length ?? 0));
    const width = Math.max(1, end - one.start);
    const arrow =
      character < sign.length
        ? sign + `<${'-'.repeat(width)}`.slice(0, Math.max(1, width - sign.length))
        : `${sign}${' '.repeat(character - sign.length)}${'^'.repeat(width)}`;
    below.set(line, [
      ...(below.get(line) ?? []),
      `${arrow} ${one.fix ? '💡 ' : ''}${one.severity}[${one.code}]: ${one.message}`,
    ]);
  }
  return lines.flatMap((line, i) => [line, ...(below.get(i) ?? [])]).join('\n');
}
