/** Reports a deletionTimestamp that is later than the committed one: the API server never postpones a deletion. */
import { textOf } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import { defineRule } from '../lint/rule.ts';
import { committedDeletion } from '../lint/update.ts';

export const postponedDeletion = defineRule({
  code: 'postponed-deletion',
  summary: 'A requested deletion must not be postponed.',
  enforcedBy: 'contract',
  on: 'update',
  check(update, { report, minor }) {
    const due = committedDeletion(update, minor);
    const node = metaField(update.now, 'deletionTimestamp');
    const text = textOf(node) ?? '';
    if (due === undefined || !node) return;
    const [before, now] = [millisecondsOf(due, minor), millisecondsOf(text, minor)];
    if (before === undefined || now === undefined || now <= before) return;
    const message = `The committed object is due for deletion at ${due}, and ${text} is later. The API server silently keeps the earlier time. Remove deletionTimestamp.`;
    report(node, message);
  },
});
