/** `id` is what Pulumi knows the object by once it exists. */
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const outputOnlyId = defineRule({
  code: 'output-only-id',
  summary: 'The id of a resource is an output, never an input.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: 'mismatch',
  check(mismatch, { report, resource }) {
    if (mismatch.kind !== 'unknown' || resource.form !== 'pulumi') return;
    if (mismatch.path.length !== 1 || mismatch.entry.name !== 'id') return;
    const message =
      'The provider assigns "id"; a program can only read it, as ${name.id}. Remove it, or adopt an object with the option "import".';
    report({ span: mismatch.entry.key, path: mismatch.path }, message, {
      fix: removeEntry(mismatch.owner.value, mismatch.entry, 'safe'),
    });
  },
});
