/** Reports owner references of which more than one is the controller. */
import { isEmpty, member, type Bound } from '../analysis/binding/bind.ts';
import { ObjectMeta, OwnerReference } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

/** The first minor version that also counts controllers without a name. */
const countedSince = 26;

export const severalControllers = defineRule({
  code: 'several-controllers',
  summary: 'At most one owner may be the controller.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'ownerReferences'],
  check(owners, { report, minor }) {
    if (owners.value.isOpen) return;
    const controllers = withoutTwins(owners.children).flatMap((owner) => {
      const node = member(owner, 'controller');
      return node?.value.kind === 'scalar' && node.value.value === true ? [node] : [];
    });
    // Older API servers remember the first controller by its name, so they count from the first one that has a name.
    const start =
      minor < countedSince ? controllers.findIndex((node) => !isEmpty(node.parent && member(node.parent, 'name'))) : 0;
    const [first, ...others] = start < 0 ? [] : controllers.slice(start);
    if (!first) return;
    for (const node of others) {
      const related = [{ span: first.value.span, message: 'This owner is already the controller.' }];
      const fix = replaceBy(node.value, false, 'suggested');
      const message =
        'Another owner is already the controller, and an object has at most one. Set "controller" to false here.';
      report(node, message, { related, fix });
    }
  },
});

/** The API server merges equal references before it counts the controllers. */
function withoutTwins(owners: readonly Bound[]): readonly Bound[] {
  return [...new Map(owners.toReversed().map((owner) => [identityOf(owner), owner])).values()].toReversed();
}

/** Equal for references that the API server reads as equal: an empty text is no text. An opaque value equals only itself. */
function identityOf(owner: Bound): string {
  const names = Object.keys(OwnerReference.fields);
  const values = names.map((name) => {
    const value = member(owner, name)?.value;
    if (value?.kind === 'scalar') return value.value === '' || value.value === null ? undefined : String(value.value);
    return value && [value.span.start];
  });
  return JSON.stringify(values);
}
