/** Reports a subset without any address. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { childCount } from '../analysis/binding/blocks.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem, removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { isNull } from '../tree/value.ts';

export const emptySubset = defineRule({
  code: 'empty-subset',
  summary: 'A subset must have at least one address, ready or not.',
  enforcedBy: 'server',
  on: [EndpointSubset],
  check(subset, { report }) {
    if (subset.value.entries.some((entry) => isMergeDirective(entry.name))) return;
    if (subset.value.isOpen || !isBare(subset, 'addresses') || !isBare(subset, 'notReadyAddresses')) return;
    const list = subset.parent;
    const fix =
      list?.children.length === 1
        ? removeMember(list, 'suggested')
        : removeItem(subset, 'Remove the empty subset', 'suggested');
    const { span } = placeOf(subset, '');
    const message = 'This subset has no addresses. Add one to "addresses" or to "notReadyAddresses".';
    report({ span, path: subset.path }, message, { fix });
  },
});

/** True for a list that is absent, null or empty; false where a template may fill it. */
function isBare(subset: Bound, name: string): boolean {
  const list = member(subset, name);
  if (!list || isNull(list.value)) return true;
  return list.value.kind === 'sequence' && childCount(list) === 0 && !list.value.isOpen;
}
