/** Reports a deletionTimestamp that was committed and is now missing: removing it does not cancel the deletion. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { committedDeletion } from '../lint/update.ts';

export const withdrawnDeletion = defineRule({
  code: 'withdrawn-deletion',
  summary: 'A manifest should not withdraw a requested deletion.',
  enforcedBy: 'advice',
  on: 'update',
  check(update, { report, binding, minor }) {
    const due = committedDeletion(update, minor);
    const metadata = member(binding.root, 'metadata');
    if (due === undefined || !metadata || !isMapping(metadata)) return;
    if (!isEmpty(member(metadata, 'deletionTimestamp'))) return;
    const message = `Removing deletionTimestamp does not cancel the deletion due at ${due}: the API server deletes the object once it has no finalizers. Apply it again after the deletion.`;
    report(placeOf(metadata, 'deletionTimestamp'), message);
  },
});
