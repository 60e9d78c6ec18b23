/** Reports a finalizer that is not a qualified name, or that has no prefix and is not one of the three that Kubernetes defines. */
import { textOf } from '../analysis/binding/bind.ts';
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

const standard = ['kubernetes', 'orphan', 'foregroundDeletion'];

export const malformedFinalizer = defineRule({
  code: 'malformed-finalizer',
  summary: 'A finalizer must be a qualified name, and must have a prefix unless Kubernetes defines it.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'finalizers'],
  check(finalizers, { report }) {
    for (const node of finalizers.children) {
      const text = textOf(node);
      if (text === undefined) continue;
      const problem =
        qualifiedNameProblem(text) ?? (text.includes('/') || standard.includes(text) ? undefined : 'has no prefix');
      if (problem) report(node, `The finalizer ${quote(text)} ${problem}. Write it as "example.com/name".`);
    }
  },
});
