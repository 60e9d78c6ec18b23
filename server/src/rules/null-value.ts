/** Reports fields without a value: the API server reads them as missing or empty, which is rarely intended. */
import { nodesWhere } from '../analysis/binding/blocks.ts';
import { isLive } from '../analysis/binding/live.ts';
import { removeMember, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

export const nullValue = defineRule({
  code: 'null-value',
  summary: 'A field should have a value or be left out.',
  enforcedBy: 'advice',
  severity: 'hint',
  on: 'resource',
  check(resource, { report, binding, document }) {
    const isProgram = resource.form === 'pulumi';
    if (resource.isPartial && !isProgram) return; // In a strategic merge patch, null removes the field of the base.
    if (isLive(binding)) return; // The API server prints empty lists as null.
    const misnamed = new Set(document.misnamed.map(({ entry }) => entry)); // Rules of their own report these nulls.
    for (const node of nullNodes(binding)) {
      const { entry, field, parent } = node;
      if (!entry || misnamed.has(entry) || field?.required || field?.readOnly || field?.deprecated) continue;
      const isInMap = parent?.type.kind === 'map' && !isProgram;
      // JavaScript sends null; Pulumi YAML leaves the field out.
      const effect = isProgram && !document.language ? 'so Pulumi drops it' : 'so the API server reads it as missing';
      const message = isInMap
        ? `${quote(entry.name)} has no value, so the API server reads it as an empty string. Write "" to make that clear.`
        : `${quote(entry.name)} has no value, ${effect}. Write a value, or remove the field.`;
      report({ span: entry.key, path: node.path }, message, {
        fix: isInMap ? replaceBy(entry.value, '', 'safe') : removeMember(node, 'suggested'),
      });
    }
  },
});

const nullNodes = nodesWhere(({ entry, value }) => entry !== undefined && isNull(value));
