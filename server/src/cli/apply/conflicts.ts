/** Finds the conflicts of a forecast in all orders: each field once for each pair of managers, with both places. */
import { hasField, type Steps } from '../../analysis/apply/field-set.ts';
import {
  isOwner,
  mayBeSameManager,
  type Forecast,
  type ForecastRun,
  type ForecastStep,
} from '../../analysis/apply/forecast.ts';
import type { Participant } from '../../analysis/apply/gathering.ts';
import { indexOfOwner } from '../../analysis/apply/managed-fields.ts';
import { ownerText, pathOfField } from '../../analysis/apply/owners.ts';
import { setFields } from '../../analysis/apply/config-fields.ts';
import type { Conflict, Owner } from '../../analysis/apply/apply-step.ts';
import { fieldPathText } from '../../analysis/apply/apply-words.ts';
import { quote } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import { placeText, type Places } from '../object-places.ts';
import type { FilePlace } from '../../reports/report.ts';

export interface FieldConflict {
  readonly path: string;
  /** The apply that fails. */
  readonly by: Participant;
  readonly with: Owner;
  /** Where the failing apply sets the field, and where its owner does. */
  readonly between: readonly [FilePlace, FilePlace];
  /** False where the conflict depends on the order. */
  readonly isAlways: boolean;
}

/** Conflicts of the first order come first. */
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

/** Where the owner set the field: in an earlier apply, or in the live object. */
function ownerPlace(owner: Owner, steps: Steps, { applies }: ForecastRun, all: Forecast, places: Places): FilePlace {
  const setter = applies.findLast(
    ({ participant, outcome }) =>
      outcome.kind === 'result' && isOwner(participant, owner) && setsField(participant, steps, all.minor),
  );
  if (setter) return places.field(setter.participant, steps, all.minor);
  const { base } = all;
  if (!base) throw new Error(`No participant is ${ownerText(owner)}.`);
  if (base.kind === 'controller') return places.of(base.service);
  const { entry, applied } = base.participant;
  const index = indexOfOwner(applied.managedFields ?? null, owner);
  // The owner of fields from before the first server-side apply is not in managedFields.
  if (index < 0) return places.field(base.participant, steps, all.minor);
  return places.at(entry, ['metadata', 'managedFields', index]);
}

function setsField({ applied: { config } }: Participant, steps: Steps, minor: number): boolean {
  return hasField(setFields(config, minor), steps);
}

/** A sentence on the first apply whose result depends on an unknown field manager or `force`; undefined if all are known. */
export function uncertaintyIn(all: Forecast, places: Places): string | undefined {
  for (const { participant, outcome } of all.runs.flatMap(({ applies }) => applies)) {
    const say = (message: string): string => `${placeText(places.of(participant.entry))}: ${message}`;
    const name = quote(participant.applied.logicalName);
    const self =
      outcome.kind === 'conflicts' && outcome.conflicts.find((each) => mayBeSameManager(participant, each.with));
    if (self)
      return say(
        self.with.operation === 'Update'
          ? `${name} sets ${fieldPathText(self.steps)}, which Pulumi owns as ${quote(self.with.manager)} from before server-side apply. Only some versions of its provider take over the ownership. Use the value of the live object, or remove the field.`
          : `The field manager of ${name} has a random name. It may be ${quote(self.with.manager)}, which owns ${fieldPathText(self.steps)}. Set a name with the annotation pulumi.com/patchFieldManager.`,
      );
    const lost = outcome.kind === 'result' && participant.applied.force === 'unknown' ? outcome.lost[0] : undefined;
    if (lost)
      return say(
        `The annotation pulumi.com/patchForce depends on an expression, so ${name} may take fields from ${quote(lost.manager)} or conflict with it. Write "true", or remove the annotation.`,
      );
  }
  return undefined;
}
