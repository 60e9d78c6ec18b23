/** Reports the finalizers `orphan` and `foregroundDeletion` on one object: they exclude each other. */
import { textOf } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeItem } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const conflictingFinalizers = defineRule({
  code: 'conflicting-finalizers',
  summary: 'An object must not have both the finalizers orphan and foregroundDeletion.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'finalizers'],
  check(finalizers, { report }) {
    if (finalizers.value.isOpen) return;
    const orphan = finalizers.children.find((node) => textOf(node) === 'orphan');
    const foreground = finalizers.children.find((node) => textOf(node) === 'foregroundDeletion');
    if (!orphan || !foreground) return;
    const message = 'The finalizers "orphan" and "foregroundDeletion" exclude each other. Remove one of them.';
    const related = [{ span: orphan.value.span, message: 'The finalizer "orphan" is here.' }];
    report(foreground, message, { related, fix: removeItem(foreground, 'Remove "foregroundDeletion"', 'suggested') });
  },
});
