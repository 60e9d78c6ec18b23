/** Reports owner references that differ from the objects in the workspace: the garbage collector would miss the owner. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { nodesWhere } from '../analysis/binding/blocks.ts';
import { isLive } from '../analysis/binding/live.ts';
import {
  readReference,
  resolveReference,
  type KindReference,
  type ResolvedReference,
} from '../analysis/workspace/resolve-reference.ts';
import { nearestPartner, referents, sharingNamespace } from '../analysis/workspace/relations.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { typeNames } from '../contract/contract.ts';
import { OwnerReference } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { checkUid } from '../lint/uid.ts';
import { quote } from '../text/quote.ts';

export const missingOwner = defineRule({
  code: 'missing-owner',
  summary: 'An owner should exist in the same namespace.',
  enforcedBy: 'advice',
  on: { relationsOf: typeNames },
  check(_resource, context) {
    if (isLive(context.binding)) return;
    for (const node of ownersIn(context.binding)) checkOwner(node, context);
  },
});

const ownersIn = nodesWhere(({ type }) => type.kind === 'object' && type.base === OwnerReference.name);

/** Kinds whose objects controllers usually create, so that few of them or none are in files. */
const controllerMadeKinds = new Set([
  'Pod',
  'ReplicaSet',
  'ControllerRevision',
  'Job',
  'Endpoints',
  'EndpointSlice',
  'Lease',
  'Node',
]);

/** The API version of each built-in group that owners usually come from; no kind is in two of these groups. */
const groupVersions: { readonly [group: string]: string } = {
  '': 'v1',
  apps: 'apps/v1',
  batch: 'batch/v1',
  'networking.k8s.io': 'networking.k8s.io/v1',
  'discovery.k8s.io': 'discovery.k8s.io/v1',
};

const collected = 'The garbage collector deletes objects without an existing owner.';

function checkOwner(owner: Bound, { report, around }: RelationContext): void {
  const reference = readReference(owner);
  const { kind, name } = reference;
  if (kind === '' || name === '' || !textOf(member(owner, 'apiVersion'))) return;
  const where = resolveReference(around, reference);
  if (where?.what === 'here')
    checkUid(
      owner,
      where.entries,
      report,
      (found) =>
        `The ${kind} ${quote(found.facts.name.text)} of the workspace has another UID, ${found.facts.uid}. ${collected} Write that UID.`,
    );
  else if (!reportOtherGroup(owner, reference, { report, around }) && where)
    checkPlace(owner, reference, where, { report, around });
}

type Reporting = Pick<RelationContext, 'report' | 'around'>;

/** Reports an owner that the workspace has in another API group, and returns true if there is one. */
function reportOtherGroup(owner: Bound, { kind, group, name }: KindReference, { report, around }: Reporting): boolean {
  const node = member(owner, 'apiVersion');
  if (!node || !Object.hasOwn(groupVersions, group)) return false;
  for (const [other, version] of Object.entries(groupVersions)) {
    const found = other === group ? [] : sharingNamespace(referents(around, kind, other, name), around.entry);
    const entry = nearestPartner(around, found);
    if (!entry) continue;
    const message = `The ${kind} ${quote(name)} of the workspace belongs to ${quote(version)}. The garbage collector does not find it in ${quote(textOf(node) ?? '')}. Write ${quote(version)}.`;
    const related = [{ entry, path: ['apiVersion'], message: 'The owner is here.' }];
    report(node, message, { related, fix: replaceBy(node.value, version, 'suggested') });
    return true;
  }
  return false;
}

function checkPlace(
  owner: Bound,
  { kind, group, name }: KindReference,
  where: ResolvedReference,
  { report, around }: Reporting,
): void {
  const node = member(owner, 'name');
  if (!node || where.what === 'here') return;
  if (where.what === 'elsewhere') {
    const message = `The workspace has the ${kind} ${quote(name)} in the namespace ${quote(where.namespace)}, not in ${quote(where.own)}. ${collected} Name an owner in the same namespace, or remove the reference.`;
    report(node, message, { related: [{ entry: where.entry, path: [], message: 'The owner is here.' }] });
    return;
  }
  const similar = meantName(name, where.names);
  const near = similar === undefined ? [] : around.at(keys.named(kindKey(kind, group), where.own, similar));
  const entry = nearestPartner(around, near);
  const meant = entry && similar;
  if (where.names.length === 0 || (meant === undefined && controllerMadeKinds.has(kind))) return;
  const found = meant === undefined ? ', only others' : '';
  const wayOut =
    meant === undefined ? 'Name an existing owner, or remove the reference.' : `Did you mean ${quote(meant)}?`;
  const message = `The workspace has no ${kind} ${quote(name)}${where.own === '' ? '' : ` in the namespace ${quote(where.own)}`}${found}. ${collected} ${wayOut}`;
  const related = entry ? [{ entry, path: [], message: 'The similar name is here.' }] : [];
  report(node, message, { related, fix: replaceBy(node.value, meant, 'suggested') });
}
