/** Whether a patch would meet any conflict if it were not forced, and certainly none. */
import { fieldsOf, intersection } from './field-set.ts';
import { forecastOf, stepOf } from './forecast.ts';
import type { Forecast, Run } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { compareJson, isList, memberOf } from './json.ts';
import type { Json } from './json.ts';
import { setFields } from './own.ts';
import { pathOf } from './owners.ts';
import { perform } from './server.ts';
import { endpointsType } from './shape.ts';
import type { Live } from './step.ts';

/** True where the patch goes through without force, in every order and again after all others. */
export function isClear({ base, patches, minor }: Forecast, self: Participant): boolean {
  const unforced: Participant = { ...self, applied: { ...self.applied, force: 'no' } };
  const without = forecastOf({ base, patches: patches.map((each) => (each === self ? unforced : each)) }, minor);
  return without?.start !== undefined && without.runs.every((run) => isClearIn(run, unforced, minor));
}

function isClearIn({ turns, after }: Run, self: Participant, minor: number): boolean {
  const turn = turns.find(({ participant }) => participant === self);
  if (turn?.outcome.kind !== 'result' || !turn.before || !after) return false;
  const isAgain = perform(after, stepOf(self), minor).kind === 'result';
  return isAgain && [turn.before, after].every((live) => isSure(live, self, minor));
}

/** False where a value that is known only later may differ from what another owner set. */
function isSure({ object, owners }: Live, { manager, applied }: Participant, minor: number): boolean {
  const own = setFields(applied.config, endpointsType(), minor);
  const others = owners.filter((owner) => owner.manager !== manager || owner.operation !== 'Apply');
  const shared = others.flatMap(({ fields }) => fieldsOf(intersection(fields, own)));
  return shared.every((steps) => {
    const [theirs, ours] = [object, applied.config].map((json) => valueAt(json, pathOf(json, steps, minor)));
    return compareJson(theirs ?? null, ours ?? null) === 'same';
  });
}

/** The value at a path; undefined where there is none. */
export function valueAt(json: Json, path: readonly (string | number)[] | undefined): Json | undefined {
  let value: Json | undefined = path && json;
  for (const step of path ?? [])
    value = typeof step === 'number' ? (isList(value) ? value[step] : undefined) : memberOf(value, step);
  return value;
}
