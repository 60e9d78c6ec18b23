/** What it means to block the deletion of an owner. */
import { OwnerReference } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';

export const blockedOwnerDeletion = defineRule({
  code: 'blocked-owner-deletion',
  summary: 'Setting blockOwnerDeletion needs a permission on the owner.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: [OwnerReference, 'blockOwnerDeletion'],
  check(block, { report }) {
    if (!block.value.value) return;
    const message =
      'With blockOwnerDeletion the owner stays until this reference is gone, and a cluster that checks permissions refuses it (403; 422 in the specification) to those who may not delete the owner or change its finalizers. Make sure that you may.';
    report(block, message);
  },
});
