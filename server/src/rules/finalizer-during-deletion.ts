/** While the deletion of an object is requested, finalizers can be taken off and none put on. */
import type { Bound } from '../analysis/binding/bind.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { defineRule } from '../lint/rule.ts';
import { committedDeletion } from '../lint/update.ts';
import { quote } from '../text/quote.ts';
import { isOpen } from '../tree/value.ts';

export const finalizerDuringDeletion = defineRule({
  code: 'finalizer-during-deletion',
  summary: 'A finalizer cannot be added while the deletion of the object is requested.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'update',
  check(update, { report, minor }) {
    const due = committedDeletion(update, minor);
    const known = due === undefined ? undefined : textsIn(metaField(update.before, 'finalizers'));
    if (due === undefined || !known) return;
    for (const node of metaField(update.now, 'finalizers')?.children ?? []) {
      const text = textOf(node) ?? '';
      if (text === '' || known.has(text)) continue;
      const message = `The object was committed with its deletion due at ${due}, and until it is gone the server refuses new finalizers such as ${quote(text)}. Remove this one.`;
      report(node, message);
    }
  },
});

/** Undefined where a template or an expression may have brought others. */
function textsIn(list: Bound | undefined): ReadonlySet<string> | undefined {
  if (!list) return new Set();
  const isKnown = list.value.kind !== 'opaque' && !isOpen(list.value);
  const texts = list.children.map(textOf);
  return isKnown && texts.every((text) => text !== undefined) ? new Set(texts) : undefined;
}
