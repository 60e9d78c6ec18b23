/** Reports an empty namespace, which means the namespace of the request. */
import { ObjectMeta } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const emptyNamespace = defineRule({
  code: 'empty-namespace',
  summary: 'A namespace should not be empty: write it, or leave the field out.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [ObjectMeta, 'namespace'],
  check(namespace, { report, document }) {
    if (namespace.value.value !== '') return;
    if (document.text.includes('{{')) {
      report(namespace, 'An empty namespace means the namespace of the release. Remove it.');
      return;
    }
    const message = 'An empty namespace means the namespace of the request, usually "default". Write the namespace.';
    report(namespace, message, { fix: replaceBy(namespace.value, 'default', 'suggested') });
  },
});
