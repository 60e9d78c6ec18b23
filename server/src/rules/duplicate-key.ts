/** Reports a key that is set twice: the last value wins, and strict validation rejects the object. */
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const duplicateKey = defineRule({
  code: 'duplicate-key',
  summary: 'A key must be set only once.',
  enforcedBy: 'strict',
  on: 'mismatch',
  check(mismatch, { report }) {
    if (mismatch.kind !== 'duplicate') return;
    const { owner, entry, first, kept, path } = mismatch;
    // The text behind an alias is reported at its anchor.
    if (owner.value.isAlias) return;
    const isMerged = first.isMerged || entry.isMerged;
    const where = isMerged ? 'here and by a merge key "<<"' : 'twice in this object';
    const effect = !kept
      ? 'the API server merges the values'
      : kept !== entry
        ? 'the last one changes nothing'
        : isMerged
          ? 'the later one wins'
          : 'the last one wins';
    const wayOut = kept ? 'Remove one of them.' : 'Write it once, with all its content.';
    const message = `${quote(entry.name)} is set ${where}, and ${effect}. ${wayOut}`;
    const needless = kept === entry ? first : entry;
    const fix = isMerged || !kept ? undefined : removeEntry(owner.value, needless, 'suggested');
    const related = [{ span: first.key, message: 'The key is first set here.' }];
    report({ span: entry.key, path }, message, { fix, related });
  },
});
