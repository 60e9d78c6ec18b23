/** Finds the actions of Go templates, `{{ … }}`, which may span lines, and the blocks that they open and close. */
import type { Span } from './span.ts';

export interface Action {
  readonly start: number;
  readonly end: number;
  readonly kind: 'output' | 'open' | 'else' | 'end' | 'silent';
  /** The text between the braces, without trim markers. */
  readonly code: string;
}

/** From `{{ if … }}`, `{{ with … }}`, `{{ range … }}` or `{{ define … }}` to its `{{ end }}`. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** True if the block repeats its text. */
  readonly isRange: boolean;
  /** The offsets at which the text for another condition begins. */
  readonly elses: readonly number[];
}

/** The actions in order. An action without its braces at the end is left out. */
export function actionsIn(text: string): readonly Action[] {
  const actions: Action[] = [];
  const next = searches(text);
  for (let start = text.indexOf('{{'); start >= 0;) {
    const end = endOf(text, start, next);
    if (end > start) actions.push(actionOf(text, start, end));
    start = text.indexOf('{{', Math.max(end, start + 2));
  }
  return actions;
}

/** The action for a statement of Jinja, `{% … %}`. */
export function statementAction(text: string, start: number): Action {
  const code = text
    .slice(2, -2)
    .replace(/^[-+]|[-+]$/g, '')
    .trim();
  const [word = ''] = /^\w*/.exec(code) ?? [];
  return { start, end: start + text.length, code, kind: statementKind(word) };
}

function statementKind(word: string): Action['kind'] {
  // A loop of Jinja may have any text in its place.
  if (word === 'for') return 'output';
  if (word === 'endfor') return 'silent';
  if (word.startsWith('end')) return 'end';
  if (/^(?:if|with|block|macro|filter|call|raw|autoescape)$/.test(word)) return 'open';
  if (word === 'elif' || word === 'else') return 'else';
  return /^(?:include|extends)$/.test(word) ? 'output' : 'silent';
}

/** True if the text has braces that open an action and do not close it. */
export function hasOpenAction(text: string): boolean {
  const next = searches(text);
  for (let start = text.indexOf('{{'); start >= 0;) {
    const end = endOf(text, start, next);
    if (end < 0) return true;
    start = text.indexOf('{{', end);
  }
  return false;
}

/** False for a text in which a block begins that ends after it, or the other way round. */
export function isBalanced(text: string): boolean {
  let depth = 0;
  for (const { kind } of text.includes('{{') ? actionsIn(text) : []) {
    depth += kind === 'open' ? 1 : kind === 'end' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** The actions that open or continue the blocks that are still open at the end of the text. */
export function openBlocksOf(text: string): string {
  const open: string[] = [];
  for (const { kind, start, end } of actionsIn(text)) {
    const source = text.slice(start, end);
    if (kind === 'open') open.push(source);
    else if (kind === 'end') open.pop();
    else if (kind === 'else' && open.length > 0) open.push((open.pop() ?? '') + source);
  }
  // The conditions of deeper blocks are not known, which keeps the work for each document small.
  return open.length > deepest ? '{{ block }}' : open.join('');
}

const deepest = 50;

/** In the order of their ends. A block may begin before the text or end after it. */
export function blocksOf(actions: readonly Action[], length: number): readonly Block[] {
  const blocks: Block[] = [];
  const open: { start: number; isRange: boolean; elses: number[] }[] = [];
  let before: number[] = [];
  for (const { kind, start, code } of actions) {
    if (kind === 'open') open.push({ start, isRange: code.startsWith('range'), elses: [] });
    else if (kind === 'else') (open.at(-1)?.elses ?? before).push(start);
    else if (kind === 'end') {
      const block = open.pop() ?? { start: 0, isRange: false, elses: before };
      if (block.elses === before) before = [];
      blocks.push({ ...block, end: start });
    }
  }
  for (const block of open.toReversed()) blocks.push({ ...block, end: length });
  return blocks;
}

/** More branches than these are not read one by one, nor those of later blocks. */
const mostBranches = 16;

/** The text once for each branch of the first `if` with several wanted branches, with blanks for the others. */
export function branchesOf(text: string, isWanted: (branch: string) => boolean): readonly string[] {
  const blocks = blocksOf(actionsIn(text), text.length).toSorted((a, b) => a.start - b.start);
  const candidates = blocks.filter(({ elses }) => elses.length > 0 && elses.length < mostBranches);
  for (const { start: from, elses, end: to } of candidates.slice(0, mostBranches)) {
    const bounds = [from, ...elses, to];
    const parts = bounds.slice(1).map((end, i) => ({ start: bounds[i] ?? 0, end }));
    const own = parts.filter(({ start, end }) => isWanted(text.slice(start, end)));
    const others = own.map((kept) => parts.filter((part) => part !== kept));
    if (own.length > 1) return others.map((each) => blanked(text, each));
  }
  return [];
}

/** The text with blanks for the branches of each `else`. */
export function firstBranches(text: string): string {
  const blocks = blocksOf(actionsIn(text), text.length);
  const others = blocks.flatMap(({ elses: [start], end }) => (start === undefined ? [] : [{ start, end }]));
  return blanked(
    text,
    others.toSorted((a, b) => a.start - b.start),
  );
}

/** The action at the start of each part stays. `parts` are in order, and may contain later ones. */
function blanked(text: string, parts: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of parts) {
    if (start < at) continue;
    const from = text.indexOf('}}', start) + 2;
    result += text.slice(at, from) + text.slice(from, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return result + text.slice(at);
}

/** Bounds the work for braces that are never closed. */
const longest = 20_000;
const longestLine = 2_000;

/** A string, a raw string, a character, or braces. */
const piece = /"(?:[^"\\\n]|\\[^\n]){0,2000}"|`[^`]{0,20000}`|'(?:[^'\\\n]|\\[^\n]){1,10}'|\}\}|\{\{/g;

/** The offset behind the action; -1 where it is not closed. */
function endOf(text: string, start: number, next: Searches): number {
  const comment = /\{\{-?\s{0,80}\/\*/y;
  comment.lastIndex = start;
  if (comment.test(text)) {
    const close = /\*\/\s{0,80}-?\}\}/y;
    close.lastIndex = next.commentEnd(comment.lastIndex);
    return close.test(text) ? close.lastIndex : -1;
  }
  piece.lastIndex = start + 2;
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    if (match.index - start > longest || match[0] === '{{') break;
    if (match[0] === '}}') return isCode(text, start, match.index) ? piece.lastIndex : -1;
  }
  // Another language may have other strings.
  const close = next.close(start);
  return close - start <= longestLine && close < next.line(start) ? close + 2 : -1;
}

interface Searches {
  readonly close: (from: number) => number;
  readonly commentEnd: (from: number) => number;
  readonly line: (from: number) => number;
}

function searches(text: string): Searches {
  return { close: search(text, '}}'), commentEnd: search(text, '*/'), line: search(text, '\n') };
}

/** Finds the next place of a string. The offsets come in order, so the text is searched once. */
function search(text: string, wanted: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf(wanted, from);
    if (found < 0) found = text.length;
    return found;
  };
}

/** False for lines that look like keys of YAML: the braces before them lack their end. */
function isCode(text: string, start: number, end: number): boolean {
  const code = text.slice(start, end);
  return !code.includes('\n') || !/\n[ \t]*(?:- +)?[\w"'./-]+:(?=\s|$)/.test(code.replace(/`[^`]*`|"[^"\n]*"/g, '""'));
}

function actionOf(text: string, start: number, end: number): Action {
  const code = text
    .slice(start + 2, end - 2)
    .replace(/^-|-$/g, '')
    .trim();
  return { start, end, kind: kindOf(code), code };
}

function kindOf(code: string): Action['kind'] {
  const word = /^(?:\/\*|\w+(?![\w.(])|\$\w*\s*:?=)/.exec(code)?.[0] ?? '';
  switch (word) {
    case 'if':
    case 'with':
    case 'range':
    case 'define':
    case 'block':
      return 'open';
    case 'else':
    case 'end':
      return word;
    case 'break':
    case 'continue':
    case 'fail':
    case '/*':
      return 'silent';
    default:
      return word.endsWith('=') ? 'silent' : 'output';
  }
}
