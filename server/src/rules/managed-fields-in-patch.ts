/** Reports managedFields in a patch: the API server maintains them, and rejects an apply that contains them. */
import { isPatchType } from '../contract/contract.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const managedFieldsInPatch = defineRule({
  code: 'managed-fields-in-patch',
  summary: 'A patch must not contain managedFields.',
  enforcedBy: 'contract',
  on: [ObjectMeta, 'managedFields'],
  check(managedFields, { report, resource }) {
    if (!isPatchType(resource.type)) return;
    const { entry, value, path } = managedFields;
    const message =
      'The API server maintains "managedFields" and rejects a patch that contains it, so Pulumi removes it before it sends the patch. Remove the field.';
    report({ span: entry?.key ?? value.span, path }, message, { fix: removeMember(managedFields, 'safe') });
  },
});
