/** Server-side apply, which the provider uses by default, needs a name. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const generateNameInProgram = defineRule({
  code: 'generate-name-in-program',
  summary: 'Pulumi refuses generateName under server-side apply.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: [ObjectMeta, 'generateName'],
  check(prefix, { report, resource }) {
    if (resource.form !== 'pulumi' || prefix.value.value === '') return;
    const message = 'Pulumi applies on the server side, which refuses generateName. Write metadata.name instead.';
    const isNamed = prefix.parent !== undefined && !isEmpty(member(prefix.parent, 'name'));
    report(prefix, message, { fix: isNamed ? removeMember(prefix, 'safe') : undefined });
  },
});
