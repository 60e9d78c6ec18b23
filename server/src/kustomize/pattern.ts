/** Matches the regular expressions of targets as Go does: against the whole text, in linear time. */
import { ownValue } from '../text/own-value.ts';

/** A character test, or a jump: to one of several steps. */
type PatternStep = { readonly test: RegExp } | { readonly to: readonly number[] } | { readonly at: 'start' | 'end' };

/** Longer programs are not run, so that a repetition cannot multiply the work. */
const mostSteps = 2000;
const mostAlternativeSteps = 20_000;
const mostCharacters = 20_000;
/** Go rejects deeper groups. */
const mostDepth = 1000;

class PatternError extends Error {}

/** Undefined for an invalid regular expression, or a longer one than this engine runs. An empty one matches everything. */
export function patternOf(text: string): ((value: string) => boolean) | undefined {
  if (text === '') return () => true;
  if (/^[\w-]*$/.test(text)) return (value) => value === text;
  const steps = text.length > mostCharacters ? undefined : compile(text);
  return steps && ((value) => matches(steps, value));
}

function compile(text: string): readonly PatternStep[] | undefined {
  const parser = new PatternParser(text);
  try {
    const steps = parser.alternatives();
    return parser.isAtEnd() ? steps : undefined;
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Targets of jumps are relative to their own step, so parts can be joined and repeated. */
class PatternParser {
  private at = 0;
  private depth = 0;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  alternatives(): readonly PatternStep[] {
    if (++this.depth > mostDepth) throw new PatternError();
    const branches = [this.sequence()];
    let left = branches[0]?.length ?? 0;
    while (this.text[this.at] === '|') {
      this.at++;
      const branch = this.sequence();
      branches.push(branch);
      left += branch.length + 2;
      if (left > mostAlternativeSteps) throw new PatternError();
    }
    this.depth--;
    return branches.flatMap((branch, i): readonly PatternStep[] => {
      if (i === branches.length - 1) return branch;
      left -= branch.length + 2;
      return [{ to: [1, branch.length + 2] }, ...branch, { to: [left + 1] }];
    });
  }

  private sequence(): readonly PatternStep[] {
    const steps: PatternStep[] = [];
    while (!this.isAtEnd() && !'|)'.includes(this.text[this.at] ?? '')) {
      steps.push(...this.repeated(this.atom()));
      if (steps.length > mostSteps) throw new PatternError();
    }
    return steps;
  }

  private take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private atom(): readonly PatternStep[] {
    if (this.take(/\((?:\?:|\?P?<\w+>)?(?!\?)/) !== undefined) {
      const inner = this.alternatives();
      if (this.take(/\)/) === undefined) throw new PatternError();
      return inner;
    }
    if (this.take(/\^|\\A/) !== undefined) return [{ at: 'start' }];
    if (this.take(/\$|\\z/) !== undefined) return [{ at: 'end' }];
    const token = this.take(/\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\\[dDwWsSnrtfv]|\\[^\w\s]|[^\\*+?()[|]/);
    const test = token === undefined ? undefined : characterTest(token);
    if (!test) throw new PatternError();
    return [{ test }];
  }

  private repeated(atom: readonly PatternStep[]): readonly PatternStep[] {
    const sign = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
    if (sign === undefined) return atom;
    const [, from = '', comma, to = ''] = /^\{(\d+)(,)?(\d*)/.exec(sign) ?? [];
    if (from === '') return sign.startsWith('?') ? optional(atom) : star(atom, sign.startsWith('+'));
    const least = Number(from);
    const most = comma === undefined ? least : Number(to);
    if (Math.max(least, most) * atom.length > mostSteps) throw new PatternError();
    const start = Array.from({ length: least }, () => atom).flat();
    if (comma !== undefined && to === '') return [...start, ...star(atom, false)];
    return [...start, ...Array.from({ length: Math.max(0, most - least) }, () => optional(atom)).flat()];
  }
}

function optional(atom: readonly PatternStep[]): readonly PatternStep[] {
  return [{ to: [1, atom.length + 1] }, ...atom];
}

function star(atom: readonly PatternStep[], isOnce: boolean): readonly PatternStep[] {
  if (isOnce) return [...atom, { to: [-atom.length, 1] }];
  return [{ to: [1, atom.length + 2] }, ...atom, { to: [-atom.length - 1] }];
}

const classes: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  lower: 'a-z',
  upper: 'A-Z',
  word: '\\w',
  space: '\\s',
  xdigit: '0-9A-Fa-f',
};

/** One character of the pattern as a test; undefined if it is not valid. */
function characterTest(token: string): RegExp | undefined {
  const named = token.replaceAll(/\[:(\w+):\]/g, (whole, name: string) => ownValue(classes, name) ?? whole);
  // A bracket that follows the opening one is a character in Go.
  const source = named.replace(/^(\[\^?)\]/, '$1\\]');
  try {
    return new RegExp(`^(?:${/^[^\w.[\\]$/.test(source) ? `\\${source}` : source})$`);
  } catch {
    return undefined;
  }
}

/** Runs all ways through the pattern at once, so the time is the product of both lengths at most. */
function matches(steps: readonly PatternStep[], value: string): boolean {
  const characters = [...value];
  let open = new Set<number>();
  const enter = (into: Set<number>, first: number, position: number): void => {
    const waiting = [first];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (into.has(step)) continue;
      into.add(step);
      const what = steps[step];
      if (!what || 'test' in what) continue;
      if ('at' in what) {
        if (position === (what.at === 'start' ? 0 : characters.length)) waiting.push(step + 1);
      } else for (const by of what.to) waiting.push(step + by);
    }
  };
  enter(open, 0, 0);
  for (const [position, character] of characters.entries()) {
    const next = new Set<number>();
    for (const step of open) {
      const what = steps[step];
      if (what && 'test' in what && what.test.test(character)) enter(next, step + 1, position + 1);
    }
    open = next;
  }
  return open.has(steps.length);
}
