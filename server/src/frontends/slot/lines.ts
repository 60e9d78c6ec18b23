/** Reads single lines of block YAML, complete or half-typed: their indentation and what they start. */
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import { trailingStart } from '../../text/trailing.ts';

export interface Line {
  readonly start: number;
  /** The end of the line before the line break. */
  readonly end: number;
  readonly indent: number;
  readonly dashes: readonly number[];
  /** Where the content after the dashes starts, or would start. */
  readonly content: number;
  readonly key: Key | undefined;
}

export interface Key {
  readonly name: string;
  /** Including its quotes. */
  readonly span: Span;
  /** The offset after its colon. */
  readonly colon: number;
  /** The value on the line without a comment; an empty span at the end of the line if there is none. */
  readonly value: Span;
}

export function readLine(text: string, start: number): Line {
  const end = lineEndAt(text, start);
  const dashes: number[] = [];
  let at = skipBlanks(text, start, end);
  const indent = at - start;
  while (text[at] === '-' && at < end && (at + 1 === end || isBlank(text[at + 1]))) {
    dashes.push(at - start);
    at = skipBlanks(text, at + 1, end);
  }
  return { start, end, indent, dashes, content: at, key: readKey(text, at, end) };
}

const keyPattern =
  /(?:"((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\r\n]|'')*)'|((?:[^\s"'#{}[\],&*!|>%@`:?-]|[-:?](?=[^\s]))(?:[^\r\n:#]|:(?=[^\s])|(?<=\S)#)*?))[ \t]*:(?=[ \t\r\n]|$)/y;

/** The key at the offset; undefined if no colon follows. */
function readKey(text: string, at: number, end: number): Key | undefined {
  keyPattern.lastIndex = at;
  const match = keyPattern.exec(text);
  const colon = at + (match?.[0].length ?? 0);
  // `fn::` starts a function name, and `metadata {name: x}` lacks its colon: neither is a key.
  if (!match || colon > end || match[3] === 'fn:' || /[ \t][[{]/.test(match[3] ?? '')) return undefined;
  const [, double, single, plain = ''] = match;
  const name = double ?? single ?? plain;
  const keyEnd = at + match[0].replace(/[ \t]*:$/, '').length;
  return { name, span: { start: at, end: keyEnd }, colon, value: valueSpan(text, colon, end) };
}

/** The value between the offset and the end of the line, without anchors, tags and comments. */
function valueSpan(text: string, from: number, end: number): Span {
  let start = skipBlanks(text, from, end);
  while (/[&!]/.test(text[start] ?? '') && start < end) {
    const word = /^\S*[ \t]*/.exec(text.slice(start, end))?.[0] ?? '';
    start += word.length;
  }
  if (text[start] === '#') return { start, end: start };
  const quote = text[start];
  const isQuoted = quote === '"' || quote === "'";
  if (isQuoted) return { start, end: quoteEnd(text, start, end) ?? trailingStart(text, ' \t', start, end) };
  const comment = text.slice(start, end).search(/[ \t]#/);
  return { start, end: trailingStart(text, ' \t', start, comment < 0 ? end : start + comment) };
}

/** The offset after the closing quote; undefined if there is none before `end`. */
export function quoteEnd(text: string, start: number, end: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote && quote === "'" && text[at + 1] === quote) at++;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}

/** Of an unclosed quote, or one closed by a quote that opens another text, only the letters. */
export function quotedWordEnd(text: string, start: number, end: number, offset: number): number {
  const closed = quoteEnd(text, start, end);
  if (closed !== undefined && /[\s:,\]}]/.test(text[closed] ?? ' ')) return closed;
  const from = Math.max(start + 1, offset);
  return from + (/^[\w./-]*/.exec(text.slice(from, end))?.[0].length ?? 0);
}

/** True for a line without YAML content: blank, a comment, or a template action. */
export function isIdle(text: string, { start, indent, end }: Line): boolean {
  const at = start + indent;
  return at >= end || text[at] === '#' || text.startsWith('{{', at);
}

export function wordText(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/^["']|["']$/g, '');
}

export function indentOf(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 32) at++;
  return at - start;
}

export function lineStart(text: string, offset: number): number {
  const start = lineStartAt(text, offset);
  // A byte order mark has no width.
  return start === 0 && offset > 0 && text.startsWith('\uFEFF') ? 1 : start;
}

/** The start of the next line; undefined after the last one. */
export function nextLine(text: string, start: number): number | undefined {
  const at = text.indexOf('\n', start);
  return at < 0 ? undefined : at + 1;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text[at])) at++;
  return at;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
