/** Finds the actions of Go templates, `{{ … }}`, which may span lines, and the blocks that they open and close. */

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
  for (let start = text.indexOf('{{'); start >= 0;) {
    const end = endOf(text, start);
    if (end > start) actions.push(actionOf(text, start, end));
    start = text.indexOf('{{', Math.max(end, start + 2));
  }
  return actions;
}

/** True if the text has braces that open an action and do not close it. */
export function hasOpenAction(text: string): boolean {
  for (let start = text.indexOf('{{'); start >= 0;) {
    const end = endOf(text, start);
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
  return open.join('');
}

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

/** The text once for each branch of the first `if` whose branches all match, with blanks for the other branches. */
export function branchesOf(text: string, isWanted: (branch: string) => boolean): readonly string[] {
  const blocks = blocksOf(actionsIn(text), text.length).toSorted((a, b) => a.start - b.start);
  for (const { start, elses, end } of blocks) {
    const bounds = [start, ...elses, end];
    const parts = bounds.slice(1).map((to, i) => ({ from: bounds[i] ?? start, to }));
    const own = parts.filter(({ from, to }) => isWanted(text.slice(from, to)));
    if (own.length < 2) continue;
    return own.map((kept) =>
      parts.reduce((all, { from, to }) => (from === kept.from ? all : blanked(all, from, to)), text),
    );
  }
  return [];
}

/** The text with blanks for the branches of each `else`. */
export function firstBranches(text: string): string {
  const blocks = blocksOf(actionsIn(text), text.length);
  return blocks.reduce((all, { elses: [first], end }) => (first === undefined ? all : blanked(all, first, end)), text);
}

/** Control actions at the start of a branch stay. */
function blanked(text: string, from: number, to: number): string {
  const start = text.indexOf('}}', from) + 2;
  return text.slice(0, start) + text.slice(start, to).replace(/[^\r\n]/g, ' ') + text.slice(to);
}

/** Bounds the work for braces that are never closed. */
const longest = 20_000;

/** A string, a raw string, a character, or braces. */
const piece = /"(?:[^"\\\n]|\\[^\n]){0,2000}"|`[^`]{0,20000}`|'(?:[^'\\\n]|\\[^\n]){1,10}'|\}\}|\{\{/g;

/** The offset behind the action; -1 where it is not closed. */
function endOf(text: string, start: number): number {
  const comment = /\{\{-?\s{0,80}\/\*/y;
  comment.lastIndex = start;
  if (comment.test(text)) {
    const close = /\*\/\s{0,80}-?\}\}/.exec(text.slice(comment.lastIndex, comment.lastIndex + longest));
    return close ? comment.lastIndex + close.index + close[0].length : -1;
  }
  piece.lastIndex = start + 2;
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    if (match.index - start > longest || match[0] === '{{') break;
    if (match[0] === '}}') return isCode(text, start, match.index) ? piece.lastIndex : -1;
  }
  // Another language may have other strings.
  const line = /[^\n]{0,2000}?\}\}/y;
  line.lastIndex = start;
  return line.test(text) ? line.lastIndex : -1;
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
