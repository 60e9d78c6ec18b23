/** Reports an apiVersion or kind of a program that differs from its resource type. */
import { apiVersions, kindOfType } from '../contract/contract.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { member, type Bound } from '../analysis/binding/bind.ts';
import { quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

export const wrongConstant = defineRule({
  code: 'wrong-constant',
  summary: 'In a Pulumi program, apiVersion and kind must match the resource type.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check(resource, { report, binding }) {
    if (resource.form !== 'pulumi') return;
    const own = kindOfType(resource.type);
    for (const [name, right] of [
      ['apiVersion', apiVersions[own]],
      ['kind', own],
    ] as const) {
      const node: Bound | undefined = member(binding.root, name);
      if (node?.value.kind !== 'scalar' || isNull(node.value) || node.value.value === right) continue;
      const message = `The ${name} of this type is always ${quote(right)}, not ${quote(String(node.value.value))}. Remove it.`;
      report(node, message, { fix: removeMember(node, 'safe') });
    }
  },
});
