/** Reports an annotation key with invalid syntax. The API server lower-cases the key first, so it accepts capitals that it rejects in a label key. */
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { isRemoval } from '../lint/removal.ts';
import { quote } from '../text/quote.ts';

export const malformedAnnotationKey = defineRule({
  code: 'malformed-annotation-key',
  summary: 'An annotation key must have the form "name" or "prefix/name", where the prefix is a DNS subdomain.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'annotations'],
  check(annotations, { report, resource }) {
    for (const { entry, path } of annotations.children) {
      if (!entry || isRemoval(resource, entry) || (resource.isPartial && isMergeDirective(entry.name))) continue;
      // Go's `strings.ToLower` makes a plain "i" of the dotted capital.
      const problem = qualifiedNameProblem(entry.name.replaceAll('\u0130', 'i').toLowerCase());
      if (!problem) continue;
      const message = `The annotation key ${quote(entry.name)} ${problem}. Write it as "name" or "example.com/name".`;
      report({ span: entry.key, path }, message);
    }
  },
});
