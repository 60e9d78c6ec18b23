/** Reports a label key with invalid syntax, at the key. The API server reports the whole map. */
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { isRemoval } from '../lint/removal.ts';
import { quote } from '../text/quote.ts';

export const malformedLabelKey = defineRule({
  code: 'malformed-label-key',
  summary: 'A label key must have the form "name" or "prefix/name", where the prefix is a DNS subdomain.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'labels'],
  check(labels, { report, resource }) {
    for (const { entry, path } of labels.children) {
      if (!entry || isRemoval(resource, entry) || (resource.isPartial && isMergeDirective(entry.name))) continue;
      const problem = qualifiedNameProblem(entry.name);
      if (!problem) continue;
      const message = `The label key ${quote(entry.name)} ${problem}. Write it as "name" or "example.com/name".`;
      report({ span: entry.key, path }, message);
    }
  },
});
