/** Decides which hand-written objects a discovery of Grafana Alloy reads: by namespaces, selectors and rules. */
import { hclBlocks, type HclBlock } from '../frontends/hcl/hcl.ts';
import { attributeOf } from '../frontends/hcl/static-value.ts';
import { areVariants } from '../analysis/workspace/variants.ts';
import { groupBy } from '../text/group.ts';
import { stringOf, type Value } from '../tree/value.ts';
import { targetRules, type AlloyComponent, type AlloyScope } from './alloy-components.ts';
import { everything, inNamespaces, namedReach, reachOf, type Estate, type ServedObjects } from './estate.ts';
import { allOf, type Match } from './label-selectors.ts';
import type { Reach, ReadObject } from './reader.ts';
import { keptBy, type TargetFilter } from './relabeling.ts';

/** Returns a function for the discoveries of a text. */
export function discoveryReaches(scope: AlloyScope, estate: Estate): (discovery: AlloyComponent) => Reach {
  const reaches = new Map<AlloyComponent, Reach>();
  let served: ReadonlyMap<ReadObject | undefined, readonly ServedObjects[]> | undefined;
  const search: ReachSearch = {
    scope,
    estate,
    kept: new Map(),
    servedOf: (object) => (served ??= groupBy(estate.served, ({ objects }) => objects[0])).get(object) ?? [],
  };
  return (discovery) => {
    const reach = reaches.get(discovery) ?? reachOfDiscovery(discovery, search);
    reaches.set(discovery, reach);
    return reach;
  };
}

interface ReachSearch {
  readonly scope: AlloyScope;
  readonly estate: Estate;
  readonly servedOf: (object: ReadObject) => readonly ServedObjects[];
  /** Whether the readers of a component keep the targets of an object. */
  readonly kept: Map<ReadObject, Map<AlloyComponent, Match>>;
}

function reachOfDiscovery(component: AlloyComponent, search: ReachSearch): Reach {
  const { scope, estate } = search;
  const { block, source } = component;
  const { uri } = source;
  const namespaces = namespacesOf(block);
  const name = selectedName(block);
  if (name !== undefined) {
    const [only, ...others] = namespaces === 'unknown' ? [] : (namespaces ?? []);
    return namedReach(estate, uri, { name, namespace: others.length > 0 ? undefined : only });
  }
  if (namespaces === 'unknown' || attributeOf(block.body, 'api_server') || attributeOf(block.body, 'kubeconfig_file'))
    return everything(estate, uri, 'likely');
  const limited = namespaces && namespaces.length > 0 ? namespaces : undefined;
  const all = inNamespaces(estate, uri, limited);
  if (estate.objects.length === 0 || !isFiltered(component, scope)) return all;
  const objects = all.objects.filter((object) => !areVariants(uri, object.uri));
  const matches = objects.map((object) => ({ object, match: isRead(object, component, search) }));
  const read = (wanted: Match): readonly ReadObject[] =>
    matches.flatMap(({ object, match }) => (match === wanted ? [object] : []));
  const sure = read('yes');
  const { certainty } = all;
  return sure.length > 0
    ? reachOf(sure, certainty)
    : reachOf(read('unknown'), read('unknown').length > 0 ? 'likely' : certainty);
}

/** Undefined for all. */
function namespacesOf(block: HclBlock): readonly string[] | 'unknown' | undefined {
  const [scope] = hclBlocks(block.body, 'namespaces');
  if (!scope) return undefined;
  const own = attributeOf(scope.body, 'own_namespace');
  if (own && !(own.kind === 'scalar' && own.value === false)) return 'unknown';
  const names = attributeOf(scope.body, 'names');
  return names ? (textsIn(names) ?? 'unknown') : undefined;
}

function textsIn(value: Value | undefined): readonly string[] | undefined {
  const texts = value?.kind === 'sequence' ? value.items.map(stringOf) : undefined;
  return texts?.every((each) => each !== undefined) ? texts : undefined;
}

/** The name that a field selector of Endpoints wants. */
export function selectedName(block: HclBlock): string | undefined {
  const names = hclBlocks(block.body, 'selectors').map((selector) => blockFieldName(selector));
  return names.find((name) => name !== undefined);
}

export function blockFieldName({ body }: HclBlock): string | undefined {
  if (stringOf(attributeOf(body, 'role')) !== 'endpoints') return undefined;
  return /(?:^|,)\s*metadata\.name==?([^,\s]+)/.exec(stringOf(attributeOf(body, 'field')) ?? '')?.[1];
}

/** Whether selectors of labels or rules leave out targets. */
function isFiltered(component: AlloyComponent, scope: AlloyScope): boolean {
  const below = new Set([component]);
  for (const each of below) for (const reader of scope.readersOf(each)) below.add(reader);
  return labelSelectors(component.block).length > 0 || [...below].some((each) => targetRules(each).some(isFilter));
}

function labelSelectors({ body }: HclBlock): readonly HclBlock[] {
  return hclBlocks(body, 'selectors').filter((each) => attributeOf(each.body, 'label'));
}

function isFilter({ body }: HclBlock): boolean {
  return /^(?:keep|drop)$/.test(stringOf(attributeOf(body, 'action')) ?? '');
}

function isRead(object: ReadObject, component: AlloyComponent, search: ReachSearch): Match {
  const selectors = labelSelectors(component.block);
  return allOf([...selectors.map((each) => isSelected(each, object, search)), isKept(object, component, search)]);
}

/** A chain of rules may drop the targets of an object; one that keeps them is enough. */
function isKept(object: ReadObject, component: AlloyComponent, search: ReachSearch): Match {
  const { scope, kept } = search;
  const known = kept.get(object) ?? new Map<AlloyComponent, Match>();
  kept.set(object, known);
  const found = known.get(component);
  if (found) return found;
  known.set(component, 'yes');
  const readers = scope.readersOf(component);
  if (readers.length === 0 || scope.isExported(component)) return 'yes';
  const matches = readers.map((reader) => {
    const filters = targetRules(reader).filter(isFilter).map(filterOfBlock);
    const answers = search.servedOf(object).map((served) => keptBy(filters, served));
    const own: Match = filters.length === 0 ? 'yes' : allOf(answers.length > 0 ? answers : ['unknown']);
    return own === 'no' ? 'no' : allOf([own, isKept(object, reader, search)]);
  });
  const match = matches.includes('yes') ? 'yes' : matches.includes('unknown') ? 'unknown' : 'no';
  known.set(component, match);
  return match;
}

/** `app=db,tier!=web`. Labels of Services are on their Endpoints, too. */
function isSelected({ body }: HclBlock, object: ReadObject, { servedOf }: ReachSearch): Match {
  const parts = (stringOf(attributeOf(body, 'label')) ?? '').split(',');
  const services = servedOf(object);
  if (services.length === 0) return 'unknown';
  return allOf(
    parts.map((part): Match => {
      const [, name = '', operator = '', wanted] = /^\s*([\w./-]+)\s*(!?==?)\s*([\w.-]*)\s*$/.exec(part) ?? [];
      const value = services[0]?.service.labels(name);
      if (wanted === undefined || value === undefined || services.length > 1) return 'unknown';
      return (value === wanted) === !operator.startsWith('!') ? 'yes' : 'no';
    }),
  );
}

function filterOfBlock({ body }: HclBlock): TargetFilter {
  const separator = attributeOf(body, 'separator');
  const regex = attributeOf(body, 'regex');
  return {
    action: stringOf(attributeOf(body, 'action')) === 'keep' ? 'keep' : 'drop',
    labels: textsIn(attributeOf(body, 'source_labels')),
    pattern: regex ? stringOf(regex) : '.*',
    separator: separator ? (stringOf(separator) ?? '') : ';',
  };
}
