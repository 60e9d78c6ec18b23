/** A uid belongs to one object for as long as it lives. */
import { textOf } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { metaFields } from '../lint/update.ts';
import { quote } from '../text/quote.ts';

export const changedUid = defineRule({
  code: 'changed-uid',
  summary: 'The uid of an object cannot be changed.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'update',
  check(update, { report }) {
    const fields = metaFields(update, 'uid');
    if (!fields) return;
    const [before, now] = fields.map((each) => textOf(each) ?? '');
    if (!before || !now || before === now) return;
    const message = `The object was committed with the uid ${quote(before)}, which it keeps for life. The server answers an update that names another one with 409. Remove the uid.`;
    report(fields[1], message);
  },
});
