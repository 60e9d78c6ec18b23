/** managedFields in a patch: the server keeps them, and refuses an apply that brings its own. */
import { isPatchType } from '../contract/contract.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const managedFieldsInPatch = defineRule({
  code: 'managed-fields-in-patch',
  summary: 'A patch must not carry managedFields.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: [ObjectMeta, 'managedFields'],
  check(managedFields, { report, resource }) {
    if (!isPatchType(resource.type)) return;
    const { entry, value, path } = managedFields;
    const message =
      'Server-side apply refuses a patch that carries "managedFields", which only the server keeps; Pulumi takes it out before it sends the patch. Remove it.';
    report({ span: entry?.key ?? value.span, path }, message, { fix: removeMember(managedFields, 'safe') });
  },
});
