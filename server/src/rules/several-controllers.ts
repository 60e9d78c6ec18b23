/** One owner at most manages the object. */
import { member } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const severalControllers = defineRule({
  code: 'several-controllers',
  summary: 'At most one owner may be the controller.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [ObjectMeta, 'ownerReferences'],
  check(owners, { report }) {
    if (owners.value.isOpen) return;
    const controllers = owners.children.flatMap((owner) => {
      const node = member(owner, 'controller');
      return node?.value.kind === 'scalar' && node.value.value === true ? [node] : [];
    });
    const first = controllers[0];
    if (!first) return;
    for (const node of controllers.slice(1)) {
      const related = [{ span: first.value.span, message: 'This owner is the controller already.' }];
      const fix = replaceBy(node.value, false, 'suggested');
      report(node, 'More than one owner is marked as controller. Set "controller" to false here.', { related, fix });
    }
  },
});
