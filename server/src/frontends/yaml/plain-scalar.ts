/** Plain and quoted scalars of the fast reader, including those over several lines. */
import type { Scalar, Opaque } from '../../tree/value.ts';
import { mask } from '../template.ts';
import { unescape } from './escapes.ts';
import { behindBreak, endLine, isBlank, isLineEnd, isStrange, unit, type Lines } from './plain-lines.ts';
import { isUnprintable, resolvePlain } from './scalar.ts';

/** Character classes for plain scalars, by ASCII code. */
const simple = 1;
const bracket = 2;

const characters = kindsOf(` \t:#,[]{}?`, ',[]{}');
/** Characters that cannot start a plain scalar. A dash can, if no blank follows. */
const firsts = kindsOf('-?:,[]{}#&*!|>\'"%@`= \t', '');

function kindsOf(special: string, brackets: string): Uint8Array {
  const kinds = new Uint8Array(128);
  for (let each = 0x20; each < 0x7f; each++) {
    const character = String.fromCharCode(each);
    if (!special.includes(character)) kinds[each] = simple;
    if (brackets.includes(character)) kinds[each] = bracket;
  }
  return kinds;
}

/** True if a plain scalar clearly starts at the offset. */
export function isPlainStart(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (first >= 128) return !isStrange(first);
  if (first !== unit.dash) return firsts[first] === simple;
  const next = text.charCodeAt(at + 1);
  return next >= 128 ? !isStrange(next) : characters[next] === simple;
}

/** -1 if the line contains a strange character. */
export function plainEnd(text: string, from: number, isFlow: boolean): number {
  let end = from;
  for (let at = from; at < text.length; at++) {
    const each = text.charCodeAt(at);
    if (each < 128 ? characters[each] === simple : !isStrange(each)) {
      end = at + 1;
      continue;
    }
    switch (each) {
      case unit.blank:
      case unit.tab:
        continue;
      case unit.newline:
        return end;
      case unit.hash:
        if (end < at) return end;
        break;
      case unit.colon:
        if (isColonEnd(text, at + 1, isFlow)) return end;
        break;
      case unit.return:
        return isLineEnd(text, at) ? end : -1;
      default:
        if (each >= 128 || (characters[each] !== bracket && (each !== unit.question || isFlow))) return -1;
        if (isFlow) return end;
    }
    end = at + 1;
  }
  return end;
}

function isColonEnd(text: string, at: number, isFlow: boolean): boolean {
  const next = text.charCodeAt(at);
  return isBlank(next) || isLineEnd(text, at) || next === unit.return || (isFlow && characters[next] === bracket);
}

/** The offset after the closing quote, or -1 if there is none or the next line is not deeper than the column. */
export function quotedEnd(lines: Lines, start: number, column: number): number {
  const { text } = lines;
  const quote = text.charCodeAt(start);
  lines.isSpelled = false;
  for (let at = start + 1; at < text.length; at++) {
    const each = text.charCodeAt(at);
    if (each === quote) {
      if (quote === unit.quote || text.charCodeAt(at + 1) !== quote) return at + 1;
      lines.isSpelled = true;
      at++;
    } else if (each === unit.backslash && quote === unit.quote) {
      lines.isSpelled = true;
      at++;
      if (isLineEnd(text, at)) return -1;
    } else if (each === unit.newline || each === unit.return) {
      if (!isLineEnd(text, at)) return -1;
      const next = nextLine(text, behindBreak(text, at), column);
      if (next < 0) return next === unclosed ? noteOpenQuote(lines, start, at) : -1;
      lines.isSpelled = true;
      lines.hasLongQuote = true;
      at = next - 1;
    } else if (isStrange(each)) {
      return -1;
    }
  }
  return noteOpenQuote(lines, start, text.length);
}

const unclosed = -2;

/** The content of the next line that is not blank; `unclosed` if it is not deeper than the column. */
function nextLine(text: string, from: number, column: number): number {
  let start = from;
  for (;;) {
    let at = start;
    while (text.charCodeAt(at) === unit.blank) at++;
    if (at >= text.length) return unclosed;
    if (!isLineEnd(text, at)) {
      const first = text.charCodeAt(at);
      if (first === unit.tab || (column < 0 && at === start && (first === unit.dash || first === unit.dot))) return -1;
      return at - start > column ? at : unclosed;
    }
    start = behindBreak(text, at);
  }
}

/** The `yaml` package treats a quote as closed if the line or the text ends with such a quote. */
function noteOpenQuote(lines: Lines, start: number, end: number): -1 {
  const { text } = lines;
  const quote = text.charCodeAt(start);
  const isClosed = text.charCodeAt(end - 1) === quote || text.charCodeAt(text.length - 1) === quote;
  if (!isClosed && !lines.hasLongQuote) lines.openQuote = start;
  return -1;
}

/** Undefined if it is uncertain. */
export function quotedText(lines: Lines, start: number, end: number): string | undefined {
  const inner = lines.text.slice(start + 1, end - 1);
  if (!lines.isSpelled) return inner;
  const hasBreak = inner.includes('\n');
  if (lines.text.charCodeAt(start) === unit.apostrophe) return (hasBreak ? fold(inner) : inner).replaceAll("''", "'");
  if (!inner.includes('\\')) return fold(inner);
  return hasBreak ? undefined : unescape(inner);
}

export function readQuoted(lines: Lines, column: number): Scalar | Opaque | undefined {
  const { at: start, hasLongQuote } = lines;
  const end = quotedEnd(lines, start, column);
  if (end < 0) return undefined;
  if (lines.hasLongQuote && !hasLongQuote && characters[lines.text.charCodeAt(end)] === simple) {
    // The scalar ends where another quote starts, and the rest belongs to nothing.
    lines.openQuote = start;
    return undefined;
  }
  lines.at = end;
  const value = quotedText(lines, start, end);
  if (value === undefined) return undefined;
  if (isTemplate(lines, start, end)) return { kind: 'opaque', span: { start, end }, why: 'a template' };
  return { kind: 'scalar', span: { start, end }, value, text: lines.text.slice(start, end), isAlias: false };
}

/** Reads a plain scalar in flow style, on one line. */
export function readFlowPlain(lines: Lines): Scalar | Opaque | undefined {
  const start = lines.at;
  const end = isPlainStart(lines.text, start) ? plainEnd(lines.text, start, true) : -1;
  if (end < 0) return undefined;
  lines.at = end;
  return plainScalar(lines, start, end, false);
}

/** Reads a plain scalar in lines deeper than the column. */
export function readBlockPlain(lines: Lines, column: number): Scalar | Opaque | undefined {
  const { text, at: start } = lines;
  if (!isPlainStart(text, start)) return undefined;
  let end = plainEnd(text, start, false);
  if (end < 0 || !endLine(lines, end)) return undefined;
  const isLong = lines.indent > column;
  while (lines.indent > column) {
    // A comment ends the scalar.
    if (!isBlankBetween(text, end, lines.start)) return undefined;
    end = plainEnd(text, lines.content, false);
    if (end < 0 || !endLine(lines, end)) return undefined;
  }
  return plainScalar(lines, start, end, isLong);
}

function isBlankBetween(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > unit.blank) return false;
  return true;
}

function plainScalar(lines: Lines, start: number, end: number, isLong: boolean): Scalar | Opaque | undefined {
  const text = lines.text.slice(start, end);
  if (isTemplate(lines, start, end)) return { kind: 'opaque', span: { start, end }, why: 'a template' };
  const value = resolvePlain(isLong ? fold(text) : text, lines.form);
  return isUnprintable(value) ? undefined : { kind: 'scalar', span: { start, end }, value, text, isAlias: false };
}

/** True if a template outputs part of the text between the offsets. Calls must be in text order. */
export function isTemplate(lines: Lines, start: number, end: number): boolean {
  if (end <= lines.nextMask) return false;
  if (lines.nextMask < start) lines.nextMask = maskAfter(lines.text, start);
  return lines.nextMask < end;
}

/** The end of the text if no mask character follows. */
export function maskAfter(text: string, from: number): number {
  const at = text.indexOf(mask, from);
  return at < 0 ? text.length : at;
}

/**
 * Folds line breaks as go-yaml does: one becomes a space, blank lines become line breaks. U+2028 and U+2029 stay as they
 * are.
 */
export function fold(text: string): string {
  const parts = text.split(/(\r?\n|[\r\u0085\u2028\u2029])/);
  const last = parts.length - 1;
  let folded = trimBlanks(parts[0] ?? '', false, last > 0);
  let breaks = '';
  for (let i = 2; i <= last; i += 2) {
    breaks += lineBreakIn(parts[i - 1] ?? '');
    const row = trimBlanks(parts[i] ?? '', true, i < last);
    if (row === '' && i < last) continue;
    folded += (breaks === '\n' ? ' ' : breaks.replace(/^\n/, '')) + row;
    breaks = '';
  }
  return folded;
}

function lineBreakIn(each: string): string {
  return /[\u2028\u2029]/.test(each) ? each : '\n';
}

function trimBlanks(text: string, isStart: boolean, isEnd: boolean): string {
  let from = 0;
  let to = text.length;
  if (isStart) while (from < to && isBlank(text.charCodeAt(from))) from++;
  if (isEnd) while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
