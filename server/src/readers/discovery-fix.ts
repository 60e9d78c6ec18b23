/** The one change of a service discovery: its role together with all labels that depend on it. */
import type { TextEdit } from '../text/edit.ts';
import { groupBy } from '../text/group.ts';
import { listed } from '../text/quote.ts';
import { shift, type Span } from '../text/span.ts';
import type { Value } from '../tree/value.ts';
import type { Estate } from './estate.ts';
import { metaLabelsIn, type MetaLabel } from './meta-labels.ts';
import type { ReaderFix } from './reader.ts';
import type { SearchedTree } from './searched-text.ts';

/** The labels of Endpoints on one line of the rules of a discovery. */
export interface RuleLabel {
  /** The first one, in the file. */
  readonly place: Span;
  readonly labels: readonly (MetaLabel & { readonly place: Span })[];
}

/** The labels below a value by line; of a text with escapes at the place of the whole text. */
export function labelsBelow(tree: SearchedTree, value: Value): readonly RuleLabel[] {
  const { start, end } = value.span;
  const text = codeOnly(tree.text.slice(start, end));
  const found = metaLabelsIn(text).map((label) => ({ ...label, place: tree.place(shift(label.span, start)) }));
  const lines = groupBy(found, ({ span }) => text.lastIndexOf('\n', span.start));
  return [...lines.values()].flatMap((labels) => (labels[0] ? [{ place: labels[0].place, labels }] : []));
}

/** Comments become blanks of the same length. */
function codeOnly(text: string): string {
  return text.includes('#') ? text.replace(/(?<=^|\s)#[^\n]*/g, (comment) => ' '.repeat(comment.length)) : text;
}

/** Undefined where a label has no counterpart, or none in the versions in sight. */
export function labelEdits(labels: readonly RuleLabel[], estate: Estate): readonly TextEdit[] | undefined {
  const all = labels.flatMap((line) => line.labels);
  const edits = all.map(({ place, replacement, needsPrometheus252 }) => {
    const isKnown = !needsPrometheus252 || estate.versions.isSince('prometheus', [2, 52]) === true;
    return replacement === undefined || !isKnown ? undefined : { span: place, text: replacement };
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** Undefined where a part of the change cannot be written. */
export function discoveryFix(
  title: string,
  role: readonly TextEdit[] | undefined,
  labels: readonly TextEdit[] | undefined,
): ReaderFix | undefined {
  return role && labels ? { title, edits: [...role, ...labels] } : undefined;
}

/** `__meta_kubernetes_endpoint_port_name`, or several names. */
export function labelNames({ labels }: RuleLabel): string {
  return listed([...new Set(labels.map(({ label }) => label))]);
}

/** What to do with the labels. */
export function labelAdvice({ labels }: RuleLabel): string {
  const missing = labels.find(({ replacement }) => replacement === undefined);
  if (missing) return `Slices have no label for ${missing.label}: find out what the rule needs.`;
  const since = labels.some((each) => each.needsPrometheus252) ? ', which Prometheus has since 2.52' : '';
  const names = [...new Set(labels.flatMap(({ replacement }) => replacement ?? []))];
  return `Use ${listed(names)}${since}, in the same change as the role.`;
}
