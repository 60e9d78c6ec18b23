/** Groups and counts the outcomes of a conversion. */
import { objectReaders, type ObjectReaders } from './object-readers.ts';
import type { Conversion, ConvertedFile, ConversionOutcome } from '../outcome.ts';

/** In the order of the report. */
export const outcomeGroups = ['clean', 'read', 'lossy', 'person', 'settled'] as const;

export type OutcomeGroup = (typeof outcomeGroups)[number];

export interface OutcomeCounts {
  /** Each outcome is in exactly one group. */
  readonly of: Readonly<Record<OutcomeGroup, readonly ConversionOutcome[]>>;
  readonly total: number;
  readonly readers: ReadonlyMap<ConversionOutcome, ObjectReaders>;
}

export function countOutcomes(conversion: CountedConversion): OutcomeCounts {
  const { outcomes } = conversion;
  const readers = objectReaders(conversion);
  const of = (group: OutcomeGroup): readonly ConversionOutcome[] =>
    outcomes.filter((outcome) => outcomeGroupOf(outcome, readers) === group);
  return {
    of: { clean: of('clean'), read: of('read'), lossy: of('lossy'), person: of('person'), settled: of('settled') },
    total: outcomes.length,
    readers,
  };
}

/** Before the search for references, no object has readers. */
type CountedConversion = Pick<Conversion, 'outcomes'> & Partial<Pick<Conversion, 'references'>>;

/** The files that contain only comments now, because their objects moved to another file. */
export function emptiedFiles({ files }: Pick<Conversion, 'files'>): readonly ConvertedFile[] {
  return files.filter(({ after }) => after.split('\n').every((line) => /^\s*(?:#|---\s*$|\.\.\.\s*$|$)/.test(line)));
}

export function outcomeGroupOf(outcome: ConversionOutcome, readers: OutcomeCounts['readers']): OutcomeGroup {
  const { what, losses } = outcome;
  if (what !== 'converted') return what;
  if (losses.length > 0) return 'lossy';
  return readers.has(outcome) ? 'read' : 'clean';
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
