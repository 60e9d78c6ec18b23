/** A field that is written without a value. The server reads it as absent or empty, which is rarely what was meant. */
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
  check(_resource, { report, binding }) {
    for (const node of binding.nodes) {
      const { entry, field, parent } = node;
      if (!entry || !isNull(entry.value) || field?.required || field?.readOnly) continue;
      const isInMap = parent?.type.kind === 'map';
      const message = isInMap
        ? `${quote(entry.name)} has no value, which the server reads as an empty text. Write "" to say so.`
        : `${quote(entry.name)} has no value, which the server reads as if it were left out. Give it one, or remove it.`;
      report({ span: entry.key, path: node.path }, message, {
        fix: isInMap ? replaceBy(entry.value, '', 'safe') : removeMember(node, 'suggested'),
      });
    }
  },
});
