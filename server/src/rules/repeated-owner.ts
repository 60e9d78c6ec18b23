/** Two owners of one uid in what is sent by server-side apply, which tells owners apart by their uids. */
import { isServerSide } from '../analysis/facts/apply-settings.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import type { Bound } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeItem } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { childrenOf, isOpen } from '../tree/value.ts';

export const repeatedOwner = defineRule({
  code: 'repeated-owner',
  summary: 'In server-side apply no two owners may have one uid.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [ObjectMeta, 'ownerReferences'],
  check(owners, { report, resource, document }) {
    if (owners.value.isOpen) return;
    const found = repeated(owners.children, (owner) => textOf(member(owner, 'uid')) || undefined);
    if (found.length === 0 || !isServerSide(resource, document)) return;
    for (const { item, first } of found) {
      const [uid, earlier] = [member(item, 'uid'), member(first, 'uid')];
      if (!uid || !earlier) continue;
      const related = [{ span: earlier.value.span, message: 'It stands here first.' }];
      const start = `The uid ${quote(textOf(uid) ?? '')} stands in two owner references, and server-side apply, with which Pulumi sends this object, refuses it.`;
      if (isSame(item, first)) {
        const fix = removeItem(item, 'Remove the second owner reference', 'safe');
        report(uid, `${start} The two are the same: remove one.`, { related, fix });
      } else {
        report(uid, `${start} Write the uid of the owner that is meant here, or remove one of them.`, { related });
      }
    }
  },
});

/** True where both say the same, in any order; what is known only later says nothing. */
function isSame(a: Bound, b: Bound): boolean {
  if ([a, b].some(({ value, children }) => isOpen(value) || childrenOf(value).length !== children.length)) return false;
  if (a.children.length !== b.children.length) return false;
  return a.children.every(({ entry, value }) => {
    const other = entry && member(b, entry.name)?.value;
    return value.kind === 'scalar' && other?.kind === 'scalar' && value.value === other.value;
  });
}
