/** When an object was made does not change, whatever is written. */
import { textOf } from '../analysis/binding/bind.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import { defineRule } from '../lint/rule.ts';
import { metaFields } from '../lint/update.ts';

export const changedCreationTimestamp = defineRule({
  code: 'changed-creation-timestamp',
  summary: 'The creation time of an object cannot be changed.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: 'update',
  check(update, { report, minor }) {
    const fields = metaFields(update, 'creationTimestamp');
    if (!fields) return;
    const [before, now] = fields.map((each) => millisecondsOf(textOf(each) ?? '', minor));
    if (before === undefined || now === undefined || before === now) return;
    const message = `The object was committed with the creationTimestamp ${textOf(fields[0])}, which does not change. The server keeps the time that it has and says nothing. Remove it.`;
    report(fields[1], message);
  },
});
