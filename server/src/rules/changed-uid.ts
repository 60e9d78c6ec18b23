/** Reports a uid that differs from the committed one: an object keeps its uid for life. */
import { textOf } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { metaFields } from '../lint/update.ts';
import { quote } from '../text/quote.ts';

export const changedUid = defineRule({
  code: 'changed-uid',
  summary: 'The uid of an object must not change.',
  enforcedBy: 'server',
  on: 'update',
  check(update, { report }) {
    const fields = metaFields(update, 'uid');
    if (!fields) return;
    const [before, now] = fields.map((each) => textOf(each) ?? '');
    if (!before || !now || before === now) return;
    const message = `The committed object has the uid ${quote(before)}, which never changes. The API server rejects an update with another uid (409). Remove the uid.`;
    report(fields[1], message);
  },
});
