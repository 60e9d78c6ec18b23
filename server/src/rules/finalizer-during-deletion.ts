/** Reports a finalizer that is added while the object is being deleted, when finalizers can only be removed. */
import { textOf, type Bound } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { defineRule } from '../lint/rule.ts';
import { committedDeletion } from '../lint/update.ts';
import { quote } from '../text/quote.ts';
import { isOpen } from '../tree/value.ts';

export const finalizerDuringDeletion = defineRule({
  code: 'finalizer-during-deletion',
  summary: 'A finalizer must not be added while the object is being deleted.',
  enforcedBy: 'server',
  on: 'update',
  check(update, { report, minor }) {
    const due = committedDeletion(update, minor);
    const known = due === undefined ? undefined : textsIn(metaField(update.before, 'finalizers'));
    if (due === undefined || !known) return;
    for (const node of metaField(update.now, 'finalizers')?.children ?? []) {
      const text = textOf(node) ?? '';
      if (text === '' || known.has(text)) continue;
      const message = `The committed object is being deleted (deletionTimestamp ${due}), so the API server rejects the new finalizer ${quote(text)}. Remove it.`;
      report(node, message);
    }
  },
});

/** Undefined where a template or an expression may add finalizers. */
function textsIn(list: Bound | undefined): ReadonlySet<string> | undefined {
  if (!list) return new Set();
  const isKnown = list.value.kind !== 'opaque' && !isOpen(list.value);
  const texts = list.children.map(textOf);
  return isKnown && texts.every((text) => text !== undefined) ? new Set(texts) : undefined;
}
