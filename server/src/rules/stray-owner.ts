/** Reports managedFields that contain fields which the object does not have: the object or the list was edited by hand. */
import { configOf, jsonOf } from '../analysis/apply/field-config.ts';
import { normalStep, type Steps } from '../analysis/apply/field-set.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { readOwners } from '../analysis/apply/managed-fields.ts';
import { strayFields } from '../analysis/apply/owners.ts';
import { rootType } from '../analysis/apply/shape.ts';
import { stored } from '../analysis/apply/stored.ts';
import { member, nodeAt, type Bound } from '../analysis/binding/bind.ts';
import { isLive, isShown } from '../analysis/binding/live.ts';
import { defineRule, type ReportPlace } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Entry, Value } from '../tree/value.ts';

export const strayOwner = defineRule({
  code: 'stray-owner',
  summary: 'managedFields should only contain fields that the object has.',
  enforcedBy: 'advice',
  on: 'resource',
  check(resource, { report, binding, document, minor }) {
    if (resource.form === 'pulumi' || resource.isPartial || !isLive(binding) || isShown(resource)) return;
    const entries = nodeAt(binding.root, ['metadata', 'managedFields'])?.children ?? [];
    // kubectl prints managedFields only if asked to.
    if (entries.length === 0) return;
    const { config, isWhole } = configOf(resource, binding, document);
    if (!isWhole) return;
    const object = stored(config, minor);
    for (const entry of entries) {
      const fields = member(entry, 'fieldsV1');
      const read = readOwners([jsonOf(entry.value, document)], rootType(config), minor);
      // Other rules report managedFields that cannot be parsed.
      if (!fields || !('owners' in read)) continue;
      for (const owner of read.owners) {
        for (const { steps, why } of strayFields(object, owner, minor)) {
          const message = `${quote(owner.manager)} owns ${fieldPathText(steps)}, but ${why}. Export the object again, or remove its managedFields.`;
          report(placeOf(fields, steps), message);
        }
      }
    }
  },
});

function placeOf(fields: Bound, steps: Steps): ReportPlace {
  let value: Value | undefined = fields.value;
  let entry: Entry | undefined = fields.entry;
  const path = [...fields.path];
  for (const step of steps) {
    if (value?.kind !== 'mapping') break;
    entry = value.entries.findLast(({ name }) => name !== '.' && normalStep(name) === step) ?? entry;
    value = entry?.value;
    if (entry) path.push(entry.name);
  }
  return entry ? { span: entry.key, path } : fields;
}
