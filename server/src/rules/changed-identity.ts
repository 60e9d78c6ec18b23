/** An object is what it is called: under another name, or in another namespace, it is another object. */
import type { Bound } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import { isPatchType } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import type { Update } from '../lint/rule.ts';
import { identityChange } from '../lint/update.ts';
import type { IdentityChange } from '../lint/update.ts';
import { quote } from '../text/quote.ts';

export const changedIdentity = defineRule({
  code: 'changed-identity',
  summary: 'Under another name, or in another namespace, an object is another one.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'update',
  check(update, { report }) {
    const change = identityChange(update);
    const node = change && metaField(update.now, change.name ? 'name' : 'namespace');
    // Where an expression takes over the name of another resource, that one is reported.
    if (node && isWritten(node)) report(node, messageOf(change, update));
  },
});

function isWritten({ value }: Bound): boolean {
  return value.kind === 'scalar';
}

function messageOf(change: IdentityChange, { now: { resource, facts } }: Update): string {
  const [before, now] = [called(change, 0), called(change, 1)];
  const kept = [change.name ? 'name' : '', change.namespace ? 'namespace' : ''].filter(Boolean).join(' and the ');
  if (isPatchType(resource.type))
    return `This patch was for the object ${before} when it was committed. It now changes the one ${now}, and Pulumi gives up what it has set on the other. Keep the ${kept} if that is not meant.`;
  const start = `This ${resource.type} was ${before} when it was committed. What is ${now} is another object`;
  if (resource.form === 'kubernetes')
    return `${start}, and the old one stays in the cluster until somebody deletes or prunes it. Delete it, too, or keep the ${kept}.`;
  return facts.applied?.retention === 'yes'
    ? `${start}, and the old one stays in the cluster because of retainOnDelete. Delete it, too, or keep the ${kept}.`
    : `${start}, and Pulumi replaces the old one by it. Keep the ${kept} if that is not meant.`;
}

/** `called "db" in the namespace "shop"`. */
function called({ name, namespace }: IdentityChange, when: 0 | 1): string {
  const words = [
    name ? `called ${quote(name[when])}` : '',
    namespace ? `in the namespace ${quote(namespace[when])}` : '',
  ];
  return words.filter(Boolean).join(' ');
}
