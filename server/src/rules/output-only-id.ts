/** Reports `id` among the properties of a program: Pulumi's provider assigns it. */
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const outputOnlyId = defineRule({
  code: 'output-only-id',
  summary: 'A program must not set the id of a resource.',
  enforcedBy: 'pulumi',
  on: 'mismatch',
  check(mismatch, { report, resource, document }) {
    if (mismatch.kind !== 'unknown' || resource.form !== 'pulumi') return;
    if (mismatch.path.length !== 1 || mismatch.entry.name !== 'id') return;
    const how = document.language ? '' : ', as ${name.id}';
    const message = `The provider assigns "id", and a program can only read it${how}. Remove it, or adopt an existing object with the option "import".`;
    report({ span: mismatch.entry.key, path: mismatch.path }, message, {
      fix: removeEntry(mismatch.owner.value, mismatch.entry, 'safe'),
    });
  },
});
