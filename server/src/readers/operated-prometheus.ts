/**
 * Finds the Prometheus objects of the Prometheus Operator, in manifests and in chart values: which monitors they select,
 * and how they discover targets.
 */
import { areVariants } from '../analysis/workspace/variants.ts';
import { quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { isNull, nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import { inSameNamespace, siteOf, type ObjectSite } from './estate.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { KustomizedMetadata } from './kustomized-metadata.ts';
import { allOf, matchSelector, type LabelOf, type Match } from './label-selectors.ts';
import { entriesIn, type SearchedText, type SearchedTree } from './searched-text.ts';

export interface OperatedPrometheus {
  /** For messages: `Prometheus "main"`. */
  readonly title: string;
  /** The discovery role, or the kind or the name of the block where it is missing. */
  readonly span: Span;
  /** `default`: the field is missing, so the operator decides. `unknown`: it comes from a template. */
  readonly role: DiscoveryRole;
  readonly site: ObjectSite;
  /** The values of the chart that makes it; undefined for an object. */
  readonly values: Mapping | undefined;
  readonly selects: (monitor: ObjectSite & { readonly labels: LabelOf }) => Match;
}

export type DiscoveryRole = 'endpoints' | 'slices' | 'default' | 'unknown';

const group = 'monitoring.coreos.com/';

const roleField = 'serviceDiscoveryRole';

/** The role that a field of a spec gives. */
export function roleIn(spec: Value | undefined, field: string): DiscoveryRole {
  if (spec?.kind !== 'mapping') return spec && !isNull(spec) ? 'unknown' : 'default';
  const value = valueOf(spec, field);
  if (!value || isNull(value)) return spec.isOpen ? 'unknown' : 'default';
  const role = stringOf(value)?.toLowerCase();
  if (role === undefined) return 'unknown';
  return role === 'endpoints' || role === '' ? (role === '' ? 'default' : 'endpoints') : 'slices';
}

export function operatedPrometheuses(
  texts: readonly SearchedText[],
  metadata: KustomizedMetadata,
): readonly OperatedPrometheus[] {
  return texts.flatMap(({ uri, text, trees }) =>
    words.test(text)
      ? trees.flatMap((tree) => [
          ...foreignObjects(tree).flatMap(({ kind, mapping }) =>
            (kind === 'Prometheus' || kind === 'PrometheusAgent') && isOperated(mapping)
              ? [ofObject({ uri, kind, mapping, tree, metadata })]
              : [],
          ),
          ...ofValues(uri, tree),
        ])
      : [],
  );
}

const words = /kind["']?: *["']?Prometheus(?:Agent)?\b|prometheusSpec/;

/** A Pulumi program does not write the API version. */
function isOperated(mapping: Mapping): boolean {
  return textAt(mapping, 'apiVersion')?.startsWith(group) ?? true;
}

interface OperatedObject {
  readonly uri: string;
  readonly kind: string;
  readonly mapping: Mapping;
  readonly tree: SearchedTree;
  readonly metadata: KustomizedMetadata;
}

function ofObject({ uri, kind, mapping, tree, metadata }: OperatedObject): OperatedPrometheus {
  const site = siteOf(uri, mapping, metadata);
  const spec = valueOf(mapping, 'spec');
  return {
    title: `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, ''),
    span: tree.place((nestedValue(spec, [roleField]) ?? valueOf(mapping, 'kind') ?? mapping).span),
    role: roleIn(spec, roleField),
    site,
    values: undefined,
    selects: (monitor) =>
      areVariants(uri, monitor.uri)
        ? 'no'
        : allOf([
            selected(nestedValue(spec, ['serviceMonitorSelector']), monitor.labels),
            inSelected(nestedValue(spec, ['serviceMonitorNamespaceSelector']), site, monitor),
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
  const limit = nestedValue(spec, ['ignoreNamespaceSelectors']);
  return !limit || isNull(limit) || (limit.kind === 'scalar' && limit.value === false) ? 'yes' : 'unknown';
}

/** Without a selector, monitors of the same namespace are selected. The labels of namespaces are not read. */
function inSelected(selector: Value | undefined, own: ObjectSite, monitor: ObjectSite): Match {
  if (!selector || isNull(selector)) return inSameNamespace(own, monitor);
  const { namespace } = monitor;
  return matchSelector(selector, (name) => (name === 'kubernetes.io/metadata.name' ? namespace : undefined));
}

/** The values of kube-prometheus-stack, wherever they are. */
function ofValues(uri: string, tree: SearchedTree): readonly OperatedPrometheus[] {
  return entriesIn(tree.root).flatMap(({ entry, around }) => {
    if (entry.name !== 'prometheusSpec') return [];
    const spec = entry.value.kind === 'mapping' ? entry.value : undefined;
    const field = spec && valueOf(spec, roleField);
    const release = releaseIn(tree);
    return [
      {
        title: 'This Prometheus',
        span: tree.place(field ? field.span : entry.key),
        role: roleIn(entry.value, roleField),
        site: { uri, namespace: undefined },
        values: around[1] ?? around[0],
        selects: (monitor) => (areVariants(uri, monitor.uri) ? 'no' : selectedByChart(entry.value, release, monitor)),
      } satisfies OperatedPrometheus,
    ];
  });
}

/** The release of an Application or a HelmRelease that contains the values; undefined if it is not known. */
function releaseIn({ root, outer }: SearchedTree): string | undefined {
  if (outer) return releaseIn(outer);
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
  const selector = nestedValue(spec, ['serviceMonitorSelector']);
  const namespaces = nestedValue(spec, ['serviceMonitorNamespaceSelector']);
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
  const isLabeled = nestedValue(spec, ['serviceMonitorSelectorNilUsesHelmValues']);
  if (isLabeled?.kind === 'scalar' && isLabeled.value === false) return 'yes';
  const label = labels('release');
  if (typeof label !== 'string') return 'unknown';
  return release === undefined || release === label ? 'yes' : 'no';
}
