/** Reports a creationTimestamp that differs from the committed one. The API server keeps its own. */
import { textOf } from '../analysis/binding/bind.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import { defineRule } from '../lint/rule.ts';
import { metaFields } from '../lint/update.ts';

export const changedCreationTimestamp = defineRule({
  code: 'changed-creation-timestamp',
  summary: 'The creationTimestamp of an object must not change.',
  enforcedBy: 'contract',
  on: 'update',
  check(update, { report, minor }) {
    const fields = metaFields(update, 'creationTimestamp');
    if (!fields) return;
    const [before, now] = fields.map((each) => millisecondsOf(textOf(each) ?? '', minor));
    if (before === undefined || now === undefined || before === now) return;
    const message = `The committed object has the creationTimestamp ${textOf(fields[0])}. The API server keeps its own value and silently ignores this one. Remove the field.`;
    report(fields[1], message);
  },
});
