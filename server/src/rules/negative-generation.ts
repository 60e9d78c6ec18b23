/** Reports a negative metadata.generation of Endpoints. In a new EndpointSlice, the API server sets it to 1. */
import { isSliceRoot } from '../analysis/binding/address-type.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const negativeGeneration = defineRule({
  code: 'negative-generation',
  summary: 'The generation of an Endpoints must not be negative.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'generation'],
  check(generation, { report, resource, binding }) {
    if (generation.value.value >= 0n || resource.form === 'pulumi' || isSliceRoot(binding.root)) return;
    report(generation, `The generation ${generation.value.text} is negative, but it counts changes. Remove it.`, {
      fix: removeMember(generation, 'safe'),
    });
  },
  checkUpdate() {
    // The API server keeps the stored generation.
  },
});
