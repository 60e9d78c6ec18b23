/** Moves through a text of HCL: words, white space and comments. */
import type { Issue } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';
import type { HclSyntax } from './hcl.ts';

export interface HclCursor {
  readonly text: string;
  readonly syntax: HclSyntax;
  at: number;
  readonly heredocs: Span[];
  /** By their starts: a place may be read twice. */
  readonly comments: Map<number, Span>;
  /** What is wrong with the syntax, by the starts of the places. */
  readonly issues: Map<number, Issue>;
  /** True where the text has actions of another template language, which may write anything. */
  isTemplate: boolean;
  /** True behind a template that never ends: then templates must end on their lines, so that reading stays linear. */
  hasOpenTemplate: boolean;
}

export function hclCursor(text: string, syntax: HclSyntax): HclCursor {
  return {
    text,
    syntax,
    at: 0,
    heredocs: [],
    comments: new Map(),
    issues: new Map(),
    isTemplate: false,
    hasOpenTemplate: false,
  };
}

/** Notes an error. Of several at one place, the first one counts. */
export function noteIssue({ issues, text }: HclCursor, { start, end }: Span, message: string): void {
  // An empty place is shown by the character before it.
  const span = end > start ? { start, end } : { start: Math.max(0, start - 1), end: Math.min(text.length, start) };
  if (!issues.has(span.start)) issues.set(span.start, { span, message });
}

/** Matches at the cursor, and moves behind the match. `pattern` is sticky. */
export function take(cursor: HclCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

const inLine = /[^\S\n]+/y;
const acrossLines = /[\s\uFEFF]+/y;
const lineComment = /(?:#|\/\/)[^\n]*/y;

/** Skips white space, comments and the actions of other template languages. */
export function skipBlank(cursor: HclCursor, isAcrossLines: boolean): void {
  const { text, comments } = cursor;
  for (;;) {
    take(cursor, isAcrossLines ? acrossLines : inLine);
    const start = cursor.at;
    const char = text[start];
    if (char === '#' || (char === '/' && text[start + 1] === '/')) {
      take(cursor, lineComment);
      if (text[cursor.at - 1] === '\r') cursor.at--;
      comments.set(start, { start, end: cursor.at });
    } else if (char === '/' && text[start + 1] === '*') {
      const end = text.indexOf('*/', start + 2);
      cursor.at = end < 0 ? text.length : end + 2;
      comments.set(start, { start, end: cursor.at });
    } else if ((char !== '{' && char !== '%') || take(cursor, action) === undefined) return;
    else cursor.isTemplate = true;
  }
}

/** `{{ … }}` of Go and Jinja, `{% … %}` and `%{ … }` on one line. */
const action = /\{\{(?![^\S\n]*\n)[^\n}]{0,300}\}\}|\{%[^\n}]{0,300}%\}|%\{[^\n}]{0,300}\}/y;

/** True where a top-level block certainly starts, so that a bracket before it is missing. */
export function isAtTopBlock({ text, at, syntax }: HclCursor): boolean {
  return isTopBlock(text, at, syntax);
}

export function isTopBlock(text: string, at: number, syntax: HclSyntax): boolean {
  if (at > 0 && text[at - 1] !== '\n') return false;
  const pattern = syntax === 'alloy' ? topOfAlloy : topOfTerraform;
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** True where an attribute or a block certainly starts on a line behind `from`, so that a bracket before it is missing. */
export function isAtStatement(cursor: HclCursor, from: number): boolean {
  const { text, at } = cursor;
  if (isAtTopBlock(cursor)) return true;
  statement.lastIndex = at;
  return text.slice(from, at).includes('\n') && statement.test(text);
}

/** An attribute with its equals sign, or the head of a block with its brace. */
const statement =
  /(?:[\p{L}_][\p{L}\p{N}_.-]*|"[^"\n]{0,200}")[^\S\n]*=(?![=>])|[\p{L}_][\p{L}\p{N}_.-]*(?:[^\S\n]+(?:[\p{L}_][\p{L}\p{N}_-]*|"[^"\n]{0,200}"))*[^\S\n]*\{(?!\{)/uy;

const topOfAlloy = /[a-z]\w{0,50}(?:\.\w{1,50}){1,5} "\w{1,100}" \{/y;
const topOfTerraform =
  /(?:(?:resource|data|ephemeral|module|variable|output|provider|check)[ \t]+"|(?:locals|terraform|moved|import|removed)[ \t]*\{)/y;
