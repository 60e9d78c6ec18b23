/** Reports a deletionGracePeriodSeconds without a deletionTimestamp. */
import { member } from '../analysis/binding/bind.ts';
import { isNull } from '../tree/value.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const gracePeriodWithoutDeletion = defineRule({
  code: 'grace-period-without-deletion',
  summary: 'deletionGracePeriodSeconds must be set only together with deletionTimestamp.',
  enforcedBy: 'contract',
  on: [ObjectMeta, 'deletionGracePeriodSeconds'],
  check(seconds, { report }) {
    const deletion = seconds.parent && member(seconds.parent, 'deletionTimestamp');
    if (deletion && !isNull(deletion.value)) return;
    const message =
      'deletionGracePeriodSeconds is set, but deletionTimestamp is not. Remove deletionGracePeriodSeconds.';
    report(seconds, message, { fix: removeMember(seconds, 'safe') });
  },
});
