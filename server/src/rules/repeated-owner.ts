/** Reports owner references with the same uid in an object sent by server-side apply, which identifies owners by uid. */
import { isServerSide } from '../analysis/facts/apply-settings.ts';
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeItem } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { childrenOf, isOpen } from '../tree/value.ts';

export const repeatedOwner = defineRule({
  code: 'repeated-owner',
  summary: 'In server-side apply, every owner must have a different uid.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'ownerReferences'],
  check(owners, { report, resource, document }) {
    if (owners.value.isOpen) return;
    const found = repeated(owners.children, (owner) => textOf(member(owner, 'uid')) || undefined);
    if (found.length === 0 || !isServerSide(resource, document)) return;
    for (const { item, first } of found) {
      const [uid, earlier] = [member(item, 'uid'), member(first, 'uid')];
      if (!uid || !earlier) continue;
      const related = [{ span: earlier.value.span, message: 'The first one is here.' }];
      const start = `Two owner references have the uid ${quote(textOf(uid) ?? '')}. Server-side apply, which Pulumi uses here, rejects that.`;
      if (isSame(item, first)) {
        const fix = removeItem(item, 'Remove the second owner reference', 'safe');
        report(uid, `${start} Both references are equal. Remove one.`, { related, fix });
      } else {
        report(uid, `${start} Write the uid of this owner, or remove one of the references.`, { related });
      }
    }
  },
});

/** True if both have the same members, in any order; opaque values never count as the same. */
function isSame(a: Bound, b: Bound): boolean {
  if ([a, b].some(({ value, children }) => isOpen(value) || childrenOf(value).length !== children.length)) return false;
  if (a.children.length !== b.children.length) return false;
  return a.children.every(({ entry, value }) => {
    const other = entry && member(b, entry.name)?.value;
    return value.kind === 'scalar' && other?.kind === 'scalar' && value.value === other.value;
  });
}
