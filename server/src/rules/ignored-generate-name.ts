/** Reports a generateName beside a name, where it has no effect. */
import { isEmpty, member, textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { kindOfType } from '../contract/contract.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule, type ResourceContext } from '../lint/rule.ts';

export const ignoredGenerateName = defineRule({
  code: 'ignored-generate-name',
  summary: 'generateName should not be set together with name, because it has no effect then.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  on: [ObjectMeta, 'generateName'],
  check(prefix, context) {
    const { report, resource } = context;
    if (prefix.value.value === '' || resource.form === 'pulumi') return;
    const metadata = prefix.parent;
    const name = metadata && member(metadata, 'name');
    const isUnsure = name?.value.kind === 'opaque' || (metadata?.value.kind === 'mapping' && metadata.value.isOpen);
    if (isEmpty(name) || isUnsure || wasUsed(prefix.value.value, textOf(name), context)) return;
    report(prefix, 'The API server ignores generateName because metadata.name is set. Remove one of them.', {
      fix: removeMember(prefix, 'safe'),
    });
  },
});

/** True where the API server generated the name from the prefix. It names most slices this way, so no live state is needed as proof. */
function wasUsed(prefix: string, name: string | undefined, { resource, binding }: ResourceContext): boolean {
  if (!name?.startsWith(prefix)) return false;
  return isLive(binding) || kindOfType(resource.type) === 'EndpointSlice';
}
