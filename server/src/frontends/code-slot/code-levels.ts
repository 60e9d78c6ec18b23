/** Finds the brackets around an offset in a program, and what is written in each of them, before the offset and behind it. */
import type { CodeLanguage } from '../../tree/document.ts';
import { codeTokens, holdsCursor, type CodeToken } from './code-tokens.ts';

/** A token, or a pair of brackets as one. */
export interface CodePart extends CodeToken {
  /** Of brackets: the token in them, where it is the only one, and the first of several. */
  only?: CodeToken | undefined;
  first?: CodeToken | undefined;
  isGroup?: boolean;
}

/** Brackets that are open at the offset. */
export interface Level {
  readonly open: CodeToken;
  /** The parts between commas. Those behind the offset are among them. */
  readonly entries: readonly (readonly CodePart[])[];
  /** The entry of the offset, and how many of its parts are before the offset, or before the next brackets. */
  readonly at: number;
  readonly lead: readonly CodePart[];
}

export interface Levels {
  /** Outermost first. The first one is the text itself. */
  readonly levels: readonly Level[];
  /** The word, number or text that holds the offset. */
  readonly word: CodeToken | undefined;
  /** The token behind the word or the offset. */
  readonly next: CodeToken | undefined;
  /** All of them, without comments. */
  readonly tokens: readonly CodeToken[];
  /** Reads what is behind the offset in a level and in those in it. Called once. */
  readonly readOn: (level: number) => void;
}

interface OpenLevel {
  readonly open: CodeToken;
  readonly entries: CodePart[][];
  /** Of the outer level: what stands for these brackets there. */
  readonly group: CodePart;
  count: number;
  last: CodeToken | undefined;
}

const closers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
/** A closing bracket without its opening one, in a text that is being typed, closes nothing. */
const mostSkipped = 50;
/** The reader of programs reads no deeper brackets either. */
const deepest = 500;
/** No class is named by a longer path. */
const mostSteps = 20;

/** Undefined in a comment, and where brackets nest in hundreds. */
export function levelsAt(language: CodeLanguage, text: string, offset: number): Levels | undefined {
  const all = codeTokens(language, text);
  const at = all.findIndex((token) => token.end >= offset && (holdsCursor(token, offset) || token.start >= offset));
  if (all[at]?.kind === 'comment' && holdsCursor(all[at], offset)) return undefined;
  const tokens = all.filter(({ kind }) => kind !== 'comment');
  const first = at < 0 ? -1 : tokens.findIndex((token) => token.start >= (all[at]?.start ?? 0));
  const index = first < 0 ? tokens.length : first;
  const found = tokens[index];
  const word = found && holdsCursor(found, offset) ? found : undefined;
  // Nothing can be typed in the quotes of a text.
  if (!word && (tokens[index - 1]?.end ?? 0) > offset) return undefined;
  const stack = [levelFor({ kind: 'mark', start: 0, end: 0, value: '' })];
  for (let i = 0; i < index && stack.length <= deepest; i++) take(stack, tokens[i] as CodeToken);
  if (stack.length > deepest) return undefined;
  const open = stack.map((level): Pick<Level, 'at' | 'lead'> & { level: OpenLevel } => {
    const parts = level.entries.at(-1) ?? [];
    const isLast = level === stack.at(-1);
    return { level, at: level.entries.length - 1, lead: isLast ? [...parts] : parts.slice(0, -1) };
  });
  return {
    levels: open.map(({ level: { open: token, entries }, at: own, lead }) => ({ open: token, entries, at: own, lead })),
    word,
    next: tokens[word ? index + 1 : index],
    tokens,
    readOn(level) {
      for (let i = index; i < tokens.length && stack.length > level && stack.length <= 2 * deepest; i++)
        take(stack, tokens[i] as CodeToken);
    },
  };
}

function levelFor(open: CodeToken): OpenLevel {
  const { kind, start, end, value } = open;
  const group: CodePart = { kind, start, end, value, isGroup: true, only: undefined, first: undefined };
  return { open, entries: [[]], group, count: 0, last: undefined };
}

function take(stack: OpenLevel[], token: CodeToken): void {
  const level = stack.at(-1);
  if (!level) return;
  const parts = level.entries.at(-1);
  const opener = token.kind === 'mark' ? closers.get(token.value) : undefined;
  if (opener !== undefined) return close(stack, opener);
  level.count++;
  level.last = token;
  level.group.first ??= token;
  if (token.kind !== 'mark') {
    parts?.push(token);
    return;
  }
  switch (token.value) {
    case '(':
    case '[':
    case '{': {
      const inner = levelFor(token);
      parts?.push(inner.group);
      stack.push(inner);
      break;
    }
    case ',':
    case ';':
      if (isInGeneric(parts ?? [])) parts?.push(token);
      else level.entries.push([]);
      break;
    default:
      parts?.push(token);
  }
}

/** In parts. */
const longestGeneric = 12;

/** True behind the first types of `Dictionary<string, string>`: a comparison has no comma behind it. */
function isInGeneric(parts: readonly CodePart[]): boolean {
  for (let at = parts.length - 1; at >= Math.max(1, parts.length - longestGeneric); at--) {
    const part = parts[at];
    if (part?.value === '<' && part.kind === 'mark') return /^[A-Z]/.test(parts[at - 1]?.value ?? '');
    if (!part || part.isGroup === true || !(part.kind === 'word' || /^[.,?]$/.test(part.value))) return false;
  }
  return false;
}

function close(stack: OpenLevel[], opener: string): void {
  const lowest = Math.max(1, stack.length - mostSkipped);
  for (let i = stack.length - 1; i >= lowest; i--) {
    const level = stack[i];
    if (level?.open.value !== opener) continue;
    level.group.only = level.count === 1 ? level.last : undefined;
    stack.length = i;
    return;
  }
}

/** The words of a path with dots at the end of the parts, such as `k8s.core.v1.Endpoints`. Empty where they end otherwise. */
export function pathBefore(parts: readonly CodePart[], end = parts.length): readonly string[] {
  const path: string[] = [];
  for (let at = end - 1; at >= 0 && path.length < mostSteps; at -= 2) {
    const part = parts[at];
    if (part?.kind !== 'word') break;
    path.unshift(part.value);
    if (!/^(?:\.|\?\.)$/.test(parts[at - 1]?.value ?? '')) break;
  }
  return path;
}

/** The scalar of an expression: the only part, or the only argument of a call. Empty for any other one. */
export function scalarOf(parts: readonly CodePart[]): string {
  const last = parts.at(-1);
  if (!last) return '';
  if (last.isGroup === true) return last.only && last.only.kind !== 'mark' ? last.only.value : '';
  return parts.length === 1 && last.kind !== 'mark' ? last.value : '';
}
