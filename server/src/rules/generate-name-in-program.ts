/** Reports generateName in a Pulumi program: server-side apply, which the provider uses by default, needs a name. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const generateNameInProgram = defineRule({
  code: 'generate-name-in-program',
  summary: 'A resource in a Pulumi program must use metadata.name, not generateName.',
  enforcedBy: 'pulumi',
  on: [ObjectMeta, 'generateName'],
  check(prefix, { report, resource }) {
    if (resource.form !== 'pulumi' || prefix.value.value === '') return;
    const message = 'Pulumi uses server-side apply, which does not support generateName. Write metadata.name instead.';
    const isNamed = prefix.parent !== undefined && !isEmpty(member(prefix.parent, 'name'));
    report(prefix, message, { fix: isNamed ? removeMember(prefix, 'safe') : undefined });
  },
});
