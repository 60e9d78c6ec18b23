/** Reports a targetRef in another namespace: such an address can bypass the network policies of that namespace (CVE-2021-25740). */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { memoOfBlock, nodesOutside } from '../analysis/binding/blocks.ts';
import { groupOf } from '../analysis/facts/naming.ts';
import { isNamespaceKnown, nearestPartner } from '../analysis/workspace/relations.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { isClusterScoped } from '../analysis/workspace/indexed-object.ts';
import { typeNames } from '../contract/contract.ts';
import { ObjectReference } from '../contract/endpoints.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const foreignTargetNamespace = defineRule({
  code: 'foreign-target-namespace',
  summary: 'A targetRef should name an object in the same namespace.',
  enforcedBy: 'advice',
  on: { relationsOf: typeNames },
  check(_resource, context) {
    const { entry } = context.around;
    if (!isNamespaceKnown(entry)) return;
    const written = entry.facts.namespace?.text;
    const own = entry.identities.map(({ namespace }) => namespace);
    const isForeign = (namespace: string): boolean =>
      namespace !== '' && namespace !== written && !own.includes(namespace);
    for (const node of nodesOutside(context.binding, (block) => !namespacesIn(block).some(isForeign)))
      if (isReference(node) && isForeign(namespaceOf(node))) checkTarget(node, own, context);
  },
});

function isReference({ type }: Bound): boolean {
  return type.kind === 'object' && type.base === ObjectReference.name;
}

function namespaceOf(reference: Bound): string {
  return textOf(member(reference, 'namespace')) ?? '';
}

/** The namespaces that references in a block name, each once. */
const namespacesIn = memoOfBlock((nodes): readonly string[] => [...new Set(nodes.flatMap(namespacesBelow))]);

function namespacesBelow(node: Bound): readonly string[] {
  return isReference(node) ? [namespaceOf(node)] : node.children.flatMap(namespacesBelow);
}

function checkTarget(target: Bound, [own = '']: readonly string[], { report, around }: RelationContext): void {
  const node = member(target, 'namespace');
  const [kind = '', name = '', version = ''] = ['kind', 'name', 'apiVersion'].map((field) =>
    textOf(member(target, field)),
  );
  if (!node || isClusterScoped(kind)) return;
  const foreign = quote(textOf(node) ?? '');
  const kinds = around.entry.facts.slice ? 'EndpointSlices' : 'Endpoints';
  const message = `This targetRef points from namespace ${quote(own)} to ${foreign}, so ingress or load balancer traffic can bypass the network policies of ${foreign} (CVE-2021-25740). Put a Service with its ${kinds} into ${foreign} instead.`;
  const twin = nearestPartner(around, around.at(keys.named(kindKey(kind, groupOf(version)), own, name)));
  const fix = twin && replaceBy(node.value, own, 'suggested');
  const related = twin
    ? [{ entry: twin, path: [], message: `The namespace ${quote(own)} also has an object of this name.` }]
    : [];
  report(node, message, { related, fix });
}
