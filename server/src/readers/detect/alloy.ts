/** Finds what discovers targets through Endpoints in Grafana Alloy: roles, field selectors, labels and defaults. */
import { hclBlocks, type HclBlock } from '../../frontends/hcl/hcl.ts';
import { attributeOf } from '../../frontends/hcl/static-value.ts';
import { memo } from '../../text/memo.ts';
import { listed, quote } from '../../text/quote.ts';
import { stringOf } from '../../tree/value.ts';
import {
  alloyScope,
  isEndpointsDiscovery,
  targetRules,
  type AlloyComponent,
  type AlloyScope,
} from '../alloy-components.ts';
import { defaultFix, discoveryChanges, labelsIn, type DiscoveryChange } from '../alloy-fixes.ts';
import { discoveryReaches, blockFieldName } from '../alloy-reach.ts';
import { monitorReach } from '../monitor-reach.ts';
import { monitorsIn } from '../monitors.ts';
import { everything, generated, reachOf, type Estate } from '../estate.ts';
import type { FoundReader, Reach, ReaderFix } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';

/** The hand-written objects that the monitors of the estate select. */
const alloyMonitorReach = memo((estate: Estate): Reach => {
  const reaches = estate.texts.flatMap((text) =>
    monitorsIn(text, estate).flatMap((monitor) =>
      monitor.kind === 'ServiceMonitor' ? (monitorReach(monitor, estate)?.reach ?? []) : [],
    ),
  );
  const replaced = reaches.filter(({ when }) => when === 'replaced');
  const sure = replaced.filter(({ certainty }) => certainty === 'certain');
  const objects = (sure.length > 0 ? sure : replaced).flatMap((reach) => reach.objects);
  return reachOf([...new Set(objects)], sure.length > 0 || objects.length === 0 ? 'certain' : 'likely');
});

export function alloyReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const scope = alloyScope(text, estate);
  const search: Search = {
    scope,
    estate,
    reachOf: discoveryReaches(scope, estate),
    changeOf: discoveryChanges(scope, estate),
  };
  return search.scope.own.flatMap((component) => [
    ...(isEndpointsDiscovery(component) ? discoveryReaders(component, search) : []),
    ...labelReaders(component, search),
    ...defaultReader(component, search),
  ]);
}

interface Search {
  readonly scope: AlloyScope;
  readonly estate: Estate;
  readonly reachOf: (discovery: AlloyComponent) => Reach;
  readonly changeOf: (discovery: AlloyComponent) => DiscoveryChange;
}

function discoveryReaders(component: AlloyComponent, search: Search): readonly FoundReader[] {
  const { block, source } = component;
  const reach = search.reachOf(component);
  const role = attributeOf(block.body, 'role');
  if (!role) return [];
  const { fix, labels } = search.changeOf(component);
  const unmapped = labels.filter((label) => label.replacement === undefined);
  const more =
    unmapped.length > 0
      ? ` Decide what ${listed([...new Set(unmapped.map(({ label }) => label))].slice(0, 2))} becomes: slices have no such label.`
      : labels.length > 0
        ? ' Rename the labels of endpoints in its rules in the same change.'
        : '';
  return [
    {
      ...reach,
      span: source.place(role.span),
      kind: 'alloy-role',
      change: fix ? 'rewrite' : 'person',
      message: `${quote(component.id)} discovers targets through Endpoints, so it ${lossOf(reach)}. Use the role "endpointslice".${more}`,
      fix,
    },
    ...hclBlocks(block.body, 'selectors').flatMap((selector) => selectorReader(selector, component, reach)),
  ];
}

function lossOf({ when }: Reach): string {
  return when === 'later'
    ? 'finds none once the cluster stops the Endpoints controller'
    : 'silently loses those whose Endpoints slices replace';
}

function selectorReader(selector: HclBlock, { source, id }: AlloyComponent, reach: Reach): readonly FoundReader[] {
  const name = blockFieldName(selector);
  const role = attributeOf(selector.body, 'role');
  if (name === undefined || !role) return [];
  return [
    {
      ...reach,
      span: source.place(role.span),
      kind: 'prom-field-selector',
      change: 'person',
      message: `${quote(id)} selects the Endpoints ${quote(name)} by name, but slices have generated names. Use the role "endpointslice" and label = "kubernetes.io/service-name=${name}" in the selector.`,
    },
  ];
}

/** One reader for each list of labels. */
function labelReaders(component: AlloyComponent, search: Search): readonly FoundReader[] {
  const { source } = component;
  const rules = targetRules(component).map((rule) => ({ rule, labels: labelsIn(component, rule) }));
  if (rules.every(({ labels }) => labels.length === 0)) return [];
  const origin = originOf(component, search);
  if (!origin) return [];
  return rules.flatMap(({ rule, labels }): readonly FoundReader[] => {
    const [first] = labels;
    if (!first) return [];
    const names = [...new Set(labels.map(({ label }) => label))];
    const next = [...new Set(labels.map(({ replacement }) => replacement))];
    const known = next.every((each) => each !== undefined) ? next : undefined;
    const isOlder = labels.some((label) => label.needsPrometheus252) ? ' (Prometheus 2.52 or later)' : '';
    const change = known ? `Use ${listed(known)}${isOlder}` : 'Slices have no such label, so change the rule';
    const action = stringOf(attributeOf(rule.body, 'action')) ?? 'replace';
    return [
      {
        ...origin.reach,
        span: source.place(first.span),
        kind: 'prom-meta-label',
        change: origin.fix ? 'rewrite' : 'person',
        message: `A ${action} rule of ${quote(component.id)} reads ${listed(names.slice(0, 2))}, which is empty with the role endpointslice. ${change}, together with the role.`,
        fix: origin.fix,
      },
    ];
  });
}

/** The reach of the discoveries that give a component its targets; undefined if none of them reads Endpoints. */
function originOf(
  component: AlloyComponent,
  search: Search,
): { readonly reach: Reach; readonly fix: ReaderFix | undefined } | undefined {
  const { scope, estate } = search;
  if (component.type === 'prometheus.operator.servicemonitors')
    return isDefault(component) ? { reach: alloyMonitorReach(estate), fix: undefined } : undefined;
  if (component.type !== 'discovery.relabel') return undefined;
  const { components, isOpen } = scope.sourcesOf(component);
  const discoveries = components.filter(isEndpointsDiscovery);
  const [first] = discoveries;
  if (!first) return isOpen ? { reach: everything(estate, component.source.uri, 'likely'), fix: undefined } : undefined;
  const reaches = discoveries.map(search.reachOf);
  const isFixed = !isOpen && first.source === component.source;
  return { reach: mergedReach(reaches), fix: isFixed ? search.changeOf(first).fix : undefined };
}

function mergedReach(reaches: readonly Reach[]): Reach {
  const replaced = reaches.filter(({ when }) => when === 'replaced');
  const [first = generated(), ...others] = replaced.length > 0 ? replaced : reaches;
  const all = replaced.find((each) => each.for.includes('*'));
  if (all || others.length === 0) return all ?? first;
  const isSure = replaced.every(({ certainty }) => certainty === 'certain');
  const objects = [...new Set(replaced.flatMap((each) => each.objects))];
  return objects.length > 0 ? reachOf(objects, isSure ? 'certain' : 'likely') : first;
}

function isDefault({ type, block }: AlloyComponent): boolean {
  return type === 'prometheus.operator.servicemonitors' && attributeOf(block.body, 'kubernetes_role') === undefined;
}

function defaultReader(component: AlloyComponent, { estate }: Search): readonly FoundReader[] {
  const { source, block, type, id } = component;
  const role = attributeOf(block.body, 'kubernetes_role');
  const isWritten = type === 'prometheus.operator.servicemonitors' && stringOf(role) === 'endpoints';
  if (!isDefault(component) && !isWritten) return [];
  const reach = alloyMonitorReach(estate);
  // The labels in the rules of the monitors change with the role.
  const fix = isWritten || reach.when === 'replaced' ? undefined : defaultFix(component, estate);
  const cause = isWritten ? 'has the kubernetes_role "endpoints"' : 'has no kubernetes_role';
  return [
    {
      ...reach,
      span: source.place(role && isWritten ? role.span : block.key),
      kind: 'alloy-default',
      change: fix ? 'rewrite' : 'person',
      fix,
      message: `${quote(id)} ${cause}, so it discovers the targets of monitors through Endpoints and ${lossOf(reach)}. Set kubernetes_role = "endpointslice" (Alloy 1.6 or later), after RBAC and the labels of the monitors.`,
    },
  ];
}
