/**
 * Reads a quoted scalar whose further lines are not indented. go-yaml accepts these lines in any column, unlike the
 * `yaml` package and the fast reader, which get a text in which the scalar is on one line.
 */
import type { Entry, Value } from '../../tree/value.ts';
import { unescape } from './escapes.ts';
import { characterIssues } from './go-yaml.ts';
import { fold } from './plain-scalar.ts';

export interface LongQuote {
  /** The text with the scalar on one line, of the same length. */
  readonly filled: string;
  readonly value: string;
  /** What is read instead of the value. */
  readonly filler: string;
}

/** The scalar whose quote is at the offset; undefined if it has one line only, or if go-yaml cannot read it. `nth`: of the text. */
export function longQuoteAt(text: string, start: number, nth: number): LongQuote | undefined {
  const end = closingQuote(text, start);
  const inner = text.slice(start + 1, end);
  behind.lastIndex = end + 1;
  if (end < 0 || !inner.includes('\n') || !behind.test(text) || characterIssues(inner).length > 0) return undefined;
  const value = foldedQuote(text.slice(start, end + 1));
  const filler = String.fromCharCode(firstFiller + nth).repeat(inner.length);
  const filled = text.slice(0, start + 1) + filler + text.slice(end);
  return value === undefined ? undefined : { filled, value, filler };
}

/** Behind a value. Otherwise the quote at the end opens another value, as usual while a text is typed. */
const behind = /[ \t]*(?:[\r\n,\]}:#]|$)/y;

const firstFiller = 0xe0_03;

/** The offset of the closing quote, or -1. */
function closingQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const each = text[at];
    if (each === '\\' && quote === '"') at++;
    else if (each === quote && quote === "'" && text[at + 1] === quote) at++;
    else if (each === quote) return at;
  }
  return -1;
}

/** The value of a quoted scalar; undefined if go-yaml does not know an escape. */
export function foldedQuote(source: string): string | undefined {
  const inner = source.slice(1, -1);
  return source.startsWith('"') ? unescape(foldEscaped(inner)) : fold(inner).replaceAll("''", "'");
}

/** Folds the lines of a double-quoted scalar, in which a backslash keeps a blank and removes a line break. */
function foldEscaped(inner: string): string {
  // A blank or a line break behind a backslash must not be trimmed or folded.
  const kept = inner.replace(/\r\n?|\u0085/g, '\n').replace(/\\([\s\S])/g, (found, each: string) => {
    if (/[\n\u2028\u2029]/.test(each)) return removed;
    return /[ \t]/.test(each) ? (each === ' ' ? String.raw`\x20` : String.raw`\t`) : found;
  });
  const [first = '', ...others] = kept.split(removed);
  return fold(first) + others.map(foldBehindRemoved).join('');
}

/** Further line breaks after a removed one stay. */
function foldBehindRemoved(part: string): string {
  const lead = /^[ \t\n\u2028\u2029]*/.exec(part)?.[0] ?? '';
  return lead.replace(/[ \t]/g, '') + fold(part.slice(lead.length));
}

/** Stands for a line break that a backslash removes. */
const removed = '\uE002';

/** The tree with the value of the scalar and its aliases; undefined for a key without "?", which must be on one line. */
export function withLongQuote(root: Value, { value, filler }: LongQuote, text: string): Value | undefined {
  let isKey = false;
  const visit = (each: Value): Value => {
    if (each.kind === 'mapping') return { ...each, entries: each.entries.map(visitEntry) };
    if (each.kind === 'sequence') return { ...each, items: each.items.map(visit) };
    if (each.kind === 'opaque' || each.value !== filler) return each;
    return { ...each, value, text: each.isAlias ? each.text : text.slice(each.span.start, each.span.end) };
  };
  const visitEntry = (entry: Entry): Entry => {
    if (entry.name !== filler) return { ...entry, value: visit(entry.value) };
    isKey ||= /^[ \t]*:/.test(text.slice(entry.key.end, entry.value.span.start + 1));
    return { ...entry, name: value, keyText: text.slice(entry.key.start, entry.key.end), value: visit(entry.value) };
  };
  const result = visit(root);
  return isKey ? undefined : result;
}
