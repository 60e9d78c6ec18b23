/** Reports blockOwnerDeletion: true, which may need a permission on the owner. */
import { isLive } from '../analysis/binding/live.ts';
import { OwnerReference } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';

export const blockedOwnerDeletion = defineRule({
  code: 'blocked-owner-deletion',
  summary: 'A user who sets blockOwnerDeletion must have a permission on the owner.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [OwnerReference, 'blockOwnerDeletion'],
  check(block, { report, binding }) {
    // The API server that printed the object accepted it.
    if (!block.value.value || isLive(binding)) return;
    const message =
      "A foreground deletion of the owner waits for this object. Some clusters answer 403 (422 in the specification) unless you may update the owner's finalizers. Make sure that you may, or remove the field.";
    report(block, message);
  },
});
