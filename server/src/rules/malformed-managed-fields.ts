/** What the server checks in an entry of managedFields; it does not look into the field set itself. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { fieldManagerProblem, utf8Length } from '../contract/string-format.ts';
import { ManagedFieldsEntry } from '../contract/meta.ts';
import { isNull } from '../tree/value.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedManagedFields = defineRule({
  code: 'malformed-managed-fields',
  summary: 'An entry of managedFields has an operation, a known fieldsType and a short printable manager.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [ManagedFieldsEntry],
  check(entry, { report, resource }) {
    if (resource.form === 'pulumi') return; // Pulumi drops managedFields.
    const operation = member(entry, 'operation');
    const done = textOf(operation);
    if (operation && done !== undefined && !isNull(operation.value) && done !== 'Apply' && done !== 'Update') {
      report(operation, `The operation ${quote(done)} does not exist. Write "Apply" or "Update".`);
    }
    const fieldsType = member(entry, 'fieldsType');
    const type = textOf(fieldsType) ?? '';
    if (fieldsType && type !== '' && type !== 'FieldsV1')
      report(fieldsType, `The fieldsType ${quote(type)} does not exist. Write "FieldsV1".`);
    const manager = member(entry, 'manager');
    const problem = fieldManagerProblem(textOf(manager) ?? '');
    if (manager && problem) report(manager, `The manager ${problem}. Shorten or change its name.`);
    const subresource = member(entry, 'subresource');
    const length = utf8Length(textOf(subresource) ?? '');
    if (subresource && length > 256)
      report(subresource, `The subresource is ${length} bytes long; 256 are allowed. Shorten it.`);
  },
});
