/** What it means to block the deletion of an owner. */
import { isLive } from '../analysis/binding/live.ts';
import { OwnerReference } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';

export const blockedOwnerDeletion = defineRule({
  code: 'blocked-owner-deletion',
  summary: 'Setting blockOwnerDeletion needs a permission on the owner.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: [OwnerReference, 'blockOwnerDeletion'],
  check(block, { report, binding }) {
    // A server that printed the object has let it pass.
    if (!block.value.value || isLive(binding)) return;
    const message =
      'An owner that is deleted in the foreground then waits for this object. A cluster that checks permissions answers 403 (422 in the specification) unless you may change the finalizers of the owner. Make sure that you may, or leave it out.';
    report(block, message);
  },
});
