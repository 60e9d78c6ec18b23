/** Reports an object whose name or namespace differs from the committed one: it is a new object, and the old one may stay. */
import { metaField } from '../analysis/facts/committed.ts';
import { isPatchType } from '../contract/contract.ts';
import { defineRule, type Update } from '../lint/rule.ts';
import { identityChange, type IdentityChange } from '../lint/update.ts';
import { quote } from '../text/quote.ts';

export const changedIdentity = defineRule({
  code: 'changed-identity',
  summary: 'A committed object should keep its name and namespace.',
  enforcedBy: 'advice',
  on: 'update',
  check(update, { report }) {
    const change = identityChange(update);
    const node = change && metaField(update.now, change.name ? 'name' : 'namespace');
    // A name that an expression reads from another resource is reported at that resource.
    if (change && node?.value.kind === 'scalar') report(node, messageOf(change, update));
  },
});

function messageOf(change: IdentityChange, { now: { resource, facts } }: Update): string {
  const [before, now] = [identityWords(change, 0), identityWords(change, 1)];
  const fields = [change.name ? 'name' : '', change.namespace ? 'namespace' : ''].filter(Boolean).join(' and the ');
  if (isPatchType(resource.type))
    return `The committed patch changed the object ${before}. It now changes the object ${now}, and Pulumi releases the fields that it set on the old one. To avoid this, keep the ${fields}.`;
  const start = `The committed ${resource.type} was ${before}. The object ${now} is a new one`;
  if (resource.form === 'kubernetes')
    return `${start}, and the old one stays in the cluster until it is deleted or pruned. Delete the old object, or keep the ${fields}.`;
  return facts.applied?.retention === 'yes'
    ? `${start}, and the old one stays in the cluster because of retainOnDelete. Delete the old object, or keep the ${fields}.`
    : `${start}, and Pulumi replaces the old one with it. To avoid this, keep the ${fields}.`;
}

/** `named "db" in the namespace "shop"`. */
function identityWords({ name, namespace }: IdentityChange, when: 0 | 1): string {
  const words = [
    name ? `named ${quote(name[when])}` : '',
    namespace ? `in the namespace ${quote(namespace[when])}` : '',
  ];
  return words.filter(Boolean).join(' ');
}
