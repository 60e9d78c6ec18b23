/** Reports owner references of which more than one is the controller. */
import { member } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const severalControllers = defineRule({
  code: 'several-controllers',
  summary: 'At most one owner may be the controller.',
  enforcedBy: 'server',
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
      const related = [{ span: first.value.span, message: 'This owner is already the controller.' }];
      const fix = replaceBy(node.value, false, 'suggested');
      const message =
        'Another owner is already the controller, and an object has at most one. Set "controller" to false here.';
      report(node, message, { related, fix });
    }
  },
});
