/** Explains an unknown name, such as a misspelled field, by the message of the rule that reports it. */
import { checkFile, type LocatedFinding } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import { rules } from '../../rules/rules.ts';
import type { Span } from '../../text/span.ts';
import { ruleLine } from './hover-rules.ts';
import type { HoverAnswer, HoverOptions } from './hover-target.ts';
import type { LocatedDocument, View } from '../view.ts';

const codes = new Set([
  'unknown-field',
  'unknown-property',
  'unknown-resource-key',
  'unknown-resource-option',
  'miscapitalized-key',
  'unknown-output',
  'dropped-argument',
]);
const nameRules = rules.filter((rule) => codes.has(rule.code));
const settingsByMinor = new Map<number, CheckSettings>();

/** Explains the first unknown name of the document whose span is asked for; undefined where there is none. */
export function describeUnknown(
  { file, minor }: View,
  { start }: LocatedDocument,
  options: HoverOptions,
  isAsked: (span: Span) => boolean,
): HoverAnswer | undefined {
  const finding = checkFile(file, settingsFor(minor)).find(
    (each) => each.start === start && isAsked(each.diagnostic.span),
  );
  return finding && { text: findingWords(finding, options), span: finding.diagnostic.span };
}

function findingWords({ diagnostic: { message, rule } }: LocatedFinding, options: HoverOptions): string {
  const { code, text } = options.markup;
  const pieces = message.split(/("[^"]*")/).map((piece, i) => (i % 2 === 1 ? code(piece.slice(1, -1)) : text(piece)));
  return `${pieces.join('')}\n\n${ruleLine(rule, options)}`;
}

function settingsFor(minor: number): CheckSettings {
  let settings = settingsByMinor.get(minor);
  if (!settings) {
    const onBug = (_code: string, error: unknown): never => {
      throw error;
    };
    settings = { rules: nameRules, minor, severities: new Map(), onBug };
    settingsByMinor.set(minor, settings);
  }
  return settings;
}
