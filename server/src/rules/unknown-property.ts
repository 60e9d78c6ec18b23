/** Reports properties that the resource type does not have: Pulumi's type checker rejects the program. */
import { ResourceOptions } from '../contract/pulumi.ts';
import { isDropping } from '../lint/rules-in-programs.ts';
import { defineRule } from '../lint/rule.ts';
import { isOfOtherVersion, unknownEntry } from '../lint/unknown.ts';
import { quote } from '../text/quote.ts';

export const unknownProperty = defineRule({
  code: 'unknown-property',
  summary: 'Every property in a Pulumi program must exist in the resource type.',
  enforcedBy: 'pulumi',
  on: 'mismatch',
  check(mismatch, context) {
    const { report, resource, document } = context;
    if (mismatch.kind !== 'unknown' || resource.form !== 'pulumi') return;
    // The rule dropped-argument reports them.
    if (mismatch.path.length === 1 && isDropping(document.language)) return;
    const isElsewhere = mismatch.path.length === 1 && mismatch.entry.name === 'id';
    if (isElsewhere || isOfOtherVersion(mismatch.owner, mismatch.entry)) return;
    if (mismatch.path.length === 1 && Object.hasOwn(ResourceOptions.fields, mismatch.entry.name)) {
      const option = quote(mismatch.entry.name);
      const place = document.language ? 'to the options' : 'under "options"';
      const message = `${option} is an option of the resource, not a property. Move it ${place}.`;
      report({ span: mismatch.entry.key, path: mismatch.path }, message);
      return;
    }
    const { message, fix } = unknownEntry(mismatch.owner, mismatch.entry, context);
    report({ span: mismatch.entry.key, path: mismatch.path }, message, { fix });
  },
});
