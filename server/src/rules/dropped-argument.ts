/** Reports arguments of a constructor that the SDK for TypeScript and JavaScript drops: it copies only the properties that it knows. */
import { ResourceOptions } from '../contract/pulumi.ts';
import { isDropping } from '../lint/rules-in-programs.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownEntry } from '../lint/unknown.ts';
import { quote } from '../text/quote.ts';

export const droppedArgument = defineRule({
  code: 'dropped-argument',
  summary: 'A constructor call must not pass an argument that the SDK drops.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'mismatch',
  check(mismatch, context) {
    const { report, document } = context;
    if (mismatch.kind !== 'unknown' || mismatch.path.length !== 1 || !isDropping(document.language)) return;
    const { owner, entry, path } = mismatch;
    // The rule output-only-id reports it.
    if (entry.name === 'id') return;
    const start = `The constructor silently drops ${quote(entry.name)}`;
    const { message, fix } = Object.hasOwn(ResourceOptions.fields, entry.name)
      ? { message: `${start}: it is an option. Move it to the options, the third argument.`, fix: undefined }
      : unknownEntry(owner, entry, context, `${start}, which is no field`);
    report({ span: entry.key, path }, message, { fix });
  },
});
