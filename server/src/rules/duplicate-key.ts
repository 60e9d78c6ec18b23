/** Reports a key that is set twice: the last value wins, and strict validation rejects the object. */
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const duplicateKey = defineRule({
  code: 'duplicate-key',
  summary: 'A key must be set only once.',
  enforcedBy: 'strict',
  on: 'mismatch',
  check(mismatch, { report, document }) {
    if (mismatch.kind !== 'duplicate') return;
    const { mapping, entry, first, path } = mismatch;
    // The text behind an alias is reported at its anchor.
    if (mapping.isAlias) return;
    const isMerged = first.isMerged || entry.isMerged;
    const isDecodedOver =
      document.syntax === 'json' && first.value.kind === 'mapping' && entry.value.kind === 'mapping';
    const where = isMerged ? 'here and by a merge key "<<"' : 'twice in this object';
    const effect = isDecodedOver
      ? 'the API server merges both values'
      : isMerged
        ? 'the later one wins'
        : 'the last one wins';
    const message = `${quote(entry.name)} is set ${where}, and ${effect}. ${isDecodedOver ? 'Write it once, with all its members' : 'Remove one of them'}.`;
    const fix = isMerged ? undefined : removeEntry(mapping, first, 'suggested');
    const related = [{ span: first.key, message: 'The key is first set here.' }];
    report({ span: entry.key, path }, message, { fix, related });
  },
});
