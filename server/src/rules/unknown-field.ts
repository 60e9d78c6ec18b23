/** A field that the type does not have: silently dropped, or refused under strict validation. Templates stay silent. */
import { isMergeDirective } from '../contract/directive.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownEntry } from '../lint/unknown.ts';

export const unknownField = defineRule({
  code: 'unknown-field',
  summary: 'Every field must be one that the type has.',
  enforcedBy: 'strict',
  since: '0.1.0',
  on: 'mismatch',
  check(mismatch, { report, resource, minor }) {
    if (mismatch.kind !== 'unknown' || resource.form !== 'kubernetes') return;
    // Where a template chooses at the top, the text may hold objects of several kinds.
    if (mismatch.path.length === 1 && mismatch.owner.value.isOpen) return;
    if (resource.isPartial && isMergeDirective(mismatch.entry.name)) return;
    const { message, fix } = unknownEntry(mismatch.owner, mismatch.entry, minor);
    report({ span: mismatch.entry.key, path: mismatch.path }, message, { fix });
  },
});
