/** Reports selfLink, which the API server no longer fills since Kubernetes 1.20. */
import { isDump, isShown } from '../analysis/binding/live.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const deprecatedSelfLink = defineRule({
  code: 'deprecated-self-link',
  summary: 'selfLink should not be set: it is deprecated, and the API server never fills it.',
  enforcedBy: 'advice',
  tag: 'deprecated',
  on: [ObjectMeta, 'selfLink'],
  check(link, { report, resource, binding }) {
    if (resource.isPartial || isDump(binding) || isShown(resource)) return;
    const place = { span: link.entry?.key ?? link.value.span, path: link.path };
    report(place, 'selfLink is deprecated: the API server neither fills nor reads it. Remove it.', {
      fix: removeMember(link, 'safe'),
    });
  },
});
