/** A patch of something that is not there: Pulumi then creates it, with nothing but what the patch says. */
import { kindOfType, patchTypeNames } from '../contract/contract.ts';
import type { Kind } from '../contract/contract.ts';
import { mayShareNamespace, referents } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const missingPatchTarget = defineRule({
  code: 'missing-patch-target',
  summary: 'A patch should name an object that is there.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, around }) {
    const kind = kindOfType(resource.type);
    const { name } = around.entry.facts;
    const node = nameNode(binding);
    if (!node || !name.isKnown || name.text === '' || isThere(around, kind, name.text)) return;
    const [identity] = around.entry.identities;
    const names = identity && around.names(kind, identity.namespace);
    if (!names || names.length === 0) return;
    const meant = meantName(name.text, names);
    // Controllers make slices under names of their own.
    if (meant === undefined && !(kind === 'Endpoints' && identity.isClosed && hasManifests(around, identity.namespace)))
      return;
    const found = meant === undefined ? 'though there are others in its namespace' : `but there is ${quote(meant)}`;
    const message = `The workspace has no ${kind} ${quote(name.text)}, ${found}. ${attempts[kind]} what a patch does not find. Correct the name, or make sure that the object is there before.`;
    const near = meant === undefined ? [] : around.at(keys.named(kind, identity.namespace, meant));
    const related = near.slice(0, 1).map((entry) => ({ entry, path: [], message: 'The near name is here.' }));
    report(node, message, {
      related,
      fix: meant === undefined ? undefined : replaceBy(node.value, meant, 'suggested'),
    });
  },
});

/** Of a patch alone hardly a slice can be made. */
const attempts = { Endpoints: 'Pulumi creates', EndpointSlice: 'Pulumi tries to create' } as const;

/** The object itself, or a Service whose Endpoints the control plane or somebody else makes. */
function isThere(around: RelatedObjects, kind: Kind, name: string): boolean {
  const isNear = (each: IndexedObject): boolean => mayShareNamespace(each, around.entry);
  const makers = kind === 'Endpoints' ? ['Service'] : [];
  return [kind, ...makers].some((each) => referents(around, each, '', name).some(isNear));
}

/** A patch is for what others made. Where nobody but programs has Endpoints of the namespace, only a slip of the pen is told. */
function hasManifests({ at }: RelatedObjects, namespace: string): boolean {
  return at(keys.within('Endpoints', namespace)).some(({ facts }) => facts.form === 'kubernetes');
}
