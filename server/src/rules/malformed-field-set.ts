/** Reports an apiVersion and keys in managedFields that describe no field. The API server drops or discards them. */
import { apiVersions, kindOfType } from '../contract/contract.ts';
import { stepProblem } from '../analysis/apply/field-set.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { ManagedFieldsEntry } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule, type ResourceContext } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Path } from '../tree/path.ts';
import type { Mapping } from '../tree/value.ts';

export const malformedFieldSet = defineRule({
  code: 'malformed-field-set',
  summary: 'A field set must have an apiVersion of the form group/version, and keys that start with f:, k:, v: or i:.',
  enforcedBy: 'contract',
  on: [ManagedFieldsEntry],
  check(entry, { report, resource }) {
    if (resource.form === 'pulumi') return; // Pulumi drops managedFields.
    const kind = kindOfType(resource.type);
    const right = apiVersions[kind];
    const version = member(entry, 'apiVersion');
    const text = textOf(version) ?? '';
    if (version && text !== '' && !/^([a-z0-9.-]+\/)?v\d+((alpha|beta)\d+)?$/.test(text)) {
      const message = `The apiVersion ${quote(text)} does not have the form "group/version". Write ${quote(right)} for ${kind}.`;
      report(version, message, { fix: replaceBy(version.value, right, 'suggested') });
    } else if (version && text.startsWith('core/')) {
      report(version, `The core group has no name, so ${quote(text)} is not a valid apiVersion. Write "v1".`, {
        fix: replaceBy(version.value, 'v1', 'safe'),
      });
    }
    const fields = member(entry, 'fieldsV1');
    if (fields?.value.kind === 'mapping') checkKeys(fields.value, fields.path, report);
  },
});

function checkKeys(mapping: Mapping, path: Path, report: ResourceContext['report']): void {
  for (const entry of mapping.entries) {
    if (entry.isOpaqueKey) continue;
    const at = [...path, entry.name];
    const wayOut = stepProblem(entry.name);
    if (wayOut) {
      report({ span: entry.key, path: at }, `${quote(entry.name)} is not a key of a field set. ${wayOut}`);
    } else if (entry.value.kind === 'mapping') {
      checkKeys(entry.value, at, report);
    }
  }
}
