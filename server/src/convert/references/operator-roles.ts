/**
 * Finds the Prometheus objects of the Prometheus Operator, in manifests and in chart values: which monitors they select,
 * and how they discover targets.
 */
import { areVariants } from '../../analysis/workspace/variants.ts';
import { treesIn, type Tree } from '../../frontends/trees.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { childrenOf, isNull, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { valueBelow } from '../value-text.ts';
import type { NamedText } from './converted-objects.ts';
import { inSameNamespace, siteOf, type ObjectSite } from './converted-services.ts';
import { foreignObjects, textAt } from '../../readers/foreign-objects.ts';
import { allOf, matchSelector, type LabelOf, type Match } from '../../readers/label-selectors.ts';

export interface OperatedPrometheus {
  /** For messages: `Prometheus "main"`. */
  readonly title: string;
  readonly span: Span;
  /** `default`: the field is missing, so the operator decides. `unknown`: it comes from a template. */
  readonly role: DiscoveryRole;
  readonly site: ObjectSite;
  readonly selects: (monitor: ObjectSite & { readonly labels: LabelOf }) => Match;
}

export type DiscoveryRole = 'endpoints' | 'slices' | 'default' | 'unknown';

const group = 'monitoring.coreos.com/';

/** The role that a field of a spec gives. */
export function roleIn(spec: Value | undefined, field: string): DiscoveryRole {
  if (spec?.kind !== 'mapping') return spec && !isNull(spec) ? 'unknown' : 'default';
  const value = valueOf(spec, field);
  if (!value || isNull(value)) return spec.isOpen ? 'unknown' : 'default';
  const role = stringOf(value)?.toLowerCase();
  if (role === undefined) return 'unknown';
  return role === 'endpoints' || role === '' ? (role === '' ? 'default' : 'endpoints') : 'slices';
}

export function operatedPrometheuses(texts: readonly NamedText[]): readonly OperatedPrometheus[] {
  return texts.flatMap(({ uri, text }) => [
    ...treesIn(uri, text, (part) => part.includes(group) && /\bPrometheus(?:Agent)?\b/.test(part)).flatMap((tree) =>
      foreignObjects(tree).flatMap(({ kind, mapping }) =>
        (kind === 'Prometheus' || kind === 'PrometheusAgent') && isOperated(mapping)
          ? [ofObject(uri, kind, mapping, tree)]
          : [],
      ),
    ),
    ...treesIn(uri, text, (part) => part.includes('prometheusSpec')).flatMap((tree) => ofValues(uri, tree.root, tree)),
  ]);
}

/** A Pulumi program does not write the API version. */
function isOperated(mapping: Mapping): boolean {
  return textAt(mapping, 'apiVersion')?.startsWith(group) ?? true;
}

function ofObject(uri: string, kind: string, mapping: Mapping, tree: Tree): OperatedPrometheus {
  const site = siteOf(uri, mapping);
  const spec = valueOf(mapping, 'spec');
  return {
    title: `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, ''),
    span: tree.place((valueOf(mapping, 'kind') ?? mapping).span),
    role: roleIn(spec, 'serviceDiscoveryRole'),
    site,
    selects: (monitor) =>
      areVariants(uri, monitor.uri)
        ? 'no'
        : allOf([
            selected(valueBelow(spec, ['serviceMonitorSelector']), monitor.labels),
            inSelected(valueBelow(spec, ['serviceMonitorNamespaceSelector']), site, monitor),
            withoutLimit(spec),
          ]),
  };
}

/** Unlike an empty selector, a missing one selects nothing. */
function selected(selector: Value | undefined, labels: LabelOf): Match {
  return !selector || isNull(selector) ? 'no' : matchSelector(selector, labels);
}

/** `unknown` if the field may limit each monitor to Services of its own namespace. */
function withoutLimit(spec: Value | undefined): Match {
  const limit = valueBelow(spec, ['ignoreNamespaceSelectors']);
  return !limit || isNull(limit) || (limit.kind === 'scalar' && limit.value === false) ? 'yes' : 'unknown';
}

/** Without a selector, monitors of the same namespace are selected. The labels of namespaces are not read. */
function inSelected(selector: Value | undefined, own: ObjectSite, monitor: ObjectSite): Match {
  if (!selector || isNull(selector)) return inSameNamespace(own, monitor);
  const { namespace } = monitor;
  return matchSelector(selector, (name) => (name === 'kubernetes.io/metadata.name' ? namespace : undefined));
}

/** The values of kube-prometheus-stack, wherever they are. */
function ofValues(uri: string, value: Value, tree: Tree): readonly OperatedPrometheus[] {
  if (value.kind !== 'mapping') return childrenOf(value).flatMap((child) => ofValues(uri, child, tree));
  return value.entries.flatMap((entry): readonly OperatedPrometheus[] => {
    if (entry.name !== 'prometheusSpec') return ofValues(uri, entry.value, tree);
    const role = roleIn(entry.value, 'serviceDiscoveryRole');
    const own = { title: 'This Prometheus', span: tree.place(entry.key), role, site: { uri, namespace: undefined } };
    const release = releaseIn(tree.root);
    const selects: OperatedPrometheus['selects'] = (monitor) =>
      areVariants(uri, monitor.uri) ? 'no' : selectedByChart(entry.value, release, monitor);
    return [{ ...own, selects }];
  });
}

/** The release of an Application or a HelmRelease that contains the values; undefined if it is not known. */
function releaseIn(root: Value): string | undefined {
  const name = textAt(root, 'metadata', 'name');
  const kind = textAt(root, 'kind');
  if (kind === 'Application') return textAt(root, 'spec', 'source', 'helm', 'releaseName') ?? name;
  if (kind !== 'HelmRelease') return undefined;
  const target = textAt(root, 'spec', 'targetNamespace');
  const own = textAt(root, 'spec', 'releaseName');
  return own ?? (target === undefined || name === undefined ? name : `${target}-${name}`);
}

/** Without a selector, the chart selects monitors with its label "release", and monitors of all namespaces. */
function selectedByChart(spec: Value, release: string | undefined, monitor: ObjectSite & { labels: LabelOf }): Match {
  const selector = valueBelow(spec, ['serviceMonitorSelector']);
  const namespaces = valueBelow(spec, ['serviceMonitorNamespaceSelector']);
  const isSelected = isEmpty(selector)
    ? selectedByRelease(spec, release, monitor.labels)
    : matchSelector(selector, monitor.labels);
  const isInNamespace = isEmpty(namespaces) ? 'yes' : inSelected(namespaces, monitor, monitor);
  return allOf([isSelected, isInNamespace, withoutLimit(spec)]);
}

function isEmpty(selector: Value | undefined): boolean {
  return !selector || isNull(selector) || (selector.kind === 'mapping' && selector.entries.length === 0);
}

function selectedByRelease(spec: Value, release: string | undefined, labels: LabelOf): Match {
  const isLabeled = valueBelow(spec, ['serviceMonitorSelectorNilUsesHelmValues']);
  if (isLabeled?.kind === 'scalar' && isLabeled.value === false) return 'yes';
  const label = labels('release');
  if (typeof label !== 'string') return 'unknown';
  return release === undefined || release === label ? 'yes' : 'no';
}
