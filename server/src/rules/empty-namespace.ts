/** An empty namespace means the one of the request; writing it out says which. */
import { ObjectMeta } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const emptyNamespace = defineRule({
  code: 'empty-namespace',
  summary: 'An empty namespace should be written out, or left out.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: [ObjectMeta, 'namespace'],
  check(namespace, { report }) {
    if (namespace.value.value !== '') return;
    const message = 'An empty namespace means the namespace of the request, usually "default". Write it out.';
    report(namespace, message, { fix: replaceBy(namespace.value, 'default', 'suggested') });
  },
});
