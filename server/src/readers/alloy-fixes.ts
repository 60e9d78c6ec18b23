/** Writes the changes of Grafana Alloy: the roles of discoveries together with all labels that depend on them. */
import { hclBlocks, type HclBlock } from '../frontends/hcl/hcl.ts';
import { attributeOf, staticValue } from '../frontends/hcl/static-value.ts';
import type { TextEdit } from '../text/edit.ts';
import { comparePlaces, shift, type Span } from '../text/span.ts';
import { stringOf, type Value } from '../tree/value.ts';
import { isEndpointsDiscovery, targetRules, type AlloyComponent, type AlloyScope } from './alloy-components.ts';
import type { Estate } from './estate.ts';
import { newLineBehind } from './hcl-lines.ts';
import { metaLabelsIn, type MetaLabel } from './meta-labels.ts';
import type { ReaderFix } from './reader.ts';

export interface PlacedLabel extends MetaLabel {
  /** False outside of the names and patterns of rules. */
  readonly isRead: boolean;
}

/** The labels of Endpoints in a rule, with spans in the source. */
export function labelsIn({ source }: AlloyComponent, rule: HclBlock): readonly PlacedLabel[] {
  return rule.body.attributes.flatMap(({ name, expression }) =>
    stringsIn(staticValue(expression)).flatMap((span) =>
      metaLabelsIn(source.text.slice(span.start, span.end)).map((label) => ({
        ...label,
        span: shift(label.span, span.start),
        isRead: name === 'source_labels' || name === 'regex',
      })),
    ),
  );
}

function stringsIn(value: Value): readonly Span[] {
  if (value.kind === 'sequence') return value.items.flatMap(stringsIn);
  return value.kind === 'mapping' ? [] : [value.span];
}

/** What changes together with a discovery. */
export interface DiscoveryChange {
  /** In the rules that read the targets. */
  readonly labels: readonly PlacedLabel[];
  /** The roles and all labels in one change; undefined where that is a person's. */
  readonly fix: ReaderFix | undefined;
}

/** Returns a function for the discoveries of a text; those of a group have the same change. */
export function discoveryChanges(scope: AlloyScope, estate: Estate): (discovery: AlloyComponent) => DiscoveryChange {
  const changes = new Map<ReadonlySet<AlloyComponent>, DiscoveryChange>();
  return (discovery) => {
    const group = scope.groupOf(discovery);
    const change = changes.get(group) ?? changeOf(discovery, [...group], scope, estate);
    changes.set(group, change);
    return change;
  };
}

function changeOf(
  discovery: AlloyComponent,
  members: readonly AlloyComponent[],
  scope: AlloyScope,
  estate: Estate,
): DiscoveryChange {
  const { source } = discovery;
  const labels = members.flatMap((component) => targetRules(component).flatMap((rule) => labelsIn(component, rule)));
  const isKnown = members.every(
    (component) =>
      component.source === source &&
      !scope.isExported(component) &&
      !scope.sourcesOf(component).isOpen &&
      // Selectors name their role, and slices may have other labels.
      !hclBlocks(component.block.body, 'selectors').some(
        (each) => stringOf(attributeOf(each.body, 'role')) === 'endpoints',
      ),
  );
  if (!source.isEditable || !isKnown || !areMapped(labels, estate)) return { labels, fix: undefined };
  const roles = members.flatMap((component) => (isEndpointsDiscovery(component) ? roleEdit(component) : []));
  return { labels, fix: fixWith([...roles, ...labelEdits(labels, discovery)]) };
}

/** Sets the role of the monitors' targets, in a line behind the first attribute. */
export function defaultFix(component: AlloyComponent, { versions, texts, served }: Estate): ReaderFix | undefined {
  const { source, block } = component;
  const [first] = block.body.attributes;
  const line = first && newLineBehind(source.text, { start: first.key.start, end: first.expression.span.end });
  const labels = targetRules(component).flatMap((rule) => labelsIn(component, rule));
  const isLabelled = texts.some(({ text }) => /ServiceMonitor/.test(text) && metaLabelsIn(text).length > 0);
  if (!source.isEditable || !line || isLabelled || versions.isSince('alloy', [1, 6]) !== true) return undefined;
  if (!areMapped(labels, { versions, served })) return undefined;
  const width = source.text.slice(first.key.start, first.expression.span.start).trimEnd().length - 2;
  const written = `${'kubernetes_role'.padEnd(width)} = "endpointslice"`;
  const span = source.place({ start: line.at, end: line.at });
  return fixWith([{ span, text: `${line.newline}${line.indent}${written}` }, ...labelEdits(labels, component)]);
}

function fixWith(edits: readonly TextEdit[]): ReaderFix {
  return {
    title: 'Discover targets through EndpointSlices',
    edits: edits.toSorted((a, b) => comparePlaces(a.span, b.span)),
  };
}

function areMapped(labels: readonly PlacedLabel[], { versions, served }: Pick<Estate, 'versions' | 'served'>): boolean {
  return labels.every(
    (label) =>
      label.isRead &&
      label.replacement !== undefined &&
      // Alloy 1.11 has Prometheus 3.4.
      (!label.needsPrometheus252 || versions.isSince('alloy', [1, 11]) === true) &&
      (!label.label.endsWith('_endpoints_name') || served.every(({ hasService }) => hasService)),
  );
}

function labelEdits(labels: readonly PlacedLabel[], { source }: AlloyComponent): readonly TextEdit[] {
  return labels.map(({ span, replacement = '' }) => ({ span: source.place(span), text: replacement }));
}

function roleEdit({ block, source }: AlloyComponent): readonly TextEdit[] {
  const role = attributeOf(block.body, 'role');
  return role
    ? [{ span: source.place({ start: role.span.start + 1, end: role.span.end - 1 }), text: 'endpointslice' }]
    : [];
}
