/** The conflicts of a forecast over all orders, each field once for each two who set it, with both places. */
import { hasField } from '../../analysis/apply/field-set.ts';
import type { Steps } from '../../analysis/apply/field-set.ts';
import { isOwner, mayBeSameManager } from '../../analysis/apply/forecast.ts';
import type { Forecast, ForecastRun, ForecastStep } from '../../analysis/apply/forecast.ts';
import type { Participant } from '../../analysis/apply/gathering.ts';
import { indexOfOwner } from '../../analysis/apply/managed-fields.ts';
import { ownerText, pathOfField } from '../../analysis/apply/owners.ts';
import { setFields } from '../../analysis/apply/config-fields.ts';
import type { Conflict, Owner } from '../../analysis/apply/apply-step.ts';
import { fieldPathText } from '../../analysis/apply/apply-words.ts';
import { quote } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import { placeText } from '../object-places.ts';
import type { Places } from '../object-places.ts';
import type { FilePlace } from '../../reports/report.ts';

/** A field that two set differently. */
export interface FieldConflict {
  readonly path: string;
  /** Whose apply fails. */
  readonly by: Participant;
  readonly with: Owner;
  /** Where the one sets the field, and where the owner does. */
  readonly between: readonly [FilePlace, FilePlace];
  /** False where it depends on the order. */
  readonly isAlways: boolean;
}

/** The conflicts, those of the first order first. */
export function conflictsIn(all: Forecast, places: Places): readonly FieldConflict[] {
  const found = new Map<
    string,
    { readonly conflict: Omit<FieldConflict, 'isAlways'>; readonly runs: Set<ForecastRun> }
  >();
  for (const run of all.runs) {
    for (const turn of run.applies) {
      if (turn.outcome.kind !== 'conflicts') continue;
      for (const each of turn.outcome.conflicts) {
        const conflict = conflictOf(each, turn, run, all, places);
        const key = [conflict.path, ...conflict.between.map(placeText).sort()].join(' ');
        const known = found.get(key) ?? { conflict, runs: new Set() };
        found.set(key, known);
        known.runs.add(run);
      }
    }
  }
  return [...found.values()].map(({ conflict, runs }) => ({ ...conflict, isAlways: runs.size === all.runs.length }));
}

function conflictOf(
  { steps, with: owner }: Conflict,
  { participant }: ForecastStep,
  run: ForecastRun,
  all: Forecast,
  places: Places,
): Omit<FieldConflict, 'isAlways'> {
  const path = pathOfField(participant.applied.config, steps, all.minor);
  return {
    path: path ? pathText(path) : fieldPathText(steps),
    by: participant,
    with: owner,
    between: [places.field(participant, steps, all.minor), ownerPlace(owner, steps, run, all, places)],
  };
}

/** Where the owner set the field: in the text of an earlier apply, or in live state. */
function ownerPlace(owner: Owner, steps: Steps, { applies }: ForecastRun, all: Forecast, places: Places): FilePlace {
  const setter = applies.findLast(
    ({ participant, outcome }) =>
      outcome.kind === 'result' && isOwner(participant, owner) && setsField(participant, steps, all.minor),
  );
  if (setter) return places.field(setter.participant, steps, all.minor);
  const { base } = all;
  if (!base) throw new Error(`Nobody is ${ownerText(owner)}.`);
  if (base.kind === 'controller') return places.of(base.service);
  const { entry, applied } = base.participant;
  const index = indexOfOwner(applied.managedFields ?? null, owner);
  // Who owned something before the first apply is in no list.
  if (index < 0) return places.field(base.participant, steps, all.minor);
  return places.at(entry, ['metadata', 'managedFields', index]);
}

function setsField({ applied: { config } }: Participant, steps: Steps, minor: number): boolean {
  return hasField(setFields(config, minor), steps);
}

/** What keeps the forecast from being certain: who forces or owns something is decided elsewhere, and it matters. */
export function doubtIn(all: Forecast, places: Places): string | undefined {
  for (const { participant, outcome } of all.runs.flatMap(({ applies }) => applies)) {
    const say = (message: string): string => `${placeText(places.of(participant.entry))}: ${message}`;
    const name = quote(participant.applied.logicalName);
    const self =
      outcome.kind === 'conflicts' && outcome.conflicts.find((each) => mayBeSameManager(participant, each.with));
    if (self)
      return say(
        self.with.operation === 'Update'
          ? `${name} sets ${fieldPathText(self.steps)}, which Pulumi itself owns as ${quote(self.with.manager)} from before server-side apply. Not every version of its provider takes it over. Set the same as the live object has, or leave the field out.`
          : `The field manager of ${name} is a random name, which may be the ${quote(self.with.manager)} that owns ${fieldPathText(self.steps)}. Give it a name of its own with the annotation pulumi.com/patchFieldManager.`,
      );
    const lost = outcome.kind === 'result' && participant.applied.force === 'unknown' ? outcome.lost[0] : undefined;
    if (lost)
      return say(
        `An expression decides whether ${name} takes fields from ${quote(lost.manager)} or conflicts with it. Write pulumi.com/patchForce as "true", or leave it out.`,
      );
  }
  return undefined;
}
