/** Reports an entry of managedFields that the API server rejects. The API server does not validate the field set itself. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { fieldManagerProblem, utf8Length } from '../contract/string-format.ts';
import { ManagedFieldsEntry } from '../contract/meta.ts';
import { isNull } from '../tree/value.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedManagedFields = defineRule({
  code: 'malformed-managed-fields',
  summary: 'An entry of managedFields must have a valid operation, a known fieldsType and a short printable manager.',
  enforcedBy: 'server',
  on: [ManagedFieldsEntry],
  check(entry, { report, resource }) {
    if (resource.form === 'pulumi') return; // Pulumi drops managedFields.
    const operation = member(entry, 'operation');
    const operationText = textOf(operation);
    const isKnown = operationText === 'Apply' || operationText === 'Update';
    if (operation && operationText !== undefined && !isNull(operation.value) && !isKnown) {
      report(operation, `${quote(operationText)} is not a valid operation. Write "Apply" or "Update".`);
    }
    const fieldsType = member(entry, 'fieldsType');
    const type = textOf(fieldsType) ?? '';
    if (fieldsType && type !== '' && type !== 'FieldsV1')
      report(fieldsType, `${quote(type)} is not a valid fieldsType. Write "FieldsV1".`);
    const manager = member(entry, 'manager');
    const problem = fieldManagerProblem(textOf(manager) ?? '');
    if (manager && problem) report(manager, `The manager ${problem}. Shorten or change it.`);
    const subresource = member(entry, 'subresource');
    const length = utf8Length(textOf(subresource) ?? '');
    if (subresource && length > 256)
      report(subresource, `The subresource is ${length} bytes long; the limit is 256. Shorten it.`);
  },
});
