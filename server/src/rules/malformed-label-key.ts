/** The key of a label. The server blames the whole map; the key is where to look. */
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { quote } from '../text/quote.ts';

export const malformedLabelKey = defineRule({
  code: 'malformed-label-key',
  summary: 'A label key must be a name, or a DNS subdomain, "/" and a name.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [ObjectMeta, 'labels'],
  check(labels, { report, resource }) {
    for (const { entry, path } of labels.children) {
      if (!entry || (resource.isPartial && isMergeDirective(entry.name))) continue;
      const problem = qualifiedNameProblem(entry.name);
      if (problem)
        report(
          { span: entry.key, path },
          `The label key ${quote(entry.name)} ${problem}. Write it as "name" or "example.com/name".`,
        );
    }
  },
});
