/**
 * Matches a text with a pattern as git's wildmatch does, in time that grows with the product of their lengths: all ways to
 * match are followed at once, and none twice.
 */
import { ownValue } from '../text/own-value.ts';

interface Step {
  /** True where the step takes the byte. */
  readonly takes: (byte: number) => boolean;
  /** The step may take another byte. */
  readonly repeats?: boolean;
  /** How far the steps are that may come instead of this one. */
  readonly free?: readonly number[];
}

/** With `isPath`, only two stars match a slash. Undefined for a pattern that matches nothing. */
export function compileWildmatch(pattern: string, isPath: boolean): ((text: string) => boolean) | undefined {
  const steps = stepsOf(pattern, isPath);
  return steps && ((text) => runSteps(steps, text));
}

function runSteps(steps: readonly Step[], text: string): boolean {
  let open = reached(steps, [0]);
  for (let at = 0; at < text.length && open.size > 0; at++) {
    const byte = text.charCodeAt(at);
    const next: number[] = [];
    for (const i of open) {
      const step = steps[i];
      if (step?.takes(byte)) next.push(step.repeats ? i : i + 1);
    }
    open = reached(steps, next);
  }
  return open.has(steps.length);
}

/** The steps that can be next: those, and what may come instead of them. */
function reached(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const all = new Set(from);
  // A set also visits what is added on the way.
  for (const i of all) for (const far of steps[i]?.free ?? []) all.add(i + far);
  return all;
}

const [slash, backslash, star, question, open, close] = [...'/\\*?[]'].map((char) => char.charCodeAt(0));
const isNone = (): boolean => false;
const isAny = (): boolean => true;
const isNotSlash = (byte: number): boolean => byte !== slash;

function stepsOf(pattern: string, isPath: boolean): readonly Step[] | undefined {
  const steps: Step[] = [];
  const wild = isPath ? isNotSlash : isAny;
  for (let at = 0; at < pattern.length; at++) {
    const byte = pattern.charCodeAt(at);
    if (byte === star) {
      const start = at;
      while (pattern.charCodeAt(at + 1) === star) at++;
      const next = pattern[at + 1];
      const isWhole = next === undefined || next === '/' || (next === '\\' && pattern[at + 2] === '/');
      const isDeep = at > start && (start === 0 || pattern[start - 1] === '/') && isWhole;
      // Two stars and a slash may be left out, but only as a whole.
      if (isDeep && next === '/') steps.push({ takes: isNone, free: [1, 3] });
      steps.push({ takes: isDeep ? isAny : wild, repeats: true, free: [1] });
    } else if (byte === question) steps.push({ takes: wild });
    else if (byte === open) {
      const set = readSet(pattern, at);
      if (!set) return undefined;
      at = set.end;
      steps.push({ takes: isPath ? (each) => each !== slash && set.has(each) : set.has });
    } else {
      const literal = byte === backslash ? pattern.charCodeAt(++at) : byte;
      if (Number.isNaN(literal)) return undefined;
      steps.push({ takes: (each) => each === literal });
    }
  }
  return steps;
}

interface ByteSet {
  /** The offset of the bracket that closes the set. */
  readonly end: number;
  readonly has: (byte: number) => boolean;
}

/** `[a-z]`, `[!a]`, `[[:digit:]]`; undefined where it does not end, or has an unknown class. */
function readSet(pattern: string, start: number): ByteSet | undefined {
  let at = start + 1;
  const isNegative = pattern[at] === '!' || pattern[at] === '^';
  if (isNegative) at++;
  const tests: ((byte: number) => boolean)[] = [];
  let last: number | undefined;
  for (let isFirst = true; isFirst || pattern.charCodeAt(at) !== close; isFirst = false, at++) {
    let byte = pattern.charCodeAt(at);
    if (Number.isNaN(byte)) return undefined;
    const end = pattern.charCodeAt(at + 1);
    const found = byte === open && pattern[at + 1] === ':' ? readClass(pattern, at) : undefined;
    if (found === 'unknown') return undefined;
    if (found) {
      tests.push(found.has);
      at = found.end;
      last = undefined;
    } else if (pattern[at] === '-' && last !== undefined && !Number.isNaN(end) && end !== close) {
      at++;
      const to = end === backslash ? pattern.charCodeAt(++at) : end;
      if (Number.isNaN(to)) return undefined;
      tests.push(inRange(last, to));
      last = undefined;
    } else {
      if (byte === backslash) byte = pattern.charCodeAt(++at);
      if (Number.isNaN(byte)) return undefined;
      tests.push(inRange(byte, byte));
      last = byte;
    }
  }
  return { end: at, has: (byte) => tests.some((test) => test(byte)) !== isNegative };
}

/** `[:digit:]`; undefined where the brackets are ordinary characters. */
function readClass(pattern: string, start: number): ByteSet | 'unknown' | undefined {
  const end = pattern.indexOf(']', start + 2);
  if (end < 0) return 'unknown';
  if (end === start + 2 || pattern[end - 1] !== ':') return undefined;
  const name = pattern.slice(start + 2, end - 1);
  const found = ownValue(classes, name);
  return found ? { end, has: (byte) => found.test(String.fromCharCode(byte)) } : 'unknown';
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^ -~\x80-\xff]/,
  digit: /\d/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[A-Fa-f0-9]/,
};

function inRange(from: number, to: number): (byte: number) => boolean {
  return (byte) => byte >= from && byte <= to;
}
