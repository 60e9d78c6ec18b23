/** Reads the texts of HCL: quoted strings and heredocs with their templates, and the raw strings of Alloy. */
import type { Span } from '../../text/span.ts';
import type { HclExpression, HclLiteral, HclSyntax, HclTemplate, TemplatePart } from './hcl.ts';
import { isTopBlock, noteIssue, skipBlank, take, type HclCursor } from './hcl-cursor.ts';

/** Reads the expression of an interpolation at the cursor. */
export type ReadInner = (cursor: HclCursor) => HclExpression;

/** A quoted string, or a raw one of Alloy; undefined at anything else. One that is not closed is `broken`. */
export function readString(cursor: HclCursor, inner: ReadInner): HclLiteral | HclTemplate | 'broken' | undefined {
  const { text, at: start, syntax } = cursor;
  if (text[start] === '`' && syntax === 'alloy') {
    const end = text.indexOf('`', start + 1);
    cursor.at = end < 0 ? text.length : end + 1;
    const value = text.slice(start + 1, end < 0 ? text.length : end);
    return { kind: 'literal', span: { start, end: cursor.at }, value };
  }
  if (text[start] !== '"') return undefined;
  const { end, isClosed, isTemplate } = endOfString(cursor);
  cursor.at = end;
  if (!isClosed) return 'broken';
  const span = { start, end };
  checkEscapes(cursor, span);
  if (!isTemplate) return { kind: 'literal', span, value: decoded(text.slice(start + 1, end - 1), syntax) };
  return { kind: 'template', span, ...readTemplate(cursor, { from: start + 1, to: end - 1 }, inner) };
}

const wrongEscape = /\\(?!u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})[^nrt"\\]/;

/** Only texts without templates are searched: in a template, a backslash may be in another text. */
function checkEscapes(cursor: HclCursor, { start, end }: Span): void {
  const written = cursor.text.slice(start, end);
  if (!written.includes('\\') || cursor.syntax === 'alloy' || /[$%]\{/.test(written)) return;
  // Escaped backslashes begin no other escape.
  const found = wrongEscape.exec(written.replaceAll('\\\\', '\\n'));
  if (!found) return;
  const at = start + found.index;
  noteIssue(cursor, { start: at, end: at + 2 }, `There is no escape "${found[0]}". Write two backslashes for one.`);
}

/** A string ends on its line, but a template in it may have more lines. */
function endOfString(cursor: HclCursor): { end: number; isClosed: boolean; isTemplate: boolean } {
  const { text, at: start, syntax } = cursor;
  const open: ('"' | '{')[] = ['"'];
  let isTemplate = false;
  let line = -1;
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\n' && line < 0) {
      line = text[at - 1] === '\r' ? at - 1 : at;
      if (cursor.hasOpenTemplate) break;
    }
    if (open.at(-1) === '{') {
      if (char === '"' || char === '{') open.push(char);
      else if (char === '}') open.pop();
    } else if (char === '\n') break;
    else if (char === '\\' && text[at + 1] !== '\n') at++;
    else if (char === '"') {
      open.pop();
      if (open.length === 0) return { end: at + 1, isClosed: true, isTemplate };
    } else if (syntax === 'terraform' && (char === '$' || char === '%') && text[at + 1] === '{') {
      if (text[at - 1] === char) continue;
      open.push('{');
      isTemplate = true;
      at++;
    }
  }
  cursor.hasOpenTemplate ||= isTemplate;
  return { end: line < 0 ? text.length : line, isClosed: false, isTemplate };
}

interface TemplateRange {
  readonly from: number;
  readonly to: number;
  readonly isHeredoc?: boolean;
}

/** Leaves the cursor where it is. */
export function readTemplate(
  cursor: HclCursor,
  { from, to, isHeredoc = false }: TemplateRange,
  inner: ReadInner,
): Pick<HclTemplate, 'parts' | 'hasDirectives'> {
  const { text, syntax } = cursor;
  const parts: TemplatePart[] = [];
  let hasDirectives = false;
  let start = from;
  const endText = (end: number): void => {
    if (end <= start) return;
    const written = text.slice(start, end);
    const decode = isHeredoc ? withoutMarks(written) : decoded(written, syntax);
    parts.push({ kind: 'text', span: { start, end }, text: decode });
  };
  for (let at = from; at < to; at++) {
    const char = text[at];
    if (char === '\\' && !isHeredoc) at++;
    else if ((char === '$' || char === '%') && text[at + 1] === '{' && (at === from || text[at - 1] !== char)) {
      endText(at);
      const { part, isPlain } = readInterpolation(cursor, { start: at, end: to }, inner);
      hasDirectives ||= !isPlain;
      parts.push(part);
      start = part.span.end;
      at = start - 1;
    }
  }
  endText(to);
  return { parts, hasDirectives };
}

/**
 * An interpolation or a directive at the start of the span. The expression is read in a text that ends where the
 * interpolation does: what is broken in it must not run on, since reading on in each of many would take exponential time.
 */
function readInterpolation(
  cursor: HclCursor,
  { start, end: limit }: Span,
  inner: ReadInner,
): { part: TemplatePart; isPlain: boolean } {
  const { text } = cursor;
  const isDirective = text[start] === '%';
  const brace = closingBrace(text, start + 2, limit);
  const close = brace ?? limit;
  const from = text[start + 2] === '~' ? start + 3 : start + 2;
  const to = text[close - 1] === '~' && close > from ? close - 1 : close;
  const within: HclCursor = { ...cursor, text: text.slice(0, to), at: from };
  const expression: HclExpression = isDirective
    ? { kind: 'other', span: { start: from, end: to }, parts: [] }
    : inner(within);
  skipBlank(within, true);
  const isWhole = isDirective || (brace !== undefined && within.at === to);
  if (!isWhole) noteIssue(cursor, { start, end: start + 2 }, 'What these braces hold cannot be read. Check it.');
  const part: TemplatePart = {
    kind: 'interpolation',
    span: { start, end: brace === undefined ? limit : brace + 1 },
    expression: isWhole ? expression : { kind: 'other', span: { start: from, end: to }, parts: [expression] },
  };
  return { part, isPlain: !isDirective && from === start + 2 && to === close };
}

/** The place of the brace that closes an interpolation; undefined if there is none. */
function closingBrace(text: string, from: number, to: number): number | undefined {
  const open: ('"' | '{')[] = ['{'];
  for (let at = from; at < to; at++) {
    const char = text[at];
    if (open.at(-1) === '{') {
      if (char === '"' || char === '{') open.push(char);
      else if (char === '}') {
        open.pop();
        if (open.length === 0) return at;
      }
    } else if (char === '\\') at++;
    else if (char === '"') open.pop();
    else if ((char === '$' || char === '%') && text[at + 1] === '{' && text[at - 1] !== char) {
      open.push('{');
      at++;
    }
  }
  return undefined;
}

/** A heredoc of Terraform; undefined at anything else. */
export function readHeredoc(cursor: HclCursor, inner: ReadInner): HclTemplate | undefined {
  const { text, at: start, syntax } = cursor;
  if (syntax !== 'terraform' || !text.startsWith('<<', start)) return undefined;
  const header = take(cursor, /<<-?[\p{L}_][\p{L}\p{N}_-]*[^\S\n]*\n/uy);
  if (header === undefined) return undefined;
  const tag = header.replace(/^<<-?/, '').trim();
  const isIndented = header.startsWith('<<-');
  const from = cursor.at;
  const { to, end } = endOfHeredoc(cursor, tag);
  const content = { start: from, end: to };
  cursor.heredocs.push(content);
  const read = readTemplate(cursor, { from, to, isHeredoc: true }, inner);
  const parts = isIndented ? withoutIndent(read.parts) : read.parts;
  cursor.at = end;
  return { kind: 'template', span: { start, end }, ...read, parts, heredoc: { content, isIndented } };
}

/** Without a closing tag, it ends before the next block of the top level. */
function endOfHeredoc(cursor: HclCursor, tag: string): { to: number; end: number } {
  const { text, at: from, syntax } = cursor;
  let top = -1;
  for (let to = from; to < text.length;) {
    const line = text.indexOf('\n', to);
    const end = line < 0 ? text.length : line;
    // A long line cannot be the tag.
    if (end - to < 1000 && text.slice(to, end).trim() === tag) return { to, end: text.indexOf(tag, to) + tag.length };
    if (top < 0 && isTopBlock(text, to, syntax)) {
      top = to;
      if (cursor.hasOpenTemplate) break;
    }
    to = line < 0 ? text.length : line + 1;
  }
  cursor.hasOpenTemplate = true;
  noteIssue(cursor, { start: from, end: from }, `This heredoc has no line "${tag}" that ends it. Add it.`);
  const to = top < 0 ? text.length : top;
  return { to, end: to };
}

/** Takes off the least indentation of all lines. */
function withoutIndent(parts: readonly TemplatePart[]): readonly TemplatePart[] {
  // Other parts stand for a letter, so that a line may begin with one.
  const whole = parts.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
  const indents = [...whole.matchAll(/^[ \t]*(?=\S)/gm)].map(([indent]) => indent.length);
  const least = indents.reduce((least, each) => Math.min(least, each), Infinity);
  if (!Number.isFinite(least) || least === 0) return parts;
  let isAtLine = true;
  return parts.map((part) => {
    if (part.kind !== 'text') {
      isAtLine = false;
      return part;
    }
    const lines = part.text
      .split('\n')
      .map((line, i) => (i > 0 || isAtLine ? line.slice(indentOf(line, least)) : line));
    isAtLine = part.text.endsWith('\n');
    return { ...part, text: lines.join('\n') };
  });
}

function indentOf(line: string, least: number): number {
  return Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** `$${` is `${`. */
function withoutMarks(text: string): string {
  return text.replace(/([$%])\1\{/g, '$1{');
}

function decoded(raw: string, syntax: HclSyntax): string {
  const text = syntax === 'terraform' ? withoutMarks(raw) : raw;
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gs, (_, short, long, char: string) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (Number.isNaN(code)) return escapes[char] ?? char;
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
}
