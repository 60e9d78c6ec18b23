/** Reports server-set metadata in an object that a server printed. In a hand-written object, read-only-field reports it. */
import { nodesWhere } from '../analysis/binding/blocks.ts';
import { isLive, isShown } from '../analysis/binding/live.ts';
import { isPatchType } from '../contract/contract.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isNull } from '../tree/value.ts';

export const liveStateField = defineRule({
  code: 'live-state-field',
  summary: 'An object that a server printed should not be applied with its live state.',
  enforcedBy: 'advice',
  severity: 'info',
  on: 'resource',
  check(resource, { report, binding }) {
    if (!isLive(binding) || isShown(resource)) return;
    for (const node of readOnlyNodes(binding)) {
      const { field, entry, value } = node;
      if (!entry || field?.deprecated || value.kind === 'opaque' || isNull(value)) continue;
      // managed-fields-in-patch reports managedFields in a patch.
      if (isPatchType(resource.type) && entry.name === 'managedFields') continue;
      const message = `"${entry.name}" is live state that the API server printed. Remove it before you apply this object.`;
      report({ span: entry.key, path: node.path }, message, { fix: removeMember(node, 'suggested') });
    }
  },
});

const readOnlyNodes = nodesWhere(({ field }) => field?.readOnly === true);
