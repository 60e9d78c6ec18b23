/** A prefix beside a name does nothing. */
import { isEmpty, member } from '../analysis/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const ignoredGenerateName = defineRule({
  code: 'ignored-generate-name',
  summary: 'A generateName has no effect where a name is given.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  since: '0.1.0',
  on: [ObjectMeta, 'generateName'],
  check(prefix, { report, resource }) {
    if (prefix.value.value === '' || resource.form === 'pulumi') return;
    const metadata = prefix.parent;
    const name = metadata && member(metadata, 'name');
    const isUnsure = name?.value.kind === 'opaque' || (metadata?.value.kind === 'mapping' && metadata.value.isOpen);
    if (isEmpty(name) || isUnsure) return;
    report(prefix, 'The generateName is ignored because there is a name. Remove one of them.', {
      fix: removeMember(prefix, 'safe'),
    });
  },
});
