/** Reports a targetRef that differs from the object in the workspace. The Pods of a controller are in no file. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { memoOfBlock, nodesOutside } from '../analysis/binding/blocks.ts';
import { readReference, resolveReference } from '../analysis/workspace/resolve-reference.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isClusterScoped } from '../analysis/workspace/indexed-object.ts';
import { nearestPartner } from '../analysis/workspace/relations.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { typeNames } from '../contract/contract.ts';
import { ObjectReference } from '../contract/endpoints.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { checkUid } from '../lint/uid.ts';
import { quote } from '../text/quote.ts';

export const mismatchedTarget = defineRule({
  code: 'mismatched-target',
  summary: 'A targetRef should match the object in the workspace.',
  enforcedBy: 'advice',
  on: { relationsOf: typeNames },
  check(_resource, context) {
    // A live object was exported at another time than the Pods.
    if (isLive(context.binding)) return;
    // Mostly, the Pods of a long list are in no file, and one question for each block shows that.
    const isInWorkspace = (kind: string): boolean => context.around.at(keys.ofKind(kind)).length > 0;
    for (const node of nodesOutside(context.binding, (block) => !kindsIn(block).some(isInWorkspace)))
      if (isReference(node)) checkTarget(node, context);
  },
});

function isReference({ type }: Bound): boolean {
  return type.kind === 'object' && type.base === ObjectReference.name;
}

/** The kinds that references in a block name, as keys of the index have them. */
const kindsIn = memoOfBlock((nodes): readonly string[] => [...new Set(nodes.flatMap(kindsBelow))]);

function kindsBelow(node: Bound): readonly string[] {
  if (!isReference(node)) return node.children.flatMap(kindsBelow);
  const { kind, group } = readReference(node);
  return [kindKey(kind, group)];
}

function checkTarget(target: Bound, { report, around }: RelationContext): void {
  const reference = readReference(target);
  const { kind, group, name } = reference;
  const node = member(target, 'name');
  if (!node || kind === '' || name === '' || !isInOwnNamespace(target, kind, around)) return;
  const where = resolveReference(around, reference);
  if (where?.what === 'here')
    checkUid(
      target,
      where.entries,
      report,
      (found) =>
        `The ${kind} ${quote(found.facts.name.text)} of the workspace has the UID ${found.facts.uid}, so this reference points to a deleted object. Write the current UID, or remove it.`,
    );
  if (where?.what === 'elsewhere') {
    const subject = around.entry.facts.slice ? 'this slice' : 'these Endpoints';
    const message = `The workspace has the ${kind} ${quote(name)} in the namespace ${quote(where.namespace)}, not in ${quote(where.own)}, the namespace of ${subject}. Refer to an object in the same namespace, or remove targetRef.`;
    report(node, message, { related: [{ entry: where.entry, path: [], message: 'The object is here.' }] });
  }
  if (where?.what !== 'absent') return;
  const meant = meantName(name, where.names);
  if (meant === undefined) return;
  const entry = nearestPartner(around, around.at(keys.named(kindKey(kind, group), where.own, meant)));
  if (!entry) return;
  const message = `The workspace has no ${kind} ${quote(name)}. Did you mean ${quote(meant)}?`;
  const related = [{ entry, path: [], message: 'The similar name is here.' }];
  report(node, message, { related, fix: replaceBy(node.value, meant, 'suggested') });
}

/** False for a reference to another namespace, which another rule reports. */
function isInOwnNamespace(target: Bound, kind: string, { entry }: RelationContext['around']): boolean {
  const written = member(target, 'namespace');
  if (!written || isClusterScoped(kind)) return true;
  const namespace = textOf(written);
  return entry.identities.some((identity) => identity.namespace === namespace);
}
