/** Reports an entry of managedFields that the API server cannot read, because it then discards all entries. */
import { readsOperationSince } from '../analysis/apply/surviving-owners.ts';
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { apiVersions, kindOfType } from '../contract/contract.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import { childrenOf } from '../tree/value.ts';

export const discardedManagedFields = defineRule({
  code: 'discarded-managed-fields',
  summary: 'Every entry of managedFields should have an operation, an apiVersion and the fieldsType FieldsV1.',
  enforcedBy: 'advice',
  on: [ObjectMeta, 'managedFields'],
  check(list, { report, resource, minor }) {
    if (resource.form === 'pulumi' || !isFullyStatic(list)) return; // Pulumi drops managedFields.
    const [first, ...others] = list.children;
    // One empty entry resets managedFields on purpose.
    if (first && others.length === 0 && childrenOf(first.value).length === 0) return;
    const right = { fieldsType: ['FieldsV1'] };
    const newer = { operation: ['Apply', 'Update'], ...right, apiVersion: [apiVersions[kindOfType(resource.type)]] };
    for (const entry of list.children) {
      const wrong = Object.entries<string[]>(minor < readsOperationSince ? right : newer).find(([name, values]) =>
        isUnreadable(entry, name, values),
      );
      if (!wrong || !isMapping(entry)) continue;
      const [name, values] = wrong;
      const node = member(entry, name);
      const text = textOf(node);
      const start = text ? `${quote(text)} is not a valid ${name}` : `This entry has no ${name}`;
      const message = `${start}, so the API server discards all managedFields. Write ${values.map(quote).join(' or ')}.`;
      report(text ? (node ?? entry) : placeOf(entry, name), message);
    }
  },
});

/** False for a value of another type. The rule malformed-field-set checks the syntax of an apiVersion. */
function isUnreadable(entry: Bound, name: string, values: readonly string[]): boolean {
  const node = member(entry, name);
  const text = node ? textOf(node) : '';
  if (text === undefined) return false;
  return name === 'apiVersion' ? text === '' : !values.includes(text);
}
