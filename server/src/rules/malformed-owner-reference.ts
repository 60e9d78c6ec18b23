/** Reports empty members of an owner reference, and an apiVersion without a version. Other rules report absent members. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { OwnerReference } from '../contract/meta.ts';
import { isNull } from '../tree/value.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedOwnerReference = defineRule({
  code: 'malformed-owner-reference',
  summary: 'An owner reference must name the apiVersion, kind, name and uid of its owner.',
  enforcedBy: 'server',
  on: [OwnerReference],
  check(owner, { report }) {
    for (const name of ['kind', 'name', 'uid']) {
      const node = member(owner, name);
      if (node && !isNull(node.value) && textOf(node) === '')
        report(node, `The ${name} of this owner is empty. Write the ${name} of the owner.`);
    }
    const version = member(owner, 'apiVersion');
    const text = textOf(version);
    if (!version || isNull(version.value) || text === undefined || hasVersion(text)) return;
    const message = `The apiVersion ${quote(text)} of this owner contains no version. Write "v1", or "group/version" such as "apps/v1".`;
    report(version, message);
  },
});

/** `schema.ParseGroupVersion` finds a version: `v1`, `/v1`, `apps/v1`. */
function hasVersion(text: string): boolean {
  const parts = text.split('/');
  return parts.length < 3 && parts.at(-1) !== '';
}
