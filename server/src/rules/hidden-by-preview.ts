/** Reports a conflict that `pulumi preview` does not show, because the provider forces the preview of a patch without live state. */
import { fieldSet, fieldsOf } from '../analysis/apply/field-set.ts';
import { conflictsAt, type Meeting } from '../analysis/apply/meetings.ts';
import { patchTypeNames } from '../contract/contract.ts';
import { fieldsText } from '../lint/applies.ts';
import { otherWords } from '../lint/meeting.ts';
import { openFields } from '../lint/meeting-protocol.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';

export const hiddenByPreview = defineRule({
  code: 'hidden-by-preview',
  summary: 'A conflict that pulumi preview does not show should be resolved before the update.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, around, minor }) {
    const hidden = conflictsAt(around, minor).filter(isHidden);
    const [first] = hidden;
    if (!first) return;
    const [what, it] = hidden.length > 1 ? ['conflicts', 'them'] : [`conflict with ${otherWords(first)}`, 'it'];
    const fields = fieldsText(fieldsOf(fieldSet(hidden.flatMap(openFields))));
    const message = `pulumi preview does not show the ${what} over ${fields}, because it forces a new patch. The update fails. Resolve ${it} before the update.`;
    report(objectPlace(binding, resource), message);
  },
});

/** True where only programs create the object, as far as the workspace shows. */
function isHidden(meeting: Meeting): boolean {
  const { isOwn, other, by, all } = meeting;
  if (!isOwn || other?.entry.facts.form !== 'pulumi' || openFields(meeting).length === 0) return false;
  const { base } = all;
  return !base || (base.kind === 'resource' && base.participant.entry.uri === by.entry.uri);
}
