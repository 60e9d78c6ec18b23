/** Hovers on a name that means nothing, such as a misspelled field: what its rule says, since there is nothing else to say. */
import { checkFile } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import type { LocatedFinding } from '../../lint/check-file.ts';
import { rules } from '../../rules/rules.ts';
import { code, escaped } from '../../text/markdown.ts';
import { contains } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import { ruleLine } from './hover-rules.ts';
import type { Described, HoverOptions } from './hover.ts';
import type { LocatedDocument, View } from '../view.ts';

const codes = new Set([
  'unknown-field',
  'unknown-property',
  'unknown-resource-key',
  'unknown-resource-option',
  'miscapitalized-key',
  'unknown-output',
]);
const about = rules.filter((rule) => codes.has(rule.code));
const settingsOf = new Map<number, CheckSettings>();

/** The name that holds the place and that its owner does not have. */
export function describeUnknown(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): Described | undefined {
  return found(view, part, options, ({ start, end }) => start <= at && at <= end);
}

/** Such a name within a span. */
export function findingIn(view: View, part: LocatedDocument, span: Span, options: HoverOptions): Described | undefined {
  return found(view, part, options, (each) => contains(span, each));
}

function found(
  { file, minor }: View,
  { start }: LocatedDocument,
  options: HoverOptions,
  isMeant: (span: Span) => boolean,
): Described | undefined {
  const finding = checkFile(file, settingsFor(minor)).find(
    (each) => each.start === start && isMeant(each.diagnostic.span),
  );
  return finding && { markdown: wordsOf(finding, options), span: finding.diagnostic.span };
}

function wordsOf({ diagnostic: { message, rule } }: LocatedFinding, options: HoverOptions): string {
  const pieces = message
    .split(/("[^"]*")/)
    .map((piece, i) => (i % 2 === 1 ? code(piece.slice(1, -1)) : escaped(piece)));
  return `${pieces.join('')}\n\n${ruleLine(rule, options)}`;
}

function settingsFor(minor: number): CheckSettings {
  let settings = settingsOf.get(minor);
  if (!settings) {
    const onBug = (_code: string, error: unknown): never => {
      throw error;
    };
    settings = { rules: about, minor, severities: new Map(), onBug };
    settingsOf.set(minor, settings);
  }
  return settings;
}
