/** Reports a negative metadata.generation. */
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const negativeGeneration = defineRule({
  code: 'negative-generation',
  summary: 'A generation must not be negative.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'generation'],
  check(generation, { report, resource }) {
    if (generation.value.value >= 0n || resource.form === 'pulumi') return;
    report(generation, `The generation ${generation.value.text} is negative, but it counts changes. Remove it.`, {
      fix: removeMember(generation, 'safe'),
    });
  },
  checkUpdate() {
    // The API server keeps the stored generation.
  },
});
