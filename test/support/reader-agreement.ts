/** Compares the readers that a search finds with the expected ones, by the rules that the repositories came with. */
import type { ExpectedReader, FoundOnDisk, ListedReader, RecordedRepository } from './recorded-readers.ts';

/** The number of expected readers, and how many of them are found. */
export interface Recall {
  readonly found: number;
  readonly expected: number;
}

export interface Agreement {
  /** Readers that certainly break at the conversion. */
  readonly certain: Recall;
  /** Readers that may break at the conversion. */
  readonly likely: Recall;
  /** Readers that break later. */
  readonly later: Recall;
  /** Agreed findings, without optional ones. */
  readonly agreed: number;
  /** A false alarm in a file without readers has twice the weight. */
  readonly falseAlarms: number;
  /** Everything that disagrees, one line each. */
  readonly problems: readonly string[];
}

/** The greatest distance in lines of a finding that agrees. */
const tolerance = 2;

export function agreementOf({ expected, silent }: RecordedRepository, found: readonly FoundOnDisk[]): Agreement {
  const pairs = pairsOf(expected, found);
  const agreed = new Set(pairs.values());
  const missing = expected.filter((each) => !pairs.has(each) && each.optional !== true);
  const alarms = found.filter((each) => !agreed.has(each));
  const matched = [...pairs].map(([wanted, own]) => ({ wanted, own, problems: disagreements(wanted, own) }));
  const early = matched.filter(({ wanted, own }) => wanted.when === 'later' && own.when === 'replaced');
  const recall = (test: (each: ExpectedReader) => boolean): Recall => {
    const all = expected.filter((each) => test(each) && each.optional !== true);
    return { found: all.filter((each) => pairs.has(each)).length, expected: all.length };
  };
  const weight = ({ file }: FoundOnDisk): number => (silent.includes(file) ? 2 : 1);
  return {
    certain: recall(({ when, certainty }) => when === 'replaced' && certainty === 'certain'),
    likely: recall(({ when, certainty }) => when === 'replaced' && certainty === 'likely'),
    later: recall(({ when }) => when === 'later'),
    agreed: matched.filter(({ wanted }) => wanted.optional !== true).length,
    falseAlarms: alarms.reduce((sum, each) => sum + weight(each), 0) + early.length,
    problems: [
      ...missing.map((each) => `missing: ${shown(each)}`),
      ...alarms.map(
        (each) => `false alarm${weight(each) > 1 ? ' in a silent file' : ''}: ${shown(each)}: ${each.message}`,
      ),
      ...matched.flatMap(({ wanted, problems }) => problems.map((problem) => `${shown(wanted)}: ${problem}`)),
    ],
  };
}

/** One to one, the nearest first. */
function pairsOf(
  expected: readonly ExpectedReader[],
  found: readonly FoundOnDisk[],
): ReadonlyMap<ExpectedReader, FoundOnDisk> {
  const candidates = expected
    .flatMap((wanted) =>
      found
        .filter(({ file, kind }) => file === wanted.file && kind === wanted.kind)
        .map((own) => ({ wanted, own, distance: Math.abs(own.line - wanted.line) })),
    )
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance);
  const pairs = new Map<ExpectedReader, FoundOnDisk>();
  const taken = new Set<FoundOnDisk>();
  for (const { wanted, own } of candidates) {
    if (pairs.has(wanted) || taken.has(own)) continue;
    pairs.set(wanted, own);
    taken.add(own);
  }
  return pairs;
}

/** A rewrite that is left to a person, and a doubt about a certain reader, are no disagreement. */
function disagreements(wanted: ExpectedReader, own: FoundOnDisk): readonly string[] {
  const names = (all: readonly string[]): string => [...all].sort().join(', ');
  return [
    ...(wanted.when === 'later' && own.when === 'replaced' ? ['reported as a break at the conversion'] : []),
    ...(wanted.change === 'person' && own.change === 'rewrite' ? ['rewritten, but a person must change it'] : []),
    ...((own.change === 'person') !== (own.fix === null)
      ? [`has ${own.fix ? 'a' : 'no'} fix, but is ${own.change}`]
      : []),
    ...(own.certainty === 'certain' && names(own.for) !== names(wanted.for)
      ? [`is for ${names(own.for)} instead of ${names(wanted.for)}`]
      : []),
  ];
}

function shown({ file, line, kind, certainty, change, when, for: names }: ListedReader): string {
  return `${file}:${line} ${kind}, ${certainty}, ${change}, ${when}, for ${names.join(', ')}`;
}

export function sumOf(all: readonly Agreement[]): Agreement {
  const recall = (part: (each: Agreement) => Recall): Recall => ({
    found: total(all, (each) => part(each).found),
    expected: total(all, (each) => part(each).expected),
  });
  return {
    certain: recall(({ certain }) => certain),
    likely: recall(({ likely }) => likely),
    later: recall(({ later }) => later),
    agreed: total(all, ({ agreed }) => agreed),
    falseAlarms: total(all, ({ falseAlarms }) => falseAlarms),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function total(all: readonly Agreement[], count: (each: Agreement) => number): number {
  return all.reduce((sum, each) => sum + count(each), 0);
}
