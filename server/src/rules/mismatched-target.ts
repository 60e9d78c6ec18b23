/** The object behind an address, where the workspace defines it otherwise. Pods made by controllers are in no file. */
import type { Bound } from '../analysis/binding/bind.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { readReference, resolveReference } from '../analysis/workspace/resolve-reference.ts';
import { isLive } from '../analysis/binding/live.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { isClusterScoped } from '../analysis/workspace/indexed-object.ts';
import { typeNames } from '../contract/contract.ts';
import { ObjectReference } from '../contract/endpoints.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import type { RelationContext } from '../lint/rule.ts';
import { checkUid } from '../lint/uid.ts';
import { quote } from '../text/quote.ts';

export const mismatchedTarget = defineRule({
  code: 'mismatched-target',
  summary: 'A targetRef should match the object that the workspace defines.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: typeNames },
  check(_resource, context) {
    // Printed at another time than the Pods, it is no reference that somebody wrote.
    if (isLive(context.binding)) return;
    for (const node of context.binding.nodes) {
      if (node.type.kind === 'object' && node.type.base === ObjectReference.name) checkTarget(node, context);
    }
  },
});

function checkTarget(target: Bound, { report, around }: RelationContext): void {
  const reference = readReference(target);
  const { kind, group, name } = reference;
  const node = member(target, 'name');
  if (!node || kind === '' || name === '' || !isOwnNamespace(target, kind, around)) return;
  const where = resolveReference(around, reference);
  if (where?.what === 'here')
    checkUid(
      target,
      where.entries,
      report,
      (found) =>
        `The ${kind} ${quote(found.facts.name.text)} of this workspace has the UID ${found.facts.uid}, so this reference means one that is gone. Write the UID that it has now, or leave it out.`,
    );
  if (where?.what === 'elsewhere') {
    const are = around.entry.facts.slice
      ? 'this slice is. Refer to an object of its own namespace'
      : 'these Endpoints are. Refer to an object of their own namespace';
    const message = `The workspace has the ${kind} ${quote(name)} in the namespace ${quote(where.namespace)}, and none in ${quote(where.own)}, where ${are}, or leave targetRef out.`;
    report(node, message, { related: [{ entry: where.entry, path: [], message: 'It is here.' }] });
  }
  if (where?.what !== 'absent') return;
  const meant = meantName(name, where.names);
  if (meant === undefined) return;
  const message = `The workspace has no ${kind} ${quote(name)}, but it has ${quote(meant)}. If that is meant, correct the name.`;
  const [entry] = around.at(keys.named(kindKey(kind, group), where.own, meant));
  const related = entry ? [{ entry, path: [], message: 'The near name is here.' }] : [];
  report(node, message, { related, fix: replaceBy(node.value, meant, 'suggested') });
}

/** A reference into another namespace is a mistake of its own. */
function isOwnNamespace(target: Bound, kind: string, { entry }: RelationContext['around']): boolean {
  const written = member(target, 'namespace');
  if (!written || isClusterScoped(kind)) return true;
  const namespace = textOf(written);
  return entry.identities.some((identity) => identity.namespace === namespace);
}
