/** Reports values of the wrong type in a resource block or its options. Expressions are allowed everywhere. */
import { bindEnvelope } from '../analysis/binding/envelope.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const wrongResourceValue = defineRule({
  code: 'wrong-resource-value',
  summary: 'In a resource block, properties, options and get must be mappings, and list options must be lists.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check({ envelope }, { report, document }) {
    for (const mismatch of envelope ? bindEnvelope(envelope).mismatches : []) {
      if (mismatch.kind !== 'type' || !mismatch.node.entry) continue;
      const { node } = mismatch;
      const isProgram = document.syntax === 'code';
      const mapping = isProgram ? 'an object' : 'a mapping';
      const needed = node.type.kind === 'list' ? 'a list' : node.type.kind === 'string' ? 'a string' : mapping;
      const inYaml =
        node.type.kind === 'list' ? 'Start each item with "- "' : `Write ${needed}, or an expression "\${…}"`;
      const wayOut = isProgram ? `Write ${needed}` : inYaml;
      report({ span: node.value.span }, `${quote(mismatch.node.entry.name)} must be ${needed}. ${wayOut}.`);
    }
  },
});
