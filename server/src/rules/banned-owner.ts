/** Events come and go; the server does not let one own anything. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { OwnerReference } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';

export const bannedOwner = defineRule({
  code: 'banned-owner',
  summary: 'A core Event cannot own an object.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [OwnerReference],
  check(owner, { report }) {
    const kind = member(owner, 'kind');
    const version = textOf(member(owner, 'apiVersion')) ?? '';
    if (!kind || textOf(kind) !== 'Event' || !/^\/?v1$/.test(version)) return;
    report(kind, 'An Event of the core group cannot be an owner. Name the object that the event is about.');
  },
});
