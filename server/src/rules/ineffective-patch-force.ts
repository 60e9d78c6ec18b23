/** Reports a patchForce annotation that does not force: only the exact string "true" does. */
import { providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { member } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Scalar } from '../tree/value.ts';

const keys = providerPrefixes.map((prefix) => `${prefix}patchForce`);

export const ineffectivePatchForce = defineRule({
  code: 'ineffective-patch-force',
  summary: 'The annotation patchForce should be the exact string "true".',
  enforcedBy: 'advice',
  on: [ObjectMeta, 'annotations'],
  check(annotations, { report, resource }) {
    if (resource.form !== 'pulumi') return;
    for (const key of keys) {
      const node = member(annotations, key);
      if (node?.value.kind !== 'scalar' || node.value.value === 'true') continue;
      const isYes = /^["']?(true|yes|on|1)["']?$/i.test(node.value.text);
      const message = `This annotation forces nothing: its value is ${written(node.value.value)}, not the string "true". Write "true" in quotes, or remove the annotation.`;
      const isBoolean = node.value.value === true;
      report(node, message, {
        fix: isYes ? replaceBy(node.value, 'true', isBoolean ? 'safe' : 'suggested') : undefined,
      });
    }
  },
});

function written(value: Scalar['value']): string {
  if (value === null) return 'empty';
  if (typeof value === 'string') return quote(value);
  return `the ${typeof value === 'boolean' ? 'boolean' : 'number'} ${value}`;
}
