/** Answers what-if questions about a forecast: without force, in another order, or with a patch deleted. */
import { apiVersions } from '../../contract/contract.ts';
import { memo } from '../../text/memo.ts';
import { difference, fieldSet, fieldsOf, hasField, intersection, union, type Steps } from './field-set.ts';
import { forecastOf, stepOf, type Forecast, type ForecastRun } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { compareJson, memberOf, type Json, type JsonObject } from './json-value.ts';
import { setFields } from './config-fields.ts';
import { managedFieldsJson } from './managed-fields.ts';
import { fieldAt, fieldsAppliedBy, isApplier } from './owners.ts';
import { isProviderField } from './provider-annotations.ts';
import { perform } from './api-server.ts';
import { kindOf } from './shape.ts';
import type { Live } from './apply-step.ts';

/** True where the patch certainly succeeds without force: in every order, and again after all others. */
export function isForceNeedless({ base, patches, minor }: Forecast, self: Participant): boolean {
  const unforced: Participant = { ...self, applied: { ...self.applied, force: 'no' } };
  const without = forecastOf({ base, patches: patches.map((each) => (each === self ? unforced : each)) }, minor);
  return without?.start !== undefined && without.runs.every((run) => isClearIn(run, unforced, minor));
}

function isClearIn({ applies, after }: ForecastRun, self: Participant, minor: number): boolean {
  const turn = applies.find(({ participant }) => participant === self);
  if (turn?.outcome.kind !== 'result' || !turn.before || !after) return false;
  const isAgain = perform(after, stepOf(self), minor).kind === 'result';
  return isAgain && [turn.before, after].every((live) => isSure(live, self, minor));
}

/** False where an opaque value may differ from the value of another owner. */
function isSure({ object, owners }: Live, { manager, applied }: Participant, minor: number): boolean {
  const own = setFields(applied.config, minor);
  const others = owners.filter((owner) => !isApplier(owner, manager));
  const shared = others.flatMap(({ fields }) => fieldsOf(intersection(fields, own)));
  return shared.every((steps) => compareField(object, applied.config, steps, minor) === 'same');
}

/** The fields whose values depend on which of the two is applied last; empty where they conflict or share a manager. */
export function fieldsDecidedByOrder(
  { start, runs, minor }: Forecast,
  a: Participant,
  b: Participant,
): readonly Steps[] {
  // Without force, the last one conflicts.
  const areForced = [a, b].every(({ applied }) => applied.force === 'yes');
  if (!areForced || a.manager === b.manager || areAgreed(a, b, minor)) return [];
  const [one, two] = [appliedInOrder(start, [a, b], minor)?.at(-1), appliedInOrder(start, [b, a], minor)?.at(-1)];
  if (!one || !two) return [];
  const differs = (x: Json, y: Json, steps: Steps): boolean => compareField(x, y, steps, minor) === 'different';
  const set = union(setFields(a.applied.config, minor), setFields(b.applied.config, minor));
  const fields = fieldsOf(set).filter((steps) => differs(one.object, two.object, steps));
  const [end = {}, ...ends] = runs.map(({ after }) => after?.object ?? {});
  return fields.filter((steps) => ends.some((each) => differs(end, each, steps)));
}

/** True where both set equal values wherever they meet, except in provider annotations. */
function areAgreed(a: Participant, b: Participant, minor: number): boolean {
  const [own, others] = [a, b].map(({ applied }) => applied.config) as [JsonObject, JsonObject];
  const shared = fieldsOf(intersection(setFields(own, minor), setFields(others, minor)));
  return shared.every((steps) => isProviderField(steps) || compareField(own, others, steps, minor) === 'same');
}

/** How two appliers with one field manager affect each other: the API server lets each apply replace the one before. */
interface SharedManagerEffect {
  /** Fields of one that an apply of the other removes. */
  readonly removed: readonly Steps[];
  /** Fields that both set to different values: the last apply wins. */
  readonly changed: readonly Steps[];
}

/** Compares both orders, because an update may apply either of the two again. */
export function compareApplies(
  start: Live | undefined,
  a: Participant,
  b: Participant,
  minor: number,
): SharedManagerEffect {
  const [one, two] = [effectOf(start, a, b, minor), effectOf(start, b, a, minor)];
  return { removed: fieldsOf(fieldSet([...one.removed, ...two.removed])), changed: one.changed };
}

function effectOf(
  start: Live | undefined,
  first: Participant,
  second: Participant,
  minor: number,
): SharedManagerEffect {
  const [before, after] = appliedInOrder(start, [first, second], minor) ?? [];
  if (!before || !after) return { removed: [], changed: [] };
  const [had, has] = [fieldsAppliedBy(before, first.manager), fieldsAppliedBy(after, second.manager)];
  const isChanged = (steps: Steps): boolean => compareField(before.object, after.object, steps, minor) === 'different';
  return { removed: fieldsOf(difference(had, has)), changed: fieldsOf(intersection(had, has)).filter(isChanged) };
}

/** The fields that disappear with the patch in every order: on deletion, Pulumi applies an empty object. */
export function fieldsRemovedWithPatch(all: Forecast, self: Participant): readonly Steps[] {
  const [first = [], ...others] = distinctRuns(all).map(({ applies, after }) => {
    const isApplied = applies.some(({ participant, outcome }) => participant === self && outcome.kind === 'result');
    return isApplied && after ? fieldsGoneFrom(after, self, all.minor) : [];
  });
  const rest = others.map(fieldSet);
  return first.filter((steps) => rest.every((set) => hasField(set, steps)));
}

/** One run for each result: most orders have the same result. */
const distinctRuns = memo(({ runs }: Forecast): readonly ForecastRun[] => {
  const kept = new Map<string, ForecastRun[]>();
  for (const run of runs) {
    const failed = run.applies.filter(({ outcome }) => outcome.kind !== 'result');
    const key = failed
      .map(({ participant: { entry } }) => `${entry.ordinal} ${entry.uri}`)
      .sort()
      .join('\n');
    const known = kept.get(key) ?? [];
    if (!known.some(({ after }) => areSame(after, run.after))) kept.set(key, [...known, run]);
  }
  return [...kept.values()].flat();
});

function areSame(a: Live | undefined, b: Live | undefined): boolean {
  if (!a || !b) return a === b;
  const [owners, others] = [a, b].map((live) => managedFieldsJson(live.owners)) as [Json, Json];
  return compareJson(a.object, b.object) === 'same' && compareJson(owners, others) === 'same';
}

function fieldsGoneFrom(live: Live, self: Participant, minor: number): readonly Steps[] {
  const { manager, config } = stepOf(self);
  const outcome = perform(live, { operation: 'apply', manager, force: true, config: bare(config) }, minor);
  if (outcome.kind !== 'result') return [];
  const { object } = outcome.live;
  const isThere = (of: Json, steps: Steps): boolean => (fieldAt(of, steps, minor) ?? null) !== null;
  const isGone = (steps: Steps): boolean => isThere(live.object, steps) && !isThere(object, steps);
  return fieldsOf(fieldsAppliedBy(live, manager)).filter(isGone);
}

/** Only the fields that identify the object. */
function bare(config: JsonObject): JsonObject {
  const metadata: Record<string, Json> = {};
  for (const name of ['name', 'namespace']) {
    const value = memberOf(memberOf(config, 'metadata'), name);
    if (value !== undefined) metadata[name] = value;
  }
  const kind = kindOf(config);
  return { apiVersion: apiVersions[kind], kind, metadata };
}

/** The object after each apply; undefined where one of them fails. */
function appliedInOrder(
  start: Live | undefined,
  order: readonly Participant[],
  minor: number,
): readonly Live[] | undefined {
  const lives: Live[] = [];
  for (const each of order) {
    const outcome = perform(lives.at(-1) ?? start, stepOf(each), minor);
    if (outcome.kind !== 'result') return undefined;
    lives.push(outcome.live);
  }
  return lives;
}

function compareField(a: Json, b: Json, steps: Steps, minor: number): ReturnType<typeof compareJson> {
  return compareJson(fieldAt(a, steps, minor) ?? null, fieldAt(b, steps, minor) ?? null);
}
