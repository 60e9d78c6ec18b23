/** A grace period belongs to a deletion. */
import { member } from '../analysis/binding/bind.ts';
import { isNull } from '../tree/value.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const gracePeriodWithoutDeletion = defineRule({
  code: 'grace-period-without-deletion',
  summary: 'deletionGracePeriodSeconds is set only together with deletionTimestamp.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: [ObjectMeta, 'deletionGracePeriodSeconds'],
  check(seconds, { report }) {
    const deletion = seconds.parent && member(seconds.parent, 'deletionTimestamp');
    if (deletion && !isNull(deletion.value)) return;
    report(seconds, 'There is a deletion grace period but no deletionTimestamp. Remove it.', {
      fix: removeMember(seconds, 'safe'),
    });
  },
});
