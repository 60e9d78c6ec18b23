/** Splits a program into tokens, in every language, in one pass: half-typed texts have tokens, too. */
import type { CodeLanguage } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';
import { codeLiteralAt, type Literal } from './code-literals.ts';

export interface CodeToken {
  readonly kind: 'word' | 'number' | 'text' | 'mark' | 'comment';
  readonly start: number;
  readonly end: number;
  /** As written; of a text, what is between its quotes. */
  readonly value: string;
  /** Of a text only. */
  readonly literal?: Literal;
}

const blank = /\s+/y;
const word = /[\w$\u0080-\uffff]+/y;
const mark = /=>|->|\.\.\.|\*\*|:=|::|\?\?|\?\.|[=!<>]=|&&|\|\||[^]/y;

/** Of UTF-16 units. Comments are among the tokens. */
export function codeTokens(language: CodeLanguage, text: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let before: CodeToken | undefined;
  for (let at = 0; ;) {
    at = endOf(blank, text, at) ?? at;
    if (at >= text.length) return tokens;
    const token = tokenAt(language, text, at, before);
    tokens.push(token);
    if (token.kind !== 'comment') before = token;
    at = token.end;
  }
}

function tokenAt(language: CodeLanguage, text: string, start: number, before: CodeToken | undefined): CodeToken {
  const character = text.charAt(start);
  const isWord = word1.test(character);
  // Letters may start a text, such as `r"…"`.
  const mayQuote = (language === 'python' && prefix.test(character)) || (language === 'csharp' && character === '$');
  const literal = isWord && !mayQuote ? undefined : textAt(language, text, start);
  if (literal) return literal;
  if (isWord) {
    const isNumber = character <= '9';
    const end = isNumber ? numberEnd(text, start) : (endOf(word, text, start) ?? start + 1);
    return { kind: isNumber ? 'number' : 'word', start, end, value: text.slice(start, end) };
  }
  const comment = character === '/' || character === '#' ? commentEnd(language, text, start) : undefined;
  if (comment !== undefined) return { kind: 'comment', start, end: comment, value: '' };
  const end = regularExpressionEnd(language, text, start, before) ?? endOf(mark, text, start) ?? start + 1;
  return { kind: 'mark', start, end, value: text.slice(start, end) };
}

const word1 = /[\w$\u0080-\uffff]/;
const prefix = /[bBfFrRuU]/;

function textAt(language: CodeLanguage, text: string, start: number): CodeToken | undefined {
  if (!opening.test(text.charAt(start))) return undefined;
  const literal = codeLiteralAt(language, text, start);
  if (!literal) return undefined;
  const { content, end } = literal;
  return { kind: 'text', start, end, value: text.slice(content.start, content.end), literal };
}

const opening = /["'`@$bBfFrRuU]/;

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const number = /\d(?:[\w]|\.(?=\d))*/y;

function numberEnd(text: string, start: number): number {
  return endOf(number, text, start) ?? start + 1;
}

function commentEnd(language: CodeLanguage, text: string, at: number): number | undefined {
  const two = text.slice(at, at + 2);
  const isLine = language === 'python' ? two[0] === '#' : two === '//' || isDirective(language, text, at);
  if (isLine) return endOrAll(text, text.indexOf('\n', at));
  if (language === 'python' || two !== '/*') return undefined;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

function endOrAll(text: string, end: number): number {
  return end < 0 ? text.length : end;
}

/** `#region Don't` of C#. */
function isDirective(language: CodeLanguage, text: string, at: number): boolean {
  return language === 'csharp' && text[at] === '#' && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at));
}

/** In UTF-16 units. A longer one is read as a division, so that many of them do not search a long line again and again. */
const longestExpression = 1_000;

/** The end of a regular expression of JavaScript; undefined for a division. */
function regularExpressionEnd(
  language: CodeLanguage,
  text: string,
  start: number,
  before: CodeToken | undefined,
): number | undefined {
  if ((language !== 'javascript' && language !== 'typescript') || text[start] !== '/') return undefined;
  const isDivision = before && (before.kind === 'mark' ? /^[)\]}]$/.test(before.value) : before.value !== 'return');
  if (isDivision) return undefined;
  let isInClass = false;
  for (let at = start + 1; at < Math.min(text.length, start + longestExpression); at++) {
    const character = text[at];
    if (character === '\n') return undefined;
    if (character === '\\') at++;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return at + 1;
  }
  return undefined;
}

/** True where the offset is in the token, or at an end of a word or a number. Between the quotes of a text. */
export function holdsCursor({ kind, start, end, literal }: CodeToken, offset: number): boolean {
  if (literal) return offset >= literal.content.start && offset <= literal.content.end;
  if (kind === 'comment') return start < offset && offset <= end;
  return (kind === 'word' || kind === 'number') && start <= offset && offset <= end;
}

/** The part of the token before the offset. */
export function prefixOf({ start, literal }: CodeToken, text: string, offset: number): string {
  const from = literal?.content.start ?? start;
  return text.slice(from, Math.max(from, offset));
}

export function spanOf({ start, end }: Span): Span {
  return { start, end };
}
