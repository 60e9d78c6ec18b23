/** Reports a key that is set twice: the last value wins, and strict validation rejects the object. */
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isNull, type Entry } from '../tree/value.ts';

export const duplicateKey = defineRule({
  code: 'duplicate-key',
  summary: 'A key must be set only once.',
  enforcedBy: 'strict',
  on: 'mismatch',
  check(mismatch, { report, document }) {
    if (mismatch.kind !== 'duplicate') return;
    const { owner, entry, first, kept, path } = mismatch;
    // The text behind an alias is reported at its anchor.
    if (owner.value.isAlias) return;
    const isMerged = first.isMerged || entry.isMerged;
    const where = isMerged ? 'here and by a merge key "<<"' : 'twice in this object';
    const isNeedless = kept !== undefined && kept.key.start < entry.key.start;
    const message = `${quote(entry.name)} is set ${where}, and ${isMerged ? 'the later one wins. Remove one of them.' : outcome(entry, kept, isNeedless)}`;
    const isKept = !isNeedless && document.syntax === 'json' && owner.parent !== undefined && isEmptying(first);
    const fix =
      isMerged || !kept || isKept ? undefined : removeEntry(owner.value, isNeedless ? entry : first, 'suggested');
    const related = [{ span: first.key, message: 'The key is first set here.' }];
    report({ span: entry.key, path }, message, { fix, related });
  },
});

/** In JSON, null and an empty list also empty an earlier copy, if an object around them is repeated. */
function isEmptying({ value }: Entry): boolean {
  return isNull(value) || (value.kind === 'sequence' && value.items.length === 0);
}

function outcome({ value }: Entry, kept: Entry | undefined, isNeedless: boolean): string {
  if (kept) return `the last one ${isNeedless ? 'changes nothing' : 'wins'}. Remove one of them.`;
  return value.kind === 'sequence'
    ? 'the API server merges both lists item by item. Write it once, with all its items.'
    : 'the API server merges both values. Write it once, with all its members.';
}
