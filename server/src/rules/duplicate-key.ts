/** A key that is set twice: the last one wins, and strict validation refuses the object. */
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const duplicateKey = defineRule({
  code: 'duplicate-key',
  summary: 'A key may be set once only.',
  enforcedBy: 'strict',
  since: '0.1.0',
  on: 'mismatch',
  check(mismatch, { report, document }) {
    if (mismatch.kind !== 'duplicate') return;
    const { owner, entry, first, path } = mismatch;
    // An alias repeats a text that is reported at its anchor.
    if (owner.value.isAlias) return;
    const isMerged = first.isMerged || entry.isMerged;
    const isDecodedOver =
      document.syntax === 'json' && first.value.kind === 'mapping' && entry.value.kind === 'mapping';
    const where = isMerged ? 'both here and by a merge key "<<"' : 'twice in this object';
    const effect = isDecodedOver ? 'the server merges the two' : isMerged ? 'the later one wins' : 'the last one wins';
    const message = `${quote(entry.name)} is set ${where}; ${effect}. ${isDecodedOver ? 'Write it once, with all that belongs to it' : 'Keep one of them'}.`;
    const fix = isMerged ? undefined : removeEntry(owner.value, first, 'suggested');
    const related = [{ span: first.key, message: 'It is set here first.' }];
    report({ span: entry.key, path }, message, { fix, related });
  },
});
