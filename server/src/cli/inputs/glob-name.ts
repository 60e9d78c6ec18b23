/** Matches one name of a path with one part of a glob, in polynomial time: all ways to match are followed together. */

/** The offsets where a match can end, for those where it can start. */
type Ends = (name: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** Stars, question marks, sets, escapes, and groups such as `!(a|b)`; anything unfinished is an ordinary character. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const { ends } = readChoices({ pattern, known: new Map() }, 0, false);
  return (name) => ends(name, new Set([0])).has(name.length);
}

/** Each offset is read once: behind an unfinished group, all parts are read again. */
interface Glob {
  readonly pattern: string;
  readonly known: Map<number, Part>;
}

interface Part {
  readonly ends: Ends;
  /** The offset after the part. */
  readonly after: number;
}

/** Alternatives between bars; `isGroup` where a bracket closes them. */
function readChoices(glob: Glob, start: number, isGroup: boolean): Part {
  const { pattern, known } = glob;
  const choices: Ends[][] = [[]];
  let at = start;
  const end = isGroup ? ')' : '';
  while (at < pattern.length && pattern[at] !== end) {
    if (isGroup && pattern[at] === '|') {
      choices.push([]);
      at++;
    } else {
      const part = known.get(at) ?? readPart(glob, at);
      known.set(at, part);
      choices.at(-1)?.push(part.ends);
      at = part.after;
    }
  }
  const ends: Ends = (name, from) =>
    union(choices.map((parts) => parts.reduce((open, part) => part(name, open), from)));
  return { ends, after: at };
}

function readPart(glob: Glob, at: number): Part {
  const { pattern } = glob;
  const char = pattern[at] ?? '';
  const set = char === '[' ? readSet(pattern, at) : undefined;
  if (set) return set;
  const sign = pattern[at + 1] === '(' && '?*+@!'.includes(char) ? char : char === '(' ? '@' : '';
  const inner = sign === '' ? undefined : readChoices(glob, at + (char === '(' ? 1 : 2), true);
  if (inner && pattern[inner.after] === ')') return { ends: group(sign, inner.ends), after: inner.after + 1 };
  if (char === '*') return { ends: anyEnds, after: at + 1 };
  if (char === '?') return { ends: one(() => true), after: at + 1 };
  const isEscape = char === '\\' && at + 1 < pattern.length;
  const literal = isEscape ? pattern[at + 1] : char;
  return { ends: one((each) => each === literal), after: at + (isEscape ? 2 : 1) };
}

function one(test: (char: string) => boolean): Ends {
  return (name, from) => new Set([...from].flatMap((at) => (at < name.length && test(name[at] ?? '') ? at + 1 : [])));
}

const anyEnds: Ends = (name, from) => {
  const first = Math.min(...from);
  return new Set(from.size === 0 ? [] : Array.from({ length: name.length - first + 1 }, (_, i) => first + i));
};

function group(sign: string, ends: Ends): Ends {
  if (sign === '@') return ends;
  if (sign === '?') return (name, from) => union([from, ends(name, from)]);
  return fromEach((name, from) => {
    if (sign === '!') return without(anyEnds(name, from), ends(name, from));
    const all = new Set(sign === '*' ? from : []);
    let open = from;
    while (open.size > 0) {
      open = without(ends(name, open), all);
      for (const each of open) all.add(each);
    }
    return all;
  });
}

/** Follows each start once for a name: groups in groups start at the same offsets again and again. */
function fromEach(ends: Ends): Ends {
  let last: string | undefined;
  let known: ReadonlySet<number>[] = [];
  return (name, from) => {
    if (name !== last) [last, known] = [name, []];
    return union([...from].map((at) => (known[at] ??= ends(name, new Set([at])))));
  };
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set(sets.flatMap((each) => [...each]));
}

function without(all: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...all].filter((each) => !others.has(each)));
}

/** `[a-z]`, `[!a]`; undefined where it does not end. */
function readSet(pattern: string, start: number): Part | undefined {
  const [whole, not, members = ''] = /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern.slice(start)) ?? [];
  if (whole === undefined || members === '') return undefined;
  const ranges = [...members.matchAll(/\\?(.)(?:-\\?(.))?/gs)].map(([, from = '', to = from]) => [from, to] as const);
  const has = (char: string): boolean => ranges.some(([from, to]) => char >= from && char <= to);
  return { ends: one((char) => has(char) === (not === '')), after: start + whole.length };
}
