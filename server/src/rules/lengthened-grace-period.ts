/** Reports a deletionGracePeriodSeconds that is longer than the committed one: it can only become shorter. */
import { integerOf } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { committedDeletion, metaFields } from '../lint/update.ts';

export const lengthenedGracePeriod = defineRule({
  code: 'lengthened-grace-period',
  summary: 'The grace period of a deletion must not become longer.',
  enforcedBy: 'server',
  on: 'update',
  check(update, { report, minor }) {
    const fields = metaFields(update, 'deletionGracePeriodSeconds');
    if (!fields || committedDeletion(update, minor) === undefined) return;
    const [before, now] = fields.map(integerOf);
    if (before === undefined || now === undefined || now <= before) return;
    const message = `The committed object has a grace period of ${before} seconds, and the API server rejects an update to ${now}. Only another delete request can shorten it. Remove it.`;
    report(fields[1], message);
  },
});
