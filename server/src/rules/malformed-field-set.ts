/** The parts of managedFields that the server takes unseen, and that then mean nothing to it. */
import { member, textOf } from '../analysis/bind.ts';
import { ManagedFieldsEntry } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import type { ResourceContext } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Path } from '../tree/path.ts';
import type { Mapping } from '../tree/value.ts';

export const malformedFieldSet = defineRule({
  code: 'malformed-field-set',
  summary: 'A field set has the apiVersion group/version and keys that start with f:, k:, v: or i:.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: [ManagedFieldsEntry],
  check(entry, { report, resource }) {
    if (resource.form === 'pulumi') return; // Pulumi drops managedFields.
    const version = member(entry, 'apiVersion');
    const text = textOf(version) ?? '';
    if (version && text !== '' && !/^([a-z0-9.-]+\/)?v\d+((alpha|beta)\d+)?$/.test(text)) {
      report(
        version,
        `The apiVersion ${quote(text)} does not have the form "group/version". Write "v1" for Endpoints.`,
        { fix: replaceBy(version.value, 'v1', 'suggested') },
      );
    } else if (version && text.startsWith('core/')) {
      report(version, `The core group has no name: ${quote(text)} is written "v1".`, {
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
    const wayOut = keyProblem(entry.name);
    if (wayOut) {
      report({ span: entry.key, path: at }, `${quote(entry.name)} is no key of a field set. ${wayOut}`);
    } else if (entry.value.kind === 'mapping') {
      checkKeys(entry.value, at, report);
    }
  }
}

/** The way out, or undefined for a member `f:`, a keyed item `k:`, a set's value `v:`, an index `i:` and the container `.`. */
function keyProblem(name: string): string | undefined {
  const rest = name.slice(2);
  switch (name.slice(0, 2)) {
    case '.':
      return undefined;
    case 'f:':
      return rest !== '' ? undefined : 'Write the name of a field after "f:".';
    case 'k:':
      return rest.startsWith('{') && isJson(rest) ? undefined : 'Write a JSON object after "k:".';
    case 'v:':
      return isJson(rest) ? undefined : 'Write a JSON value after "v:".';
    case 'i:':
      return /^\d+$/.test(rest) ? undefined : 'Write a number after "i:".';
    default:
      return 'Write ".", or start it with "f:", "k:", "v:" or "i:".';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
