/** A prefix beside a name does nothing. */
import { isEmpty, member, textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { kindOfType } from '../contract/contract.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import type { ResourceContext } from '../lint/rule.ts';

export const ignoredGenerateName = defineRule({
  code: 'ignored-generate-name',
  summary: 'A generateName has no effect where a name is given.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  since: '0.1.0',
  on: [ObjectMeta, 'generateName'],
  check(prefix, context) {
    const { report, resource } = context;
    if (prefix.value.value === '' || resource.form === 'pulumi') return;
    const metadata = prefix.parent;
    const name = metadata && member(metadata, 'name');
    const isUnsure = name?.value.kind === 'opaque' || (metadata?.value.kind === 'mapping' && metadata.value.isOpen);
    if (isEmpty(name) || isUnsure || wasUsed(prefix.value.value, textOf(name), context)) return;
    report(prefix, 'The generateName is ignored because there is a name. Remove one of them.', {
      fix: removeMember(prefix, 'safe'),
    });
  },
});

/** True where the server has made the name of the prefix. For slices it does so all the time, also where their live state is gone. */
function wasUsed(prefix: string, name: string | undefined, { resource, binding }: ResourceContext): boolean {
  if (!name?.startsWith(prefix)) return false;
  return isLive(binding) || kindOfType(resource.type) === 'EndpointSlice';
}
