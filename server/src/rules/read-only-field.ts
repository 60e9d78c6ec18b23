/** Reports metadata that the API server fills in: it drops the value of a client, or the request fails. */
import { nodesWhere } from '../analysis/binding/blocks.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isPatchType } from '../contract/contract.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isShownLive } from '../lint/shown.ts';
import { isNull } from '../tree/value.ts';

/** What happens to fields that are not just overwritten. Removing such a field may change the outcome of a request. */
const effects: { readonly [name: string]: string } = {
  resourceVersion: 'A create with this field fails, and an update fails if the value is outdated',
  uid: 'An update fails if it is not the uid of the object',
  deletionTimestamp: 'A create drops it, and an update fails if the object has none',
  deletionGracePeriodSeconds: 'A create drops it, and an update that changes it fails',
  managedFields: 'Server-side apply rejects an object with this field',
};

export const readOnlyField = defineRule({
  code: 'read-only-field',
  summary: 'A manifest or program must not set metadata that the API server fills in.',
  enforcedBy: 'contract',
  on: 'resource',
  check(resource, { report, binding }) {
    if (isLive(binding) || isShownLive(resource, binding)) return;
    for (const node of readOnlyNodes(binding)) {
      const { field, entry, value } = node;
      if (!entry || field?.deprecated || value.kind === 'opaque' || isNull(value)) continue;
      // The rule managed-fields-in-patch reports patches.
      if (isPatchType(resource.type) && entry.name === 'managedFields') continue;
      const effect =
        resource.form === 'pulumi' ? 'Pulumi drops it' : (effects[entry.name] ?? 'An update ignores this value');
      const fix = removeMember(node, effects[entry.name] && resource.form !== 'pulumi' ? 'suggested' : 'safe');
      report({ span: entry.key, path: node.path }, `The API server fills in "${entry.name}". ${effect}. Remove it.`, {
        fix,
      });
    }
  },
});

const readOnlyNodes = nodesWhere(({ field }) => field?.readOnly === true);
