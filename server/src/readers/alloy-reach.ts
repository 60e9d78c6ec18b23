/** Decides which hand-written objects a discovery of Grafana Alloy reads: by namespaces, selectors and rules. */
import { attributeOf, blocksOf, type HclBlock } from '../frontends/hcl/hcl.ts';
import { areVariants } from '../analysis/workspace/variants.ts';
import { stringOf, type Value } from '../tree/value.ts';
import { targetRules, type AlloyComponent, type AlloyScope } from './alloy-components.ts';
import { everything, inNamespaces, namedReach, reachOf, type Estate } from './estate.ts';
import { allOf, type Match } from './label-selectors.ts';
import type { Reach, ReadObject } from './reader.ts';
import { keptBy, type TargetFilter } from './relabeling.ts';

export function reachOfDiscovery(component: AlloyComponent, scope: AlloyScope, estate: Estate): Reach {
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
  const matches = objects.map((object) => ({ object, match: isRead(object, component, scope, estate) }));
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
  const [scope] = blocksOf(block.body, 'namespaces');
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
  const names = blocksOf(block.body, 'selectors').map((selector) => fieldName(selector));
  return names.find((name) => name !== undefined);
}

export function fieldName({ body }: HclBlock): string | undefined {
  if (stringOf(attributeOf(body, 'role')) !== 'endpoints') return undefined;
  return /(?:^|,)\s*metadata\.name==?([^,\s]+)/.exec(stringOf(attributeOf(body, 'field')) ?? '')?.[1];
}

/** Whether selectors of labels or rules leave out targets. */
function isFiltered(component: AlloyComponent, scope: AlloyScope): boolean {
  return labelSelectors(component.block).length > 0 || isFilteredBelow(component, scope, new Set());
}

function isFilteredBelow(component: AlloyComponent, scope: AlloyScope, seen: Set<AlloyComponent>): boolean {
  if (seen.has(component)) return false;
  seen.add(component);
  return scope
    .readersOf(component)
    .some((reader) => targetRules(reader).some(isFilter) || isFilteredBelow(reader, scope, seen));
}

function labelSelectors({ body }: HclBlock): readonly HclBlock[] {
  return blocksOf(body, 'selectors').filter((each) => attributeOf(each.body, 'label'));
}

function isFilter({ body }: HclBlock): boolean {
  return /^(?:keep|drop)$/.test(stringOf(attributeOf(body, 'action')) ?? '');
}

function isRead(object: ReadObject, component: AlloyComponent, scope: AlloyScope, estate: Estate): Match {
  const selected = allOf(labelSelectors(component.block).map((selector) => isSelected(selector, object, estate)));
  return allOf([selected, isKept(object, component, scope, estate, new Set())]);
}

/** A chain of rules may drop the targets of an object; one that keeps them is enough. */
function isKept(
  object: ReadObject,
  component: AlloyComponent,
  scope: AlloyScope,
  estate: Estate,
  seen: Set<AlloyComponent>,
): Match {
  const readers = scope.readersOf(component);
  if (seen.has(component) || readers.length === 0 || scope.isExported(component)) return 'yes';
  seen.add(component);
  const matches = readers.map((reader) => {
    const filters = targetRules(reader).filter(isFilter).map(filterOfBlock);
    const answers = servicesOf(object, estate).map((served) => keptBy(filters, served));
    const own: Match = filters.length === 0 ? 'yes' : allOf(answers.length > 0 ? answers : ['unknown']);
    return own === 'no' ? 'no' : allOf([own, isKept(object, reader, scope, estate, seen)]);
  });
  return matches.includes('yes') ? 'yes' : matches.includes('unknown') ? 'unknown' : 'no';
}

/** `app=db,tier!=web`. Labels of Services are on their Endpoints, too. */
function isSelected({ body }: HclBlock, object: ReadObject, estate: Estate): Match {
  const parts = (stringOf(attributeOf(body, 'label')) ?? '').split(',');
  const services = servicesOf(object, estate);
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

function servicesOf(object: ReadObject, { served }: Estate): Estate['served'] {
  return served.filter(({ objects }) => objects.includes(object));
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
