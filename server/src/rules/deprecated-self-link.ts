/** A field that the server has not filled since 1.20. */
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const deprecatedSelfLink = defineRule({
  code: 'deprecated-self-link',
  summary: 'selfLink is deprecated and never filled.',
  enforcedBy: 'advice',
  tag: 'deprecated',
  since: '0.1.0',
  on: [ObjectMeta, 'selfLink'],
  check(link, { report }) {
    const place = { span: link.entry?.key ?? link.value.span, path: link.path };
    report(place, 'selfLink is deprecated: the server neither fills nor reads it. Remove it.', {
      fix: removeMember(link, 'safe'),
    });
  },
});
