/** Counts the findings of a file by severity, and marks their documents. After an edit counts only changed ones. */
import { firstsIn, type CheckedDocuments } from '../../lint/check-documents.ts';
import { shownIn } from '../../lint/check-file.ts';
import type { Severity } from '../../lint/rule.ts';
import { differenceOf, type Difference } from '../../text/difference.ts';

export type Counts = Readonly<Record<Severity, number>>;

export interface FindingCounts {
  readonly checked: CheckedDocuments;
  readonly counts: Counts;
  /** The severities of the findings of each document: a bit for each, as in `marks`. */
  readonly marks: Uint8Array;
}

export const marks = { error: 1, warning: 2, info: 4, hint: 8 } as const;

export function countFindings(checked: CheckedDocuments, before?: FindingCounts): FindingCounts {
  if (!before || checked.unignored || before.checked.unignored)
    return countWithin(checked, 0, checked.documentFindings.length);
  const difference = differenceOf(before.checked.documentFindings, checked.documentFindings);
  if (hasOtherFirsts(before.checked, checked, difference))
    return countWithin(checked, 0, checked.documentFindings.length);
  const { start, before: end, after } = difference;
  const { counts, marks: earlier } = before;
  const gone = countWithin(before.checked, start, end);
  const come = countWithin(checked, start, after);
  const all = new Uint8Array(checked.documentFindings.length);
  all.set(earlier.subarray(0, start));
  all.set(come.marks, start);
  all.set(earlier.subarray(end), after);
  const now = (severity: Severity): number => counts[severity] - gone.counts[severity] + come.counts[severity];
  return {
    checked,
    marks: all,
    counts: { error: now('error'), warning: now('warning'), info: now('info'), hint: now('hint') },
  };
}

/** True if an unchanged document became or ceased to be the first with a finding of a rule that reports once per file. */
function hasOtherFirsts(was: CheckedDocuments, is: CheckedDocuments, { start, before, after }: Difference): boolean {
  const [earlier, later] = [firstsIn(was), firstsIn(is)];
  const outside = (index: number | undefined, end: number): number | undefined =>
    index === undefined || (index >= start && index < end) ? undefined : index < start ? index : index - end + after;
  return [...earlier.keys(), ...later.keys()].some(
    (code) => outside(earlier.get(code), before) !== outside(later.get(code), after),
  );
}

function countWithin(checked: CheckedDocuments, start: number, end: number): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0, hint: 0 };
  const all = new Uint8Array(end - start);
  for (let i = start; i < end; i++) {
    for (const { severity } of shownIn(checked, i)) {
      counts[severity]++;
      all[i - start] = (all[i - start] ?? 0) | marks[severity];
    }
  }
  return { checked, counts, marks: all };
}
