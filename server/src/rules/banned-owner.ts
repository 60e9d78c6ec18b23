/** Reports an owner reference to a core Event, which the API server rejects. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { OwnerReference } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';

export const bannedOwner = defineRule({
  code: 'banned-owner',
  summary: 'A core Event must not own an object.',
  enforcedBy: 'server',
  on: [OwnerReference],
  check(owner, { report }) {
    const kind = member(owner, 'kind');
    const version = textOf(member(owner, 'apiVersion')) ?? '';
    if (!kind || textOf(kind) !== 'Event' || !/^\/?v1$/.test(version)) return;
    report(kind, 'An Event of the core group cannot own an object. Name the object that the event is about.');
  },
});
