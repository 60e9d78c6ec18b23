/** Groups and counts the outcomes of a conversion. */
import type { Conversion, ConvertedFile, ConversionOutcome } from '../outcome.ts';

/** In the order of the report. */
export const outcomeGroups = ['clean', 'lossy', 'person', 'settled'] as const;

export type OutcomeGroup = (typeof outcomeGroups)[number];

export interface OutcomeCounts {
  /** Each outcome is in exactly one group. */
  readonly of: Readonly<Record<OutcomeGroup, readonly ConversionOutcome[]>>;
  readonly total: number;
}

export function countOutcomes({ outcomes }: Pick<Conversion, 'outcomes'>): OutcomeCounts {
  const of = (group: OutcomeGroup): readonly ConversionOutcome[] =>
    outcomes.filter((outcome) => outcomeGroupOf(outcome) === group);
  return {
    of: { clean: of('clean'), lossy: of('lossy'), person: of('person'), settled: of('settled') },
    total: outcomes.length,
  };
}

/** The files that contain only comments now, because their objects moved to another file. */
export function emptiedFiles({ files }: Pick<Conversion, 'files'>): readonly ConvertedFile[] {
  return files.filter(({ after }) => after.split('\n').every((line) => /^\s*(?:#|---\s*$|\.\.\.\s*$|$)/.test(line)));
}

export function outcomeGroupOf({ what, losses }: ConversionOutcome): OutcomeGroup {
  if (what !== 'converted') return what;
  return losses.length > 0 ? 'lossy' : 'clean';
}

/** `shop/db`, or `(no name)`. */
export function fullName({ namespace, name }: Pick<ConversionOutcome, 'namespace' | 'name'>): string {
  const shown = name === '' ? '(no name)' : name;
  return namespace === '' ? shown : `${namespace}/${shown}`;
}

/** `EndpointSlice web-ipv4 and web-ipv6`. */
export function madeWords({
  made,
}: Pick<ConversionOutcome, 'made'>): readonly { kind: string; names: readonly string[] }[] {
  const kinds = [...new Set(made.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, names: made.filter((each) => each.kind === kind).map(({ name }) => name) }));
}
