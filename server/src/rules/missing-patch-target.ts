/** Reports patches of an object that does not exist: Pulumi creates it with nothing but the fields of the patch. */
import { kindOfType, patchTypeNames, type Kind } from '../contract/contract.ts';
import { hasNeighbour } from '../analysis/workspace/neighbours.ts';
import { nearestPartner, referents, sharingNamespace } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';

export const missingPatchTarget = defineRule({
  code: 'missing-patch-target',
  summary: 'A patch should name an existing object.',
  enforcedBy: 'advice',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, around }) {
    const kind = kindOfType(resource.type);
    const { name } = around.entry.facts;
    const node = nameNode(binding);
    if (!node || !name.isKnown || name.text === '' || targetMayExist(around, kind, name.text)) return;
    const [identity] = around.entry.identities;
    const names = identity && around.names(kind, identity.namespace);
    if (!names || names.length === 0) return;
    const similar = meantName(name.text, names);
    const entry = similar && nearestPartner(around, around.at(keys.named(kind, identity.namespace, similar)));
    const meant = entry ? similar : undefined;
    // Controllers generate the names of their slices.
    if (meant === undefined && !(kind === 'Endpoints' && identity.isClosed && hasManifests(around, identity.namespace)))
      return;
    const found = meant === undefined ? ', only others in its namespace' : '';
    const wayOut =
      meant === undefined
        ? 'Correct the name, or create the object first.'
        : `Did you mean ${quote(meant)}? If not, create the object first.`;
    const message = `The workspace has no ${kind} ${quote(name.text)}${found}. ${attempts[kind]} the object if a patch does not find it. ${wayOut}`;
    const related = entry ? [{ entry, path: [], message: 'The similar name is here.' }] : [];
    report(node, message, { related, fix: replaceBy(node.value, meant, 'suggested') });
  },
});

/** A slice needs fields that a patch rarely has, so its creation usually fails. */
const attempts = { Endpoints: 'Pulumi creates', EndpointSlice: 'Pulumi tries to create' } as const;

/** True if the workspace has the object, or a Service of that name whose Endpoints may be created elsewhere. */
function targetMayExist(around: RelatedObjects, kind: Kind, name: string): boolean {
  const otherKinds = kind === 'Endpoints' ? ['Service'] : [];
  return [kind, ...otherKinds].some(
    (each) => sharingNamespace(referents(around, each, '', name), around.entry).length > 0,
  );
}

/** True if manifests have Endpoints in the namespace. If only programs have some, only a misspelled name is reported. */
function hasManifests({ entry, at }: RelatedObjects, namespace: string): boolean {
  return hasNeighbour(manifestsIn(at(keys.within('Endpoints', namespace))), entry);
}

const manifestsIn = memo((entries: readonly IndexedObject[]): readonly IndexedObject[] =>
  entries.filter(({ facts }) => facts.form === 'kubernetes'),
);
