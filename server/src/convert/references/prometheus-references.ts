/**
 * Finds places where Prometheus discovers targets by the old kind: in its configuration, also inside a ConfigMap or
 * chart values, and in the objects of its operator.
 */
import { treesIn, treesWithin, type Tree } from '../../frontends/trees.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { childrenOf, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { ConversionOutcome } from '../outcome.ts';
import type { Match } from '../../readers/label-selectors.ts';
import { keepsTargets } from './prometheus-relabeling.ts';
import { textsAt } from '../../readers/foreign-objects.ts';
import { amongThese, isWrittenName, type FindReferences, type ConvertedObjects } from './converted-objects.ts';

const lists: readonly string[] = ['kubernetes_sd_configs', 'kubernetesSDConfigs'];
const names = /kubernetes_sd_configs|kubernetesSDConfigs|serviceDiscoveryRole/;

export const prometheusReferences: FindReferences = ({ uri, text }, moved) => {
  const role = new RegExp(`\\b${moved.from.role}\\b`, 'i');
  const search: Search = { moved, isWanted: (part) => names.test(part) && role.test(part) };
  return treesIn(uri, text, search.isWanted).flatMap((tree) =>
    rolesIn(tree.root, tree, search).map((role) => ({
      span: role.span,
      message: messageFor(role, moved),
      reading: {
        certainty: role.doubt === undefined ? ('certain' as const) : ('likely' as const),
        objects: role.objects,
      },
    })),
  );
};

interface Search {
  readonly moved: ConvertedObjects;
  readonly isWanted: (text: string) => boolean;
}

interface Role {
  readonly span: Span;
  readonly written: string;
  /** The namespaces of this discovery, if it is unknown whether a converted object is in one of them. */
  readonly perhaps: readonly string[];
  readonly objects: readonly ConversionOutcome[];
  /** Why it is not certain that the targets are lost; undefined if it is. */
  readonly doubt: string | undefined;
}

function rolesIn(value: Value, tree: Tree, search: Search): readonly Role[] {
  if (value.kind === 'scalar' || value.kind === 'opaque') {
    if (value.span.end - value.span.start < shortest) return [];
    const within = treesWithin(tree, value, search.isWanted);
    return within.flatMap((inner) => rolesIn(inner.root, inner, search));
  }
  if (value.isAlias) return [];
  if (value.kind === 'sequence') return value.items.flatMap((item) => rolesIn(item, tree, search));
  // A monitor reads only what its selector matches.
  if (stringOf(valueOf(value, 'kind')) === 'ServiceMonitor') return [];
  return value.entries.flatMap((entry): readonly Role[] => {
    // Services of Alertmanager have selectors.
    if (entry.isMerged || entry.name === 'alertmanagers') return [];
    if (entry.name === 'serviceDiscoveryRole') return roleOf(entry.value, tree, search);
    if (!lists.includes(entry.name)) return rolesIn(entry.value, tree, search);
    const keeps = keepsTargets(value);
    return childrenOf(entry.value).flatMap((config) => configRole(config, keeps, tree, search));
  });
}

/** The shortest text that can contain a list and a role. */
const shortest = 40;

const doubts = {
  selectors: 'its selectors may leave them out',
  api_server: 'it may read another cluster',
  apiServer: 'it may read another cluster',
  kubeconfig_file: 'it may read another cluster',
} as const;

/** Why the discovery may not reach all objects of its namespaces. */
function doubtOf(config: Mapping): string | undefined {
  const [, doubt] = Object.entries(doubts).find(([name]) => valueOf(config, name)) ?? [];
  return doubt ?? (config.isOpen ? 'a template may change this discovery' : undefined);
}

function configRole(
  config: Value,
  keeps: (object: ConversionOutcome) => Match,
  tree: Tree,
  search: Search,
): readonly Role[] {
  if (config.kind !== 'mapping') return [];
  const scope = valueOf(config, 'namespaces');
  const namespaces = scope?.kind === 'mapping' ? textsAt(scope, 'names') : undefined;
  const isLimited = namespaces !== undefined && namespaces.length > 0;
  const inScope = isLimited ? amongThese(namespaces, search.moved) : search.moved.outcomes;
  const kept = inScope.map((object) => ({ object, match: keeps(object) })).filter(({ match }) => match !== 'no');
  const isPlaced = ({ namespace }: ConversionOutcome): boolean => !isLimited || namespaces.includes(namespace);
  const placed = kept.filter(({ object }) => isPlaced(object));
  const isKnown = scope === undefined || isLimited;
  const doubt = isKnown ? doubtOf(config) : 'its namespaces are not known statically';
  const sure = new Set(doubt === undefined ? placed.filter(({ match }) => match === 'yes') : []);
  const unsure = kept.filter((each) => !sure.has(each));
  const isPossible = doubt === undefined && unsure.every(({ match }) => match === 'yes');
  const perhaps = isLimited && isPossible && placed.length === 0 ? namespaces : [];
  const roles = roleOf(valueOf(config, 'role'), tree, search);
  return [[...sure], unsure].flatMap((reached, i) => {
    const dropping =
      placed.length > 0 ? 'its relabeling rules may drop them' : 'their namespace is not known statically';
    const found = {
      perhaps,
      doubt: i === 0 ? undefined : (doubt ?? dropping),
      objects: reached.map(({ object }) => object),
    };
    return reached.length === 0 ? [] : roles.map((role) => ({ ...role, ...found }));
  });
}

function roleOf(value: Value | undefined, tree: Tree, { moved }: Search): readonly Role[] {
  const written = stringOf(value);
  if (!value || written?.toLowerCase() !== moved.from.role.toLowerCase()) return [];
  return [
    {
      span: tree.place(value.span),
      written,
      perhaps: [],
      objects: moved.outcomes,
      doubt: 'its monitors may not select them',
    },
  ];
}

function messageFor({ written, perhaps, doubt }: Role, { from, to, outcomes }: ConvertedObjects): string {
  const role = written === written.toLowerCase() ? to.role.toLowerCase() : to.role;
  const unplaced = outcomes.find(({ namespace }) => !isWrittenName(namespace))?.name ?? '';
  const condition =
    perhaps.length > 0 ? `, if ${quote(unplaced)} is in the namespace ${listed(perhaps.map(quote), 'or')}` : '';
  const isSure = doubt === undefined || perhaps.length > 0;
  const finds = isSure ? 'no longer finds' : 'may no longer find';
  const reason = isSure ? condition : `: ${doubt}`;
  return `Prometheus discovers targets by ${from.kind} here and ${finds} the converted objects${reason}. Use the role ${role}, and the labels ${to.metaLabel}… instead of ${from.metaLabel}… in the relabeling rules.`;
}
