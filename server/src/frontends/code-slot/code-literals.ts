/** Finds the ends of texts in programs, in every quoting of each language. */
import type { CodeLanguage } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';

export interface Literal {
  /** Between the quotes. */
  readonly content: Span;
  readonly end: number;
  /** With the letters before the quotes: `"`, `r'`, `"""`. */
  readonly opening: string;
  readonly isClosed: boolean;
  /** True where every character but the quote and the backslash means itself. */
  readonly isPlain: boolean;
}

const openings: Readonly<Record<CodeLanguage, RegExp>> = {
  typescript: /["'`]/y,
  javascript: /["'`]/y,
  python: /[bBfFrRuU]{0,2}(?:"""|'''|"|')/y,
  go: /["'`]/y,
  // More quotes are those of no program, and a search for thousands of them takes long.
  csharp: /[@$]{0,4}(?:"{3,100}|")|'/y,
  java: /"""|["']/y,
};

/** The text that starts at the offset; undefined where none does. An unclosed one ends with its line, before brackets and commas. */
export function codeLiteralAt(language: CodeLanguage, text: string, start: number): Literal | undefined {
  const pattern = openings[language];
  pattern.lastIndex = start;
  const opening = pattern.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const quote = opening.replace(/^[^"'`]+/, '');
  const letters = opening.slice(0, opening.length - quote.length);
  const from = start + opening.length;
  if (quote === '`') return template(language, text, start, from);
  const isVerbatim = language === 'csharp' && letters.includes('@') && quote === '"';
  if (isVerbatim) return closedAt(text, start, opening, verbatimEnd(text, from));
  const isLong = quote.length > 1;
  const isRaw = isLong && language === 'csharp';
  const isPlain = letters === '' && !isLong;
  const end = isRaw ? text.indexOf(quote, from) : escapedEnd(text, from, quote, isLong);
  if (isLong) return closedAt(text, start, opening, end < 0 ? undefined : end, quote.length);
  if (end >= 0) return closed(start, opening, end, end + 1, isPlain);
  const line = text.indexOf('\n', from);
  const stop = trimmed(text, from, line < 0 ? text.length : line);
  return { content: { start: from, end: stop }, end: stop, opening, isClosed: false, isPlain };
}

function closed(start: number, opening: string, end: number, after: number, isPlain: boolean): Literal {
  const from = Math.min(start + opening.length, end);
  return { content: { start: from, end }, end: after, opening, isClosed: true, isPlain };
}

/** A text over lines, which ends with the file where its end is missing. */
function closedAt(text: string, start: number, opening: string, end: number | undefined, length = 1): Literal {
  if (end !== undefined) return closed(start, opening, end, end + length, false);
  const content = { start: start + opening.length, end: text.length };
  return { content, end: text.length, opening, isClosed: false, isPlain: false };
}

/** The offset of the closing quote; -1 where it is missing. */
function escapedEnd(text: string, from: number, quote: string, isLong: boolean): number {
  const first = quote.charAt(0);
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '\n' && !isLong) return -1;
    else if (character === first && text.startsWith(quote, at)) return at;
  }
  return -1;
}

/** Two quotes are a quote. */
function verbatimEnd(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

/** A raw text of Go, or a template of JavaScript with the expressions in it. */
function template(language: CodeLanguage, text: string, start: number, from: number): Literal {
  if (language === 'go') {
    const end = text.indexOf('`', from);
    return closedAt(text, start, '`', end < 0 ? undefined : end);
  }
  const open = ['`'];
  let at = from;
  for (; at < text.length && open.length > 0; at++) {
    const character = text[at] ?? '';
    const isTemplate = open.at(-1) === '`';
    if (character === '\\') at++;
    else if (character === '`') {
      if (isTemplate) open.pop();
      else open.push('`');
    } else if (isTemplate) {
      if (character === '$' && text[at + 1] === '{') {
        open.push('{');
        at++;
      }
    } else if (character === '{') open.push('{');
    else if (character === '}') open.pop();
    else if (character === '"' || character === "'") {
      const end = escapedEnd(text, at + 1, character, false);
      if (end >= 0) at = end;
    }
  }
  return closedAt(text, start, '`', open.length === 0 ? at - 1 : undefined);
}

/** What a closing bracket or a comma ends is no part of a text that is being typed. */
function trimmed(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /[\s\])},;]/.test(text.charAt(end - 1))) end--;
  return end;
}
