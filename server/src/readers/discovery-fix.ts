/** The one change of a service discovery: its role together with all labels that depend on it. */
import type { TextEdit } from '../text/edit.ts';
import { shift } from '../text/span.ts';
import type { Value } from '../tree/value.ts';
import type { Estate } from './estate.ts';
import { metaLabelsIn, type MetaLabel } from './meta-labels.ts';
import type { ReaderFix } from './reader.ts';
import type { SearchedTree } from './searched-text.ts';

/** A label of Endpoints in the rules of a discovery. */
export interface RuleLabel extends MetaLabel {
  /** In the file. */
  readonly place: MetaLabel['span'];
}

/** The labels below a value, in the file; of a text with escapes at the place of the whole text. */
export function labelsBelow(tree: SearchedTree, value: Value): readonly RuleLabel[] {
  const { start, end } = value.span;
  return metaLabelsIn(codeOnly(tree.text.slice(start, end))).map((label) => ({
    ...label,
    place: tree.place(shift(label.span, start)),
  }));
}

/** Comments become blanks of the same length. */
function codeOnly(text: string): string {
  return text.includes('#') ? text.replace(/(?<=^|\s)#[^\n]*/g, (comment) => ' '.repeat(comment.length)) : text;
}

/** Undefined where a label has no counterpart, or none in the versions in sight. */
export function labelEdits(labels: readonly RuleLabel[], estate: Estate): readonly TextEdit[] | undefined {
  const edits = labels.map(({ place, replacement, needsPrometheus252 }) => {
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

/** What to do with a label. */
export function labelAdvice({ label, replacement, needsPrometheus252 }: MetaLabel): string {
  if (replacement === undefined) return `Slices have no label for ${label}: find out what the rule needs.`;
  const since = needsPrometheus252 ? ', which Prometheus has since 2.52' : '';
  return `Use ${replacement}${since}, in the same change as the role.`;
}
