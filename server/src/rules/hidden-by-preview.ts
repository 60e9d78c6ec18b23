/** A conflict that a preview does not show, since it forces what has no live state yet. */
import { fieldSet, fieldsOf } from '../analysis/apply/field-set.ts';
import { conflictsAt } from '../analysis/apply/meetings.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import { patchTypeNames } from '../contract/contract.ts';
import { fieldsText } from '../lint/applies.ts';
import { otherWords } from '../lint/meeting.ts';
import { openFields } from '../lint/meeting-protocol.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';

export const hiddenByPreview = defineRule({
  code: 'hidden-by-preview',
  summary: 'A preview without live state does not show the conflict of a patch.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, around, minor }) {
    const hidden = conflictsAt(around, minor).filter(isHidden);
    const [first] = hidden;
    if (!first) return;
    const what = hidden.length > 1 ? 'conflicts' : `conflict with ${otherWords(first)}`;
    const fields = fieldsText(fieldsOf(fieldSet(hidden.flatMap(openFields))));
    const message = `pulumi preview passes and the update fails: the preview of a patch that was never deployed is forced, so it does not show the ${what} on ${fields}. Settle it before the update.`;
    report(nameNode(binding) ?? { span: resource.head }, message);
  },
});

/** Nobody but programs has made anything yet, as far as can be seen. */
function isHidden(meeting: Meeting): boolean {
  const { isOwn, other, by, all } = meeting;
  if (!isOwn || other?.entry.facts.form !== 'pulumi' || openFields(meeting).length === 0) return false;
  const { base } = all;
  return !base || (base.kind === 'resource' && base.participant.entry.uri === by.entry.uri);
}
