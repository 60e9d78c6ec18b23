/** What two patches whose order is free decide on by who comes last. */
import { fieldsOf, union } from './field-set.ts';
import type { Steps } from './field-set.ts';
import { stepOf } from './forecast.ts';
import type { Forecast } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { compareJson } from './json.ts';
import type { Json } from './json.ts';
import { setFields } from './own.ts';
import { perform } from './server.ts';
import { endpointsType } from './shape.ts';
import { pathOf } from './owners.ts';
import { valueAt } from './clearance.ts';

/** The fields that end up otherwise; none where the two conflict, share a manager, or others settle it after them. */
export function lastWins({ start, runs, minor }: Forecast, a: Participant, b: Participant): readonly Steps[] {
  const isOpen = [a, b].some(({ applied }) => applied.force === 'unknown');
  if (isOpen || a.manager === b.manager) return [];
  const [one, two] = [
    [a, b],
    [b, a],
  ].map((order) => {
    let live = start;
    for (const each of order) {
      const outcome = perform(live, stepOf(each), minor);
      if (outcome.kind !== 'result') return undefined;
      live = outcome.live;
    }
    return live?.object;
  });
  if (!one || !two) return [];
  const differs =
    (x: Json, y: Json) =>
    (steps: Steps): boolean => {
      const [first, second] = [x, y].map((json) => valueAt(json, pathOf(json, steps, minor)));
      return compareJson(first ?? null, second ?? null) === 'different';
    };
  const [own, theirs] = [a, b].map(({ applied }) => setFields(applied.config, endpointsType(), minor));
  const fields = own && theirs ? fieldsOf(union(own, theirs)).filter(differs(one, two)) : [];
  const ends = runs.map(({ after }) => after?.object ?? {});
  return fields.filter((steps) => ends.some((end) => differs(ends[0] ?? {}, end)(steps)));
}
