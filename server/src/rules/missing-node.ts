/** Reports node names and node hints that no Node of the workspace has, where they decide on traffic. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import type { ServiceFacts } from '../analysis/facts/service-facts.ts';
import { proxiedBackends } from '../analysis/traffic/backends/service-backends.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { nearestObjects } from '../analysis/workspace/nearest.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { replaceBy } from '../lint/fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { similarNames } from '../text/similar-names.ts';

export const missingNode = defineRule({
  code: 'missing-node',
  summary: 'The node of a local endpoint or a hint should be a Node of the workspace, if Nodes are written.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(_resource, context) {
    const { around, binding } = context;
    const { slice, endpoints } = around.entry.facts;
    const own = (slice ?? endpoints)?.backends ?? [];
    const mayMatter =
      own.some(({ nodeHints }) => nodeHints !== 'none') ||
      // Printed endpoints have node names, but few Services have the policy.
      (own.some(({ nodeNames }) => nodeNames !== 'none') &&
        servicesFor(around).some(({ service }) => isLocal(service)));
    const all = mayMatter ? proxiedBackends(around) : undefined;
    if (!all) return;
    const { internalPolicy, externalPolicy } = all.service;
    const policy = internalPolicy === 'Local' ? 'internal' : externalPolicy === 'Local' ? 'external' : undefined;
    const places = [
      ...(policy
        ? nodeNamesIn(binding.root).map((node) => ({
            node,
            effect: `${policy}TrafficPolicy of the ${titleOf(all.entry)} is Local, so no node sends that traffic to this address`,
          }))
        : []),
      ...hintsIn(binding.root).map((node) => ({ node, effect: 'no kube-proxy follows this hint' })),
    ];
    const nodes = places.length > 0 ? nodesAround(around) : [];
    if (nodes.length > 0) for (const each of places) reportMissing(each, nodes, context);
  },
});

function isLocal({ internalPolicy, externalPolicy }: ServiceFacts): boolean {
  return internalPolicy === 'Local' || externalPolicy === 'Local';
}

/** The names of the nearest Nodes; empty where one of them is not known. */
function nodesAround({ at, names, entry }: RelatedObjects): readonly string[] {
  if (!names('Node', '')) return [];
  return nearestObjects(at(keys.within('Node', '')), entry.uri).flatMap(({ identities }) =>
    identities.map(({ name }) => name),
  );
}

function nodeNamesIn(root: Bound): readonly Bound[] {
  const subsets = member(root, 'subsets')?.children ?? [];
  const owners = [
    ...(member(root, 'endpoints')?.children ?? []),
    ...subsets.flatMap((subset) => member(subset, 'addresses')?.children ?? []),
  ];
  return owners.flatMap((owner) => member(owner, 'nodeName') ?? []);
}

function hintsIn(root: Bound): readonly Bound[] {
  return (member(root, 'endpoints')?.children ?? []).flatMap((endpoint) => {
    const hints = member(endpoint, 'hints');
    const nodes = hints && member(hints, 'forNodes');
    return (nodes?.children ?? []).flatMap((hint) => member(hint, 'name') ?? []);
  });
}

function reportMissing(
  { node, effect }: { readonly node: Bound; readonly effect: string },
  nodes: readonly string[],
  { report }: RelationContext,
): void {
  const name = textOf(node);
  if (!name || nodes.includes(name)) return;
  const meant = nearest(name, similarNames(name, nodes));
  const way = meant === undefined ? 'Write the name of a Node.' : `Did you mean ${quote(meant)}?`;
  report(node, `The workspace has no Node ${quote(name)}, and ${effect}. ${way}`, {
    fix: meant === undefined ? undefined : replaceBy(node.value, meant, 'suggested'),
  });
}
