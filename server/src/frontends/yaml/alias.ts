/** Copies the anchored value to each YAML alias, within go-yaml's limit, so that small texts stay small. */
import type { Span } from '../../text/span.ts';
import { childrenOf, type Entry, type Value } from '../../tree/value.ts';

export interface AliasBudget {
  /** The number of values copied so far. */
  copied: number;
  /** The sizes of aliased values, by their copies. */
  readonly aliased: WeakSet<object>;
  readonly isExceeded: (weight: Weight) => boolean;
}

/** How many values go-yaml's decoder visits, and how many of them because of an alias. */
export interface Weight {
  readonly all: number;
  readonly aliased: number;
}

/** The maximum number of copies. go-yaml rejects a text with more. */
const mostCopies = 400_000;

export function aliasBudget(): AliasBudget {
  const budget: AliasBudget = {
    copied: 0,
    aliased: new WeakSet(),
    isExceeded: ({ all, aliased }) =>
      budget.copied > mostCopies || (aliased > 100 && all > 1000 && aliased / all > allowedRatio(all)),
  };
  return budget;
}

/** go-yaml's `allowedAliasRatio`: from 99 % of a small document down to 10 % of a large one. */
function allowedRatio(all: number): number {
  const low = 400_000;
  const high = 4_000_000;
  if (all <= low) return 0.99;
  return all >= high ? 0.1 : 0.99 - 0.89 * ((all - low) / (high - low));
}

/** Returns false if the budget is exhausted. */
export function spend(budget: AliasBudget, copies: number): boolean {
  budget.copied += copies;
  return budget.copied <= mostCopies;
}

export function addAliased(budget: AliasBudget, value: Value): Value {
  budget.aliased.add(value);
  return value;
}

/** A copy with every span set to `span`, or an opaque value if the budget is exhausted. */
export function respan(value: Value, span: Span, budget: AliasBudget): Value {
  budget.copied++;
  if (budget.copied > mostCopies) return { kind: 'opaque', span, why: 'too many aliases' };
  switch (value.kind) {
    case 'mapping':
      return { ...value, span, isAlias: true, entries: value.entries.map((entry) => respanEntry(entry, span, budget)) };
    case 'sequence':
      return { ...value, span, isAlias: true, items: value.items.map((item) => respan(item, span, budget)) };
    case 'scalar':
      return { ...value, span, isAlias: true };
    case 'opaque':
      return { ...value, span, origin: value.origin ?? value.span };
  }
}

function respanEntry(entry: Entry, span: Span, budget: AliasBudget): Entry {
  return { ...entry, key: span, value: respan(entry.value, span, budget) };
}

/** Counts as go-yaml's decoder does: every key, value and collection, and again everything an alias repeats. */
export function weigh(value: Value, budget: AliasBudget, isAliased = false): Weight {
  const within = isAliased || budget.aliased.has(value);
  let all = 1;
  let aliased = within ? 1 : 0;
  const children = childrenOf(value);
  const keys = value.kind === 'mapping' ? children.length : 0;
  all += keys;
  if (within) aliased += keys;
  for (const child of children) {
    const weight = weigh(child, budget, within);
    all += weight.all;
    aliased += weight.aliased;
  }
  return { all, aliased };
}
