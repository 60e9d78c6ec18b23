/** Finds the monitors of the Prometheus Operator and of VictoriaMetrics, as objects and in the values of a chart. */
import { treesIn, type Tree } from '../../frontends/trees.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { childrenOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { valueBelow } from '../value-text.ts';
import type { NamedText } from './converted-objects.ts';
import { siteOf, type ObjectSite } from './converted-services.ts';
import { foreignObjects, mappingsAt, textAt } from '../../readers/foreign-objects.ts';
import type { LabelOf } from '../../readers/label-selectors.ts';

export interface Monitor {
  readonly kind: 'ServiceMonitor' | 'VMServiceScrape';
  /** For messages: `ServiceMonitor "db"`. */
  readonly title: string;
  /** The place of the kind, or of the name in the values of a chart. */
  readonly span: Span;
  readonly tree: Tree;
  readonly spec: Mapping;
  readonly site: ObjectSite;
  readonly labels: LabelOf;
}

const words = /\b(?:ServiceMonitor|VMServiceScrape|additionalServiceMonitors)\b/;

export function mayHoldMonitor({ text }: NamedText): boolean {
  return words.test(text);
}

/** `labelsIn` gives the labels of an object of a file. */
export function monitorsIn(
  { uri, text }: NamedText,
  labelsIn: (uri: string, labels: Value | undefined) => LabelOf,
): readonly Monitor[] {
  return treesIn(uri, text, (part) => words.test(part)).flatMap((tree) => {
    const objects = foreignObjects(tree).flatMap(({ kind, mapping }): readonly Monitor[] => {
      const spec = valueOf(mapping, 'spec');
      if ((kind !== 'ServiceMonitor' && kind !== 'VMServiceScrape') || spec?.kind !== 'mapping') return [];
      const title = titleOf(kind, textAt(mapping, 'metadata', 'name'));
      const span = tree.place((valueOf(mapping, 'kind') ?? mapping).span);
      const labels = labelsIn(uri, valueBelow(mapping, ['metadata', 'labels']));
      return [{ kind, title, span, tree, spec, site: siteOf(uri, mapping), labels }];
    });
    return [...objects, ...inValues(uri, tree.root, tree)];
  });
}

/** The chart adds its own labels, and the namespace is the release's. */
function inValues(uri: string, value: Value, tree: Tree): readonly Monitor[] {
  if (value.kind !== 'mapping') return childrenOf(value).flatMap((child) => inValues(uri, child, tree));
  const own = mappingsAt(value, 'additionalServiceMonitors').map((spec): Monitor => {
    const title = titleOf('ServiceMonitor', textAt(spec, 'name'));
    const span = tree.place((valueOf(spec, 'name') ?? spec).span);
    const site = { uri, namespace: undefined };
    return { kind: 'ServiceMonitor', title, span, tree, spec, site, labels: () => undefined };
  });
  return [...own, ...childrenOf(value).flatMap((child) => inValues(uri, child, tree))];
}

function titleOf(kind: Monitor['kind'], name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${quote(name)}`;
}
