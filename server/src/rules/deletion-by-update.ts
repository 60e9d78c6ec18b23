/** Reports an update that sets the fields of a requested deletion. Only a delete request sets them. */
import { integerOf, textOf } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { committedDeletion, isNewerPrint, keepsMetadata } from '../lint/update.ts';
import { isNull } from '../tree/value.ts';

export const deletionByUpdate = defineRule({
  code: 'deletion-by-update',
  summary: 'An update must not add deletionTimestamp, and must not add or change deletionGracePeriodSeconds.',
  enforcedBy: 'server',
  on: 'update',
  check(update, { report, minor }) {
    if (!keepsMetadata(update) || isNewerPrint(update)) return;
    const deletion = metaField(update.now, 'deletionTimestamp');
    const committed = metaField(update.before, 'deletionTimestamp');
    const isAdded = !committed || isNull(committed.value);
    if (deletion && isAdded && millisecondsOf(textOf(deletion) ?? '', minor) !== undefined) {
      const message =
        'The committed object has no deletionTimestamp, and the API server rejects an update that adds it. Remove it, and delete the object instead.';
      report(deletion, message, { fix: removeMember(deletion, 'suggested') });
    }
    const [old, period] = [update.before, update.now].map((each) => metaField(each, 'deletionGracePeriodSeconds'));
    const [before, now] = [integerOf(old), integerOf(period)];
    if (!period || now === undefined || now === before || (old && before === undefined && !isNull(old.value))) return;
    // The rule lengthened-grace-period reports a longer period of a requested deletion.
    if (before !== undefined && now > before && committedDeletion(update, minor) !== undefined) return;
    const start = `The committed object has ${before === undefined ? 'no deletionGracePeriodSeconds' : `a grace period of ${before} seconds`}`;
    const message = `${start}, and the API server rejects an update to ${now}. Only a delete request sets it. Remove it.`;
    report(period, message, { fix: removeMember(period, 'suggested') });
  },
});
