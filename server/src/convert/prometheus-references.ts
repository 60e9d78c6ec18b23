/**
 * Finds where Prometheus discovers its targets by the old kind: in its own configuration, also inside of a ConfigMap or of
 * values for a chart, and in the objects of its operator.
 */
import { treesIn, treesWithin } from '../frontends/trees.ts';
import type { Tree } from '../frontends/trees.ts';
import type { Span } from '../text/span.ts';
import { childrenOf, stringOf, valueOf } from '../tree/value.ts';
import type { Scalar, Value } from '../tree/value.ts';
import { textsAt } from './foreign-objects.ts';
import { isAmong } from './moved.ts';
import type { FindReferences, Moved } from './moved.ts';

const lists: readonly string[] = ['kubernetes_sd_configs', 'kubernetesSDConfigs'];
const names = /kubernetes_sd_configs|kubernetesSDConfigs|serviceDiscoveryRole/;

export const prometheusReferences: FindReferences = ({ uri, text }, moved) => {
  const role = new RegExp(`\\b${moved.from.role}\\b`, 'i');
  const search: Search = { moved, isWanted: (part) => names.test(part) && role.test(part) };
  return treesIn(uri, text, search.isWanted).flatMap((tree) =>
    rolesIn(tree.root, tree, search).map(({ span, written }) => ({
      uri,
      span,
      what: 'prometheus' as const,
      message: messageFor(written, moved),
    })),
  );
};

interface Search {
  readonly moved: Moved;
  readonly isWanted: (text: string) => boolean;
}

interface Role {
  readonly span: Span;
  readonly written: string;
}

function rolesIn(value: Value, tree: Tree, search: Search): readonly Role[] {
  if (value.kind === 'scalar' || value.kind === 'opaque') {
    if (value.span.end - value.span.start < shortest) return [];
    const within = treesWithin(tree, value, search.isWanted);
    return within.flatMap((inner) => rolesIn(inner.root, inner, search));
  }
  if (value.isAlias) return [];
  if (value.kind === 'sequence') return value.items.flatMap((item) => rolesIn(item, tree, search));
  return value.entries.flatMap((entry): readonly Role[] => {
    if (entry.isMerged) return [];
    if (entry.name === 'serviceDiscoveryRole') return roleOf(entry.value, tree, search);
    return lists.includes(entry.name)
      ? childrenOf(entry.value).flatMap((config) => configRole(config, tree, search))
      : rolesIn(entry.value, tree, search);
  });
}

/** A text that names a list and a role is longer. */
const shortest = 40;

function configRole(config: Value, tree: Tree, search: Search): readonly Role[] {
  if (config.kind !== 'mapping') return [];
  const scope = valueOf(config, 'namespaces');
  const namespaces = scope?.kind === 'mapping' ? textsAt(scope, 'names') : undefined;
  if (namespaces && namespaces.length > 0 && !isAmong(namespaces, search.moved)) return [];
  return roleOf(valueOf(config, 'role'), tree, search);
}

function roleOf(value: Value | undefined, tree: Tree, { moved }: Search): readonly Role[] {
  const written = stringOf(value);
  if (!value || written?.toLowerCase() !== moved.from.role.toLowerCase()) return [];
  return [{ span: tree.place(value.span), written }];
}

function messageFor(written: Scalar['text'], { from, to }: Moved): string {
  const role = written === written.toLowerCase() ? to.role.toLowerCase() : to.role;
  return `Prometheus discovers targets by ${from.kind} here and no longer finds what was converted. Write ${role}, and in the relabeling rules use the labels ${to.metaLabel}… instead of ${from.metaLabel}….`;
}
