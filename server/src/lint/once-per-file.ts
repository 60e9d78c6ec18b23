/** Reduces the findings of rules that say the same about every object to the first one of each file. */
import { memoBy } from '../text/memo.ts';
import type { Diagnostic } from './rule.ts';

interface WithDiagnostic {
  readonly diagnostic: Diagnostic;
}

/** By the code of each rule that reports once per file: the index of the first document with a finding. */
export type FirstDocuments = ReadonlyMap<string, number>;

/** `most` is the number of such rules: no document is visited once each has a finding. */
export function firstDocuments(
  foundIn: (index: number) => readonly WithDiagnostic[],
  documentCount: number,
  most: number,
): FirstDocuments {
  const firsts = new Map<string, number>();
  for (let i = 0; i < documentCount && firsts.size < most; i++)
    for (const { diagnostic } of foundIn(i)) {
      const { code, isOncePerFile } = diagnostic.rule;
      if (isOncePerFile && !firsts.has(code)) firsts.set(code, i);
    }
  return firsts;
}

/** The findings of a document without those that an earlier one repeats. An unchanged list stays identical. */
export function withoutRepeats<T extends WithDiagnostic>(
  found: readonly T[],
  index: number,
  firsts: FirstDocuments,
): readonly T[] {
  const once = found.filter(({ diagnostic }) => diagnostic.rule.isOncePerFile);
  const [only] = once;
  if (!only || (once.length === 1 && firsts.get(only.diagnostic.rule.code) === index)) return found;
  const shown = [...firsts].flatMap(([code, first]) => (first === index ? code : []));
  return reduced(found, shown.join(' ')) as readonly T[];
}

const reduced = memoBy((found: readonly WithDiagnostic[], shown: string): readonly WithDiagnostic[] => {
  const left = new Set(shown.split(' '));
  const remaining = found.filter(({ diagnostic: { rule } }) => !rule.isOncePerFile || left.delete(rule.code));
  return remaining.length === found.length ? found : remaining;
});
