/**
 * Plans a roll-out in steps, each of which is safe on its own: access, policies, slices beside the Endpoints, readers, and
 * the deletion of the Endpoints last. A controller that prunes would otherwise do several steps at once.
 */
import { stepsOfKinds, type RolloutStep } from '../../readers/catalogue.ts';
import { applyReaderFixes, replaced } from '../../readers/apply-fixes.ts';
import type { EstateOptions } from '../../readers/build-estate.ts';
import { findReaders } from '../../readers/find-readers.ts';
import type { Reader } from '../../readers/reader.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import type { Converted, ConversionOutcome } from '../outcome.ts';

/** A change of one text. */
export interface RolloutChange {
  readonly uri: string;
  readonly before: string;
  readonly after: string;
}

export interface RolloutStage {
  readonly step: RolloutStep;
  /** Upon the changes of the steps before it. */
  readonly changes: readonly RolloutChange[];
  /** What a person has to do in this step. */
  readonly tasks: readonly Reader[];
  /** The objects that get slices, or that are deleted. */
  readonly outcomes: readonly ConversionOutcome[];
}

export interface Rollout {
  readonly stages: readonly RolloutStage[];
  /** All outcomes of the conversion. */
  readonly outcomes: readonly ConversionOutcome[];
  /** Objects that cannot have slices beside them, such as those whose patches change with them. */
  readonly atOnce: readonly ConversionOutcome[];
  /** The text of each file in which only readers have changed. Tasks and outcomes have their places in these texts. */
  readonly rewritten: ReadonlyMap<string, string>;
  /** The conversion of these texts. */
  readonly converted: Converted;
  /** The last text of each changed file. */
  readonly after: ReadonlyMap<string, string>;
}

export interface RolloutSources {
  readonly texts: readonly NamedText[];
  readonly options: EstateOptions;
  /** Those in the texts. */
  readonly readers: readonly Reader[];
  /** Converts all objects, in the texts that are given for some files. */
  readonly convert: (mode: 'replace' | 'beside', texts: ReadonlyMap<string, string>) => Converted;
  /** False for a text in sight whose readers are left to a person. */
  readonly isChangeable: (uri: string) => boolean;
}

export function planRollout({ texts, options, convert, isChangeable, ...sources }: RolloutSources): Rollout {
  const known = new Map(texts.map(({ uri, text }) => [uri, text]));
  let state = new Map<string, string>();
  let left = sources.readers;
  const rewrite = (step: RolloutStep): readonly RolloutChange[] => {
    const isWanted = ({ uri, kind, change }: Reader): boolean =>
      change === 'rewrite' && stepsOfKinds.get(kind) === step && isChangeable(uri);
    const applied = applyReaderFixes(replaced(texts, state), options, isWanted, left);
    left = applied.left;
    state = new Map([...state, ...applied.changes.map(({ uri, after }) => [uri, after] as const)]);
    return applied.changes;
  };
  const withConverted = (files: Converted['files']): ReadonlyMap<string, string> =>
    new Map([...state, ...files.map(({ uri, after }) => [uri, after] as const)]);
  const between = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): readonly RolloutChange[] =>
    [...new Set([...from.keys(), ...to.keys()])].sort().flatMap((uri) => {
      const textIn = (all: ReadonlyMap<string, string>): string => all.get(uri) ?? known.get(uri) ?? '';
      const [before, after] = [textIn(from), textIn(to)];
      return before === after ? [] : [{ uri, before, after }];
    });
  const access = rewrite('access');
  const policies = rewrite('policies');
  const unsliced = state;
  const first = convert('beside', state);
  const sliced = withConverted(first.files);
  rewrite('readers');
  const changed = withConverted(convert('beside', state).files);
  const last = convert('replace', state);
  const final = withConverted(last.files);
  const remaining = objectsLeft(left, last, () => findReaders(replaced(texts, final), options).readers);
  const readers = left.filter((reader) => !isConvertible(reader) || remaining.has(keyOf(reader)));
  const tasksOf = (step: RolloutStep): readonly Reader[] => {
    const own = readers.filter(({ kind }) => stepsOfKinds.get(kind) === step);
    if (step !== 'controllers') return own.filter(({ when }) => when === 'replaced');
    return [...own, ...readers.filter(({ kind, when }) => when === 'later' && stepsOfKinds.get(kind) !== step)];
  };
  const made = first.outcomes.filter(({ what }) => what === 'converted');
  const converted = last.outcomes.filter(({ what }) => what === 'converted');
  const isBeside = (outcome: ConversionOutcome): boolean =>
    made.some((each) => each.uri === outcome.uri && each.name === outcome.name && each.namespace === outcome.namespace);
  const stage = (
    step: RolloutStep,
    changes: readonly RolloutChange[],
    outcomes: readonly ConversionOutcome[] = [],
  ) => ({
    step,
    changes,
    outcomes,
    tasks: tasksOf(step),
  });
  return {
    stages: [
      stage('access', access),
      stage(
        'kept',
        [],
        last.outcomes.filter(({ isRequired }) => isRequired),
      ),
      stage('policies', policies),
      stage('slices', between(unsliced, sliced), made),
      stage('readers', between(sliced, changed)),
      stage('deletion', between(changed, final), converted),
      stage('controllers', []),
    ],
    outcomes: last.outcomes,
    atOnce: converted.filter((each) => !isBeside(each)),
    rewritten: state,
    converted: last,
    after: final,
  };
}

/** Objects in programs, and patches, are no readers once they are converted. */
function isConvertible({ kind }: Reader): boolean {
  return kind === 'patch-target' || kind === 'program-object';
}

/** The objects and patches that a person changes: the conversion changes the others. */
function objectsLeft(
  readers: readonly Reader[],
  { files }: Converted,
  findLast: () => readonly Reader[],
): ReadonlySet<string> {
  const objects = readers.filter(isConvertible);
  const isConverted = objects.some((object) => files.some(({ uri }) => uri === object.uri));
  return new Set((isConverted ? findLast() : objects).map(keyOf));
}

function keyOf({ uri, kind, message }: Reader): string {
  return `${kind} ${uri} ${message}`;
}
