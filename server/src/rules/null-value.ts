/** A field that is written without a value. The server reads it as absent or empty, which is rarely what was meant. */
import { isLive } from '../analysis/binding/live.ts';
import { removeMember, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

export const nullValue = defineRule({
  code: 'null-value',
  summary: 'A field without a value means the same as no field.',
  enforcedBy: 'advice',
  severity: 'hint',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report, binding }) {
    const isProgram = resource.form === 'pulumi';
    if (resource.isPartial && !isProgram) return; // In a strategic merge null removes what the base has.
    if (isLive(binding)) return; // A server prints lists without items as null.
    for (const node of binding.nodes) {
      const { entry, field, parent, value } = node;
      if (!entry || !isNull(value) || field?.required || field?.readOnly || field?.deprecated) continue;
      const isInMap = parent?.type.kind === 'map' && !isProgram;
      const effect = isProgram ? 'and Pulumi drops it' : 'which the server reads as if it were left out';
      const message = isInMap
        ? `${quote(entry.name)} has no value, which the server reads as an empty string. Write "" to say so.`
        : `${quote(entry.name)} has no value, ${effect}. Give it one, or remove it.`;
      report({ span: entry.key, path: node.path }, message, {
        fix: isInMap ? replaceBy(entry.value, '', 'safe') : removeMember(node, 'suggested'),
      });
    }
  },
});
