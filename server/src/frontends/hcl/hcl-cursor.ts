/** Moves through a text of HCL: white space, comments, strings and heredocs. */
import type { Span } from '../../text/span.ts';
import type { Scalar, Value } from '../../tree/value.ts';
import type { HclSyntax } from './hcl.ts';

export interface HclCursor {
  readonly text: string;
  readonly syntax: HclSyntax;
  at: number;
  readonly heredocs: Span[];
  readonly encoded: Value[];
  /** True behind a template that never ends: then templates must end on their lines, so that reading stays linear. */
  hasOpenTemplate: boolean;
}

/** Matches at the cursor, and moves behind the match. `pattern` is sticky. */
export function take(cursor: HclCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

/** Skips white space, comments and the actions of other template languages. */
export function skipBlank(cursor: HclCursor, isAcrossLines: boolean): void {
  for (;;) {
    take(cursor, isAcrossLines ? /[\s\uFEFF]+/y : /[^\S\n]+/y);
    if (take(cursor, /(?:#|\/\/)[^\n]*/y) !== undefined) continue;
    if (cursor.text.startsWith('/*', cursor.at)) {
      const end = cursor.text.indexOf('*/', cursor.at + 2);
      cursor.at = end < 0 ? cursor.text.length : end + 2;
    } else if (take(cursor, action) === undefined) return;
  }
}

/** `{{ … }}` of Go and Jinja, `{% … %}` and `%{ … }` on one line. */
const action = /\{\{(?![^\S\n]*\n)[^\n}]{0,300}\}\}|\{%[^\n}]{0,300}%\}|%\{[^\n}]{0,300}\}/y;

/** True where a top-level block certainly starts, so that a bracket before it is missing. */
export function isAtTopBlock({ text, at, syntax }: HclCursor): boolean {
  if (at > 0 && text[at - 1] !== '\n') return false;
  const pattern = syntax === 'alloy' ? topOfAlloy : topOfTerraform;
  pattern.lastIndex = at;
  return pattern.test(text);
}

const topOfAlloy = /[a-z]\w{0,50}(?:\.\w{1,50}){1,5} "\w{1,100}" \{/y;
const topOfTerraform =
  /(?:(?:resource|data) "[\w-]{1,100}" "[\w-]{1,100}"|(?:module|variable|output|provider) "[\w-]{1,100}"|locals|terraform) \{/y;

/** A quoted string, or a raw one of Alloy; undefined at anything else. */
export function readString(cursor: HclCursor): Value | undefined {
  const { text, at: start, syntax } = cursor;
  if (text[start] === '`' && syntax === 'alloy') {
    const end = text.indexOf('`', start + 1);
    cursor.at = end < 0 ? text.length : end + 1;
    return scalar(cursor, start, text.slice(start + 1, end < 0 ? text.length : end));
  }
  if (text[start] !== '"') return undefined;
  const { end, isOpaque } = endOfString(cursor);
  cursor.at = end;
  const span = { start, end };
  if (isOpaque) return { kind: 'opaque', span, why: 'a template' };
  return scalar(cursor, start, decode(text.slice(start + 1, end - 1), syntax));
}

/** A string ends on its line, but a template in it may have more lines. */
function endOfString(cursor: HclCursor): { end: number; isOpaque: boolean } {
  const { text, at: start, syntax } = cursor;
  const open: ('"' | '{')[] = ['"'];
  let isOpaque = false;
  let line = -1;
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\n' && line < 0) {
      line = at;
      if (cursor.hasOpenTemplate) break;
    }
    if (open.at(-1) === '{') {
      if (char === '"' || char === '{') open.push(char);
      else if (char === '}') open.pop();
    } else if (char === '\n') break;
    else if (char === '\\' && text[at + 1] !== '\n') at++;
    else if (char === '"') {
      open.pop();
      if (open.length === 0) return { end: at + 1, isOpaque };
    } else if (syntax === 'terraform' && (char === '$' || char === '%') && text[at + 1] === '{') {
      if (text[at - 1] === char) continue;
      open.push('{');
      isOpaque = true;
      at++;
    }
  }
  cursor.hasOpenTemplate ||= isOpaque;
  return { end: line < 0 ? text.length : line, isOpaque: true };
}

/** A heredoc of Terraform; undefined at anything else. */
export function readHeredoc(cursor: HclCursor): Value | undefined {
  const { text, at: start, syntax } = cursor;
  if (syntax !== 'terraform' || !text.startsWith('<<', start)) return undefined;
  const header = take(cursor, /<<-?[A-Za-z_][\w-]*[^\S\n]*\n/y);
  if (header === undefined) return undefined;
  const tag = header.replace(/^<<-?/, '').trim();
  const from = cursor.at;
  let to = from;
  while (to < text.length) {
    const line = text.indexOf('\n', to);
    const end = line < 0 ? text.length : line;
    // A long line cannot be the tag.
    if (end - to < 1000 && text.slice(to, end).trim() === tag) break;
    to = line < 0 ? text.length : line + 1;
  }
  cursor.heredocs.push({ start: from, end: to });
  cursor.at = to < text.length ? text.indexOf(tag, to) + tag.length : to;
  const body = text.slice(from, to);
  if (/[$%]\{/.test(body)) return { kind: 'opaque', span: { start, end: cursor.at }, why: 'a template' };
  return scalar(cursor, start, header.startsWith('<<-') ? withoutIndent(body) : body);
}

function withoutIndent(text: string): string {
  const indents = [...text.matchAll(/^[ \t]*(?=\S)/gm)].map(([indent]) => indent.length);
  const least = indents.reduce((least, each) => Math.min(least, each), Infinity);
  return Number.isFinite(least) ? text.replace(/^[ \t]*/gm, (indent) => indent.slice(least)) : text;
}

/** The value from `start` to the cursor. */
export function scalar({ text, at }: HclCursor, start: number, value: Scalar['value']): Scalar {
  return { kind: 'scalar', span: { start, end: at }, value, text: text.slice(start, at), isAlias: false };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function decode(raw: string, syntax: HclSyntax): string {
  const text = syntax === 'terraform' ? raw.replace(/([$%])\1\{/g, '$1{') : raw;
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gs, (_, short, long, char: string) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (Number.isNaN(code)) return escapes[char] ?? char;
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
}
