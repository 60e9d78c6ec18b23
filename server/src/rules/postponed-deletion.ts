/** A deletion that was requested can be brought forward, and never put off. */
import { textOf } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import { defineRule } from '../lint/rule.ts';
import { committedDeletion } from '../lint/update.ts';

export const postponedDeletion = defineRule({
  code: 'postponed-deletion',
  summary: 'A deletion that was requested cannot be moved to a later time.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: 'update',
  check(update, { report, minor }) {
    const due = committedDeletion(update, minor);
    const node = metaField(update.now, 'deletionTimestamp');
    const text = textOf(node) ?? '';
    if (due === undefined || !node) return;
    const [before, now] = [millisecondsOf(due, minor), millisecondsOf(text, minor)];
    if (before === undefined || now === undefined || now <= before) return;
    const message = `The object was committed with its deletion due at ${due}, and ${text} is later. A deletion is never put off: the server keeps the time that it has and says nothing. Remove it.`;
    report(node, message);
  },
});
