/** Reports a resourceVersion that makes an update fail: it differs from the committed one, or it is not a number. */
import { textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { keepsMetadata } from '../lint/update.ts';
import { quote } from '../text/quote.ts';

export const changedResourceVersion = defineRule({
  code: 'changed-resource-version',
  summary: 'The resourceVersion in an update must be the current one, or missing.',
  enforcedBy: 'server',
  on: 'update',
  check(update, { report }) {
    const node = metaField(update.now, 'resourceVersion');
    const text = textOf(node) ?? '';
    if (!node || text === '' || !keepsMetadata(update)) return;
    const fix = removeMember(node, 'suggested');
    const now = versionIn(text);
    if (now === undefined) {
      const message = `The API server cannot parse the resourceVersion ${quote(text)}: an update fails with status 500. Remove it.`;
      return report(node, message, { fix });
    }
    const before = versionIn(textOf(metaField(update.before, 'resourceVersion')) ?? '');
    // An update with the version 0 is unconditional.
    if (now === 0n || !before || now === before) return;
    // A greater version in printed metadata comes from a newer print, not from an edit.
    if (now > before && isLive(update.now.binding) && isLive(update.before.binding)) return;
    const message = `The committed object has the resourceVersion ${before}. The API server rejects an update with another one (409). Remove it.`;
    report(node, message, { fix });
  },
});

/** As Go parses a uint64; undefined where that fails. */
function versionIn(text: string): bigint | undefined {
  const value = /^\d+$/.test(text) ? BigInt(text) : undefined;
  return value !== undefined && value < 1n << 64n ? value : undefined;
}
