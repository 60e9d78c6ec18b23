/** What disappears from an object when a patch of it is deleted: its manager then applies an object without any field. */
import { fieldsOf } from './field-set.ts';
import type { Steps } from './field-set.ts';
import { stepOf } from './forecast.ts';
import type { Forecast } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { memberOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { pathOf } from './owners.ts';
import { perform } from './server.ts';
import type { Live } from './step.ts';

/** The fields that are gone afterwards, in whichever order the patches were applied; none where that cannot be told. */
export function relinquished({ runs, minor }: Forecast, self: Participant): readonly Steps[] {
  const [first = [], ...others] = runs.map(({ turns, after }) => {
    const isApplied = turns.some(({ participant, outcome }) => participant === self && outcome.kind === 'result');
    return isApplied && after ? goneFrom(after, self, minor) : [];
  });
  const rest = others.map((fields) => new Set(fields.map(textOf)));
  return first.filter((steps) => rest.every((texts) => texts.has(textOf(steps))));
}

function textOf(steps: Steps): string {
  return steps.join('\n');
}

function goneFrom(live: Live, self: Participant, minor: number): readonly Steps[] {
  const { manager, config } = stepOf(self);
  const outcome = perform(live, { operation: 'apply', manager, force: true, config: bare(config) }, minor);
  if (outcome.kind !== 'result') return [];
  const own = live.owners.find((owner) => owner.manager === manager && owner.operation === 'Apply');
  const { object } = outcome.live;
  const isGone = (steps: Steps): boolean =>
    pathOf(live.object, steps, minor) !== undefined && pathOf(object, steps, minor) === undefined;
  return own ? fieldsOf(own.fields).filter(isGone) : [];
}

/** Only what names the object. */
function bare(config: JsonObject): JsonObject {
  const metadata: Record<string, Json> = {};
  for (const name of ['name', 'namespace']) {
    const value = memberOf(memberOf(config, 'metadata'), name);
    if (value !== undefined) metadata[name] = value;
  }
  return { apiVersion: 'v1', kind: 'Endpoints', metadata };
}
