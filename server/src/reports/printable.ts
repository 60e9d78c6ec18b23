/** What reports in formats of other programs have in common. */
import type { Severity } from '../lint/rule.ts';
import { withoutControls } from '../text/quote.ts';
import type { CheckedFile, Notice, Report } from './report.ts';

/** On one line, with what some formats cannot hold at all as a visible mark: control characters and halves of characters. */
export function printable(text: string): string {
  return withoutControls(text).replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

/** The resource and the field, as far as they are known: `Endpoints shop/orders-db subsets[0].addresses[0].ip`. */
export function subjectText({ resource, path }: Pick<Notice, 'resource' | 'path'>): string {
  const { kind, namespace, name } = resource ?? {};
  const object = [namespace, name].filter((part) => typeof part === 'string').join('/');
  return [kind, object, path].filter((part) => part).join(' ');
}

/** The lines of a finding for a person: the place in the text, and those that have to do with it. */
export function excerptLines({ range, excerpt: { before, marked, after }, related }: Notice): readonly string[] {
  const number = String(range.start.line);
  const lead = printable(before.replaceAll('\t', ' '));
  const line = `${lead}${printable(marked.replaceAll('\t', ' '))}${printable(after.replaceAll('\t', ' '))}`;
  const mark = `${' '.repeat(lead.length)}${'^'.repeat(Math.max(1, marked.length))}`;
  return [
    `${number} | ${line}`,
    `${' '.repeat(number.length)} | ${mark}`,
    ...related.map(
      ({ place, message }) => `see ${printable(place.name)}:${place.line}:${place.column} ${printable(message)}`,
    ),
  ];
}

/** How severe, from the worst on. */
export const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2, hint: 3 };

export interface InFile {
  readonly file: CheckedFile;
  readonly notice: Notice;
}

/** All that counts, the most severe first, and otherwise in order. */
export function worstFirst({ files }: Report): readonly InFile[] {
  const all = files.flatMap((file) => file.notices.map((notice) => ({ file, notice })));
  return all.sort((a, b) => ranks[a.notice.severity] - ranks[b.notice.severity]);
}
