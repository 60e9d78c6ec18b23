/** Reports a resourceVersion that makes an update fail: it differs from the committed one, or it is not a number. */
import { textOf } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isNewerPrint, keepsMetadata, resourceVersionOf } from '../lint/update.ts';
import { quote } from '../text/quote.ts';

export const changedResourceVersion = defineRule({
  code: 'changed-resource-version',
  summary: 'The resourceVersion in an update must be the current one, or missing.',
  enforcedBy: 'server',
  on: 'update',
  check(update, { report }) {
    const node = metaField(update.now, 'resourceVersion');
    const text = textOf(node) ?? '';
    const isSame = text === (textOf(metaField(update.before, 'resourceVersion')) ?? '');
    if (!node || text === '' || isSame || !keepsMetadata(update)) return;
    const fix = removeMember(node, 'suggested');
    const [before, now] = [update.before, update.now].map(resourceVersionOf);
    if (now === undefined) {
      const message = `The API server cannot parse the resourceVersion ${quote(text)}: an update fails with status 500. Remove it.`;
      return report(node, message, { fix });
    }
    // An update with the version 0 is unconditional.
    if (now === 0n || !before || now === before || isNewerPrint(update)) return;
    const message = `The committed object has the resourceVersion ${before}. The API server rejects an update with another one (409). Remove it.`;
    report(node, message, { fix });
  },
});
