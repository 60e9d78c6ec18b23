/** Metadata that the server fills in. What a client writes there is discarded, or makes the request fail. */
import { isLive } from '../analysis/binding/live.ts';
import { isPatchType } from '../contract/contract.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isNull } from '../tree/value.ts';

/** What happens to a field that is not just overwritten; removing it may then change how a request ends. */
const effects: { readonly [name: string]: string } = {
  resourceVersion: 'a create that carries one fails, and an update fails once it is outdated',
  uid: 'an update fails where it is not the uid of the object',
  deletionTimestamp: 'a create discards it, and an update fails where the object has none',
  deletionGracePeriodSeconds: 'a create discards it, and an update that changes it fails',
  managedFields: 'server-side apply refuses an object that carries them',
};

export const readOnlyField = defineRule({
  code: 'read-only-field',
  summary: 'Metadata that the server fills in must not be written.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report, binding }) {
    if (isLive(binding)) return;
    for (const node of binding.nodes) {
      const { field, entry, value } = node;
      if (!entry || !field?.readOnly || field.deprecated || value.kind === 'opaque' || isNull(value)) continue;
      // A patch that carries them has a rule of its own.
      if (isPatchType(resource.type) && entry.name === 'managedFields') continue;
      const effect =
        resource.form === 'pulumi'
          ? 'Pulumi drops it'
          : (effects[entry.name] ?? 'an update ignores what a client writes');
      const fix = removeMember(node, effects[entry.name] && resource.form !== 'pulumi' ? 'suggested' : 'safe');
      report({ span: entry.key, path: node.path }, `The server fills in "${entry.name}"; ${effect}. Remove it.`, {
        fix,
      });
    }
  },
});
