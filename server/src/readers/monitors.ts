/** Finds the monitors of the Prometheus Operator and of VictoriaMetrics, as objects and in the values of a chart. */
import { quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { nestedValue, valueOf, type Mapping } from '../tree/value.ts';
import { siteOf, type Estate, type ObjectSite } from './estate.ts';
import { foreignObjects, mappingsAt, textAt } from './foreign-objects.ts';
import { labelsOf, type LabelOf } from './label-selectors.ts';
import { entriesIn, type SearchedText, type SearchedTree } from './searched-text.ts';

export interface Monitor {
  readonly kind: 'ServiceMonitor' | 'VMServiceScrape';
  /** For messages: `ServiceMonitor "db"`. */
  readonly title: string;
  /** The place of the kind, or of the name in the values of a chart. */
  readonly span: Span;
  readonly text: SearchedText;
  readonly tree: SearchedTree;
  readonly spec: Mapping;
  readonly site: ObjectSite;
  readonly labels: LabelOf;
}

const words = /\b(?:ServiceMonitor|VMServiceScrape|additionalServiceMonitors)\b/;

export function monitorsIn(text: SearchedText, { metadata }: Pick<Estate, 'metadata'>): readonly Monitor[] {
  if (!words.test(text.text)) return [];
  return text.trees.flatMap((tree) => {
    const objects = foreignObjects(tree).flatMap(({ kind, mapping }): readonly Monitor[] => {
      const spec = valueOf(mapping, 'spec');
      if ((kind !== 'ServiceMonitor' && kind !== 'VMServiceScrape') || spec?.kind !== 'mapping') return [];
      const title = titleOf(kind, textAt(mapping, 'metadata', 'name'));
      const span = tree.place((valueOf(mapping, 'kind') ?? mapping).span);
      const labels = metadata.labelsIn(text.uri, nestedValue(mapping, ['metadata', 'labels']));
      return [{ kind, title, span, text, tree, spec, site: siteOf(text.uri, mapping, metadata), labels }];
    });
    return [...objects, ...inValues(text, tree)];
  });
}

/** The chart adds its own labels, and the namespace is the release's. */
function inValues(text: SearchedText, tree: SearchedTree): readonly Monitor[] {
  return entriesIn(tree.root).flatMap(({ entry, owner }) => {
    if (entry.name !== 'additionalServiceMonitors') return [];
    return mappingsAt(owner, entry.name).map((spec): Monitor => {
      const title = titleOf('ServiceMonitor', textAt(spec, 'name'));
      const span = tree.place((valueOf(spec, 'name') ?? spec).span);
      const own = labelsOf(valueOf(spec, 'additionalLabels'));
      const labels: LabelOf = (name) => own(name) ?? undefined;
      return {
        kind: 'ServiceMonitor',
        title,
        span,
        text,
        tree,
        spec,
        site: { uri: text.uri, namespace: undefined },
        labels,
      };
    });
  });
}

function titleOf(kind: Monitor['kind'], name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${quote(name)}`;
}
