/** Helpers that the reporters of machine formats share. */
import type { Severity } from '../lint/rule.ts';
import { withoutControls } from '../text/quote.ts';
import { placeWithAddress, terraformText, type CheckedFile, type Notice, type Report } from './report.ts';

/** The text on one line. Control characters and unpaired surrogates, which some formats cannot hold, become U+FFFD. */
export function printable(text: string): string {
  return withoutControls(text).replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

/** The resource and the field, if known: `Endpoints shop/orders-db subsets[0].addresses[0].ip`; in a plan as Terraform names them. */
export function subjectText({ resource, path, terraform }: Pick<Notice, 'resource' | 'path' | 'terraform'>): string {
  if (terraform) return terraformText(terraform);
  const { kind, namespace, name } = resource ?? {};
  const object = [namespace, name].filter((part) => typeof part === 'string').join('/');
  return [kind, object, path].filter((part) => part).join(' ');
}

/** The excerpt of a finding with a mark below it, then a line for each related place. */
export function excerptLines({ range, excerpt: { before, marked, after }, related }: Notice): readonly string[] {
  const number = String(range.start.line);
  const lead = printable(before.replaceAll('\t', ' '));
  const line = `${lead}${printable(marked.replaceAll('\t', ' '))}${printable(after.replaceAll('\t', ' '))}`;
  const mark = `${' '.repeat(lead.length)}${'^'.repeat(Math.max(1, marked.length))}`;
  return [
    `${number} | ${line}`,
    `${' '.repeat(number.length)} | ${mark}`,
    ...related.map(({ place, message }) => `see ${printable(placeWithAddress(place))} ${printable(message)}`),
  ];
}

/** Severities in order, the most severe first. */
export const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2, hint: 3 };

export interface InFile {
  readonly file: CheckedFile;
  readonly notice: Notice;
}

/** All findings that count, the most severe first, otherwise in order. */
export function worstFirst({ files }: Report): readonly InFile[] {
  const all = files.flatMap((file) => file.notices.map((notice) => ({ file, notice })));
  return all.sort((a, b) => ranks[a.notice.severity] - ranks[b.notice.severity]);
}
