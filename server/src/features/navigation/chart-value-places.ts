/** Finds the default of a chart's value, such as `.Values.db.port`, that a template uses at an offset. */
import { keys } from '../../analysis/workspace/index-keys.ts';
import { defaultsOf } from '../../lint/chart-defaults.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import { shift, type Span } from '../../text/span.ts';
import type { ChartPath } from '../../tree/value.ts';
import { nodesAt, partAt, resourceAt, type Files, type View } from '../view.ts';
import type { ViewPlace } from './related-places.ts';

interface ValuePlaces {
  readonly origin: Span;
  readonly places: readonly ViewPlace[];
}

/** Undefined where no value is used, or the chart has no default for it. */
export function chartValueAt(view: View, offset: number, files: Files): ValuePlaces | undefined {
  const part = partAt(view, offset);
  if (!part?.document.text.includes('{{')) return undefined;
  const used = writtenUse(part.document.text, offset - part.start) ?? itemUse(view, offset);
  const chart = files.workspace.entriesIn(view.uri)[0]?.placements.find((placement) => placement.chart !== '')?.chart;
  if (!used || chart === undefined) return undefined;
  const places = files.workspace.at(keys.chartValues(chart)).flatMap(({ uri }): ViewPlace[] => {
    const values = files.view(uri);
    const [first] = values?.file.parts ?? [];
    const found = defaultsOf({ path: used.path, conditions: [] }, first?.document.chartValues?.written);
    return values && first ? found.map(({ value: { span } }) => ({ view: values, span, whole: span })) : [];
  });
  return places.length > 0 ? { origin: shift(used.span, part.start), places } : undefined;
}

interface Use {
  readonly span: Span;
  readonly path: ChartPath;
}

/** `.Values.a.b` at the offset, up to the name at the offset. */
function writtenUse(text: string, offset: number): Use | undefined {
  const start = lineStartAt(text, offset);
  for (const { 0: found, index } of text.slice(start, lineEndAt(text, offset)).matchAll(/\.Values(?:\.\w+)+/g)) {
    const from = start + index;
    if (offset < from || offset > from + found.length) continue;
    const dot = found.indexOf('.', Math.max(offset - from, '.Values.'.length));
    const written = dot < 0 ? found : found.slice(0, dot);
    return { span: { start: from, end: from + written.length }, path: written.split('.').slice(2) };
  }
  return undefined;
}

/** `.ip` in the `range` of a list, where it is all that the field holds. */
function itemUse(view: View, offset: number): Use | undefined {
  const resource = resourceAt(view, offset);
  const value = resource && nodesAt(resource.binding, offset - resource.start).at(-1)?.value;
  const path = value?.kind === 'opaque' ? value.rendered?.use?.path : undefined;
  return value && path && { span: value.span, path };
}
