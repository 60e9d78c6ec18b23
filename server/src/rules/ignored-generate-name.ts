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
    const name = prefix.parent && member(prefix.parent, 'name');
    if (prefix.value.value === '' || isEmpty(name) || resource.form === 'pulumi') return;
    report(prefix, 'The generateName is ignored because there is a name. Remove one of them.', { fix: removeMember(prefix, 'safe') });
  },
});
