/** An owner that the workspace defines otherwise. The garbage collector deletes what has no owner left. */
import type { Bound } from '../analysis/binding/bind.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { readReference, resolveReference } from '../analysis/workspace/resolve-reference.ts';
import type { NamedReference, ResolvedReference } from '../analysis/workspace/resolve-reference.ts';
import { mayShareNamespace, referents } from '../analysis/workspace/relations.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { typeNames } from '../contract/contract.ts';
import { OwnerReference } from '../contract/meta.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import type { RelationContext } from '../lint/rule.ts';
import { checkUid } from '../lint/uid.ts';
import { quote } from '../text/quote.ts';

export const missingOwner = defineRule({
  code: 'missing-owner',
  summary: 'An owner should be an object that is there, in the same namespace.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: typeNames },
  check(_resource, context) {
    if (isLive(context.binding)) return;
    for (const node of context.binding.nodes) {
      if (node.type.kind === 'object' && node.type.base === OwnerReference.name) checkOwner(node, context);
    }
  },
});

/** Kinds whose objects controllers make, so that a file holds few of them or none. */
const made = new Set(['Pod', 'ReplicaSet', 'ControllerRevision', 'Job', 'Endpoints', 'EndpointSlice', 'Lease', 'Node']);

/** The groups of Kubernetes itself in which people look for an owner; no kind is in two of them. */
const versions: { readonly [group: string]: string } = {
  '': 'v1',
  apps: 'apps/v1',
  batch: 'batch/v1',
  'networking.k8s.io': 'networking.k8s.io/v1',
  'discovery.k8s.io': 'discovery.k8s.io/v1',
};

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
        `The ${kind} ${quote(found.facts.name.text)} of this workspace has the UID ${found.facts.uid}, so the owner that is meant here is gone; the garbage collector deletes what has no owner left. Write the UID that it has now.`,
    );
  else if (!hasOtherGroup(owner, reference, { report, around }) && where)
    checkPlace(owner, reference, where, { report, around });
}

type Reporting = Pick<RelationContext, 'report' | 'around'>;

/** True where the owner is there in another API group, which is then reported. */
function hasOtherGroup(owner: Bound, { kind, group, name }: NamedReference, { report, around }: Reporting): boolean {
  const node = member(owner, 'apiVersion');
  if (!node || !Object.hasOwn(versions, group)) return false;
  for (const [other, version] of Object.entries(versions)) {
    const entry =
      other === group
        ? undefined
        : referents(around, kind, other, name).find((each) => mayShareNamespace(each, around.entry));
    if (!entry) continue;
    const message = `The ${kind} ${quote(name)} of this workspace is an object of ${quote(version)}, and ${quote(textOf(node) ?? '')} has no such kind, so the owner cannot be found. Write ${quote(version)}.`;
    const related = [{ entry, path: ['apiVersion'], message: 'It is here.' }];
    report(node, message, { related, fix: replaceBy(node.value, version, 'suggested') });
    return true;
  }
  return false;
}

function checkPlace(
  owner: Bound,
  { kind, group, name }: NamedReference,
  where: ResolvedReference,
  { report, around }: Reporting,
): void {
  const node = member(owner, 'name');
  if (!node || where.what === 'here') return;
  if (where.what === 'elsewhere') {
    const message = `The workspace has the ${kind} ${quote(name)} in the namespace ${quote(where.namespace)}, and none in ${quote(where.own)}. To the garbage collector an owner in another namespace is not there, and it deletes what has no owner left. Name an owner of the same namespace, or remove the reference.`;
    report(node, message, { related: [{ entry: where.entry, path: [], message: 'It is here.' }] });
    return;
  }
  const meant = meantName(name, where.names);
  if (where.names.length === 0 || (meant === undefined && made.has(kind))) return;
  const [entry] = meant === undefined ? [] : around.at(keys.named(kindKey(kind, group), where.own, meant));
  const found = meant === undefined ? 'though it has others' : `but it has ${quote(meant)}`;
  const todo = meant === undefined ? 'Name one that is there, or remove the reference.' : 'Correct the name.';
  const message = `The workspace has no ${kind} ${quote(name)}${where.own === '' ? '' : ` in the namespace ${quote(where.own)}`}, ${found}; the garbage collector deletes what has no owner left. ${todo}`;
  const related = entry ? [{ entry, path: [], message: 'The near name is here.' }] : [];
  report(node, message, { related, fix: meant === undefined ? undefined : replaceBy(node.value, meant, 'suggested') });
}
