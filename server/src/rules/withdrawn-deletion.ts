/** A deletion that was requested is not taken back by leaving it out. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { committedDeletion } from '../lint/update.ts';

export const withdrawnDeletion = defineRule({
  code: 'withdrawn-deletion',
  summary: 'A deletion that was requested cannot be taken back.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'update',
  check(update, { report, binding, minor }) {
    const due = committedDeletion(update, minor);
    const metadata = member(binding.root, 'metadata');
    if (due === undefined || !metadata || !isMapping(metadata)) return;
    if (!isEmpty(member(metadata, 'deletionTimestamp'))) return;
    const message = `The object was committed with its deletion due at ${due}, and leaving deletionTimestamp out does not take that back: the server keeps it, and the object goes as soon as it has no finalizers. To have it again, apply it once it is gone.`;
    report(placeOf(metadata, 'deletionTimestamp'), message);
  },
});
