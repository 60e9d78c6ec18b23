/** Reports a key that is set twice: the last value wins, and strict validation rejects the object. */
import type { Mismatch } from '../analysis/binding/bind.ts';
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Document } from '../tree/document.ts';
import { isNull, type Entry } from '../tree/value.ts';

type Duplicate = Extract<Mismatch, { kind: 'duplicate' }>;

export const duplicateKey = defineRule({
  code: 'duplicate-key',
  summary: 'A key must be set only once.',
  enforcedBy: 'strict',
  on: 'mismatch',
  check(mismatch, { report, document }) {
    if (mismatch.kind !== 'duplicate') return;
    const { mapping, entry, first, effect, path } = mismatch;
    // The text behind an alias is reported at its anchor.
    if (mapping.isAlias) return;
    const isMerged = first.isMerged || entry.isMerged;
    const where = isMerged ? 'here and by a merge key "<<"' : 'twice in this object';
    const message = `${quote(entry.name)} is set ${where}, and ${isMerged ? 'the later one wins. Remove one of them.' : outcome(entry, effect)}`;
    const needless = effect === 'ignored' ? entry : first;
    const isKept = isMerged || effect === 'merged' || (needless === first && mayEmpty(mismatch, document));
    const fix = isKept ? undefined : removeEntry(mapping, needless, 'suggested');
    const related = [{ span: first.key, message: 'The key is first set here.' }];
    report({ span: entry.key, path }, message, { fix, related });
  },
});

/** In JSON, null and an empty list also empty an earlier copy, if an object around them is repeated. */
function mayEmpty({ first: { value }, path }: Duplicate, { syntax }: Document): boolean {
  const isEmpty = isNull(value) || (value.kind === 'sequence' && value.items.length === 0);
  return isEmpty && syntax === 'json' && path.length > 1;
}

function outcome({ value }: Entry, effect: Duplicate['effect']): string {
  if (effect !== 'merged')
    return `the last one ${effect === 'ignored' ? 'changes nothing' : 'wins'}. Remove one of them.`;
  return value.kind === 'sequence'
    ? 'the API server merges both lists item by item. Write it once, with all its items.'
    : 'the API server merges both values. Write it once, with all its members.';
}
