/** The order in which a Pulumi program creates resources: each one after those that it refers to, otherwise free. */
import { memo } from '../../text/memo.ts';
import { contains } from '../../text/span.ts';
import type { Document, InterpolationReference, Resource } from '../../tree/document.ts';
import { scopesOf, type ProgramScope } from '../../tree/program.ts';
import { entrySpan, type Entry, type Value } from '../../tree/value.ts';

/** For each resource of the document, the indexes of those that are certainly created before it, in ascending order. */
export const createdBefore = memo((document: Document): readonly (readonly number[])[] => {
  const earlier = document.resources.map((): readonly number[] => []);
  if (document.form !== 'pulumi' || document.references.length === 0 || earlier.length < 2) return earlier;
  const numbers = new Map<Value | undefined, number>(document.resources.map(({ envelope }, i) => [envelope, i]));
  for (const scope of scopesIn(document)) {
    const found = orderIn(scope, document.references, numbers);
    for (const [number, before] of found) earlier[number] = before;
  }
  return earlier;
});

const scopesIn = memo(({ root, form }: Document): readonly ProgramScope[] => (form === 'pulumi' ? scopesOf(root) : []));

/** The scope that declares the resource; undefined outside of programs. */
export function scopeAround({ envelope }: Resource, document: Document): ProgramScope | undefined {
  return envelope && scopesByResource(document).get(envelope);
}

const scopesByResource = memo(
  (document: Document): ReadonlyMap<Value, ProgramScope> =>
    new Map(
      scopesIn(document)
        .toReversed()
        .flatMap((scope) => scope.resources.map(({ value }) => [value, scope] as const)),
    ),
);

type Numbers = ReadonlyMap<Value | undefined, number>;

function orderIn(
  scope: ProgramScope,
  references: readonly InterpolationReference[],
  numbers: Numbers,
): ReadonlyMap<number, number[]> {
  // The last of several entries with one name counts.
  const declared = new Map([...scope.variables, ...scope.resources].map((entry) => [entry.name, entry]));
  const direct = namedBy([...declared.values()], references);
  const reached = new Map<string, ReadonlySet<string>>();
  for (const [name, { value }] of declared) if (numbers.has(value)) reached.set(name, reachedFrom(name, direct));
  const order = new Map<number, number[]>();
  for (const [name, names] of reached) {
    const number = numbers.get(declared.get(name)?.value);
    // Resources in a cycle are never created.
    const before = [...names].filter((each) => reached.get(each)?.has(name) === false);
    const found = before.flatMap((each) => numbers.get(declared.get(each)?.value) ?? []).sort((a, b) => a - b);
    if (number !== undefined) order.set(number, found);
  }
  return order;
}

type Names = ReadonlyMap<string, readonly string[]>;

/** The names that each entry refers to. Entries and references are walked together in document order. */
function namedBy(entries: readonly Entry[], references: readonly InterpolationReference[]): Names {
  const found = new Map<string, string[]>();
  const ordered = [...entries].sort((a, b) => a.key.start - b.key.start);
  let at = 0;
  for (const { root, rootSpan, isPossible } of references) {
    if (isPossible) continue;
    while (at < ordered.length && endOf(ordered[at]) <= rootSpan.start) at++;
    const entry = ordered[at];
    if (!entry || !contains(entrySpan(entry), rootSpan)) continue;
    const names = found.get(entry.name);
    if (names) names.push(root);
    else found.set(entry.name, [root]);
  }
  return found;
}

function endOf(entry: Entry | undefined): number {
  return entry ? entrySpan(entry).end : 0;
}

/** In a chain of thousands of resources, the orders of all pairs would take gigabytes. */
const mostIndirect = 500;

/** The names that are referred to directly or indirectly, the nearest first; the name itself only in a cycle. */
function reachedFrom(name: string, direct: Names): ReadonlySet<string> {
  const reached = new Set(direct.get(name));
  const most = reached.size + mostIndirect;
  // A set also visits what is added on the way.
  for (const each of reached) {
    if (reached.size > most) break;
    for (const next of direct.get(each) ?? []) reached.add(next);
  }
  return reached;
}
