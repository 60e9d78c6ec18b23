/** Forecasts the result of all applies to one object, in every possible order. */
import { groupBy } from '../../text/group.ts';
import { attachment, memo, memoBy } from '../../text/memo.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { fieldSet, fieldsOf, type Steps } from './field-set.ts';
import {
  controllerConfig,
  gatherParticipants,
  isRandomManager,
  participantsIn,
  type ForecastBase,
  type Gathering,
  type Participant,
} from './gathering.ts';
import { withTakenOverFields } from './take-over.ts';
import { memberObject } from './json-value.ts';
import { ordersOf } from './orders.ts';
import { liveObject, perform } from './api-server.ts';
import type { Live, ApplyOutcome, Owner, ApplyStep } from './apply-step.ts';

export interface ForecastStep {
  readonly participant: Participant;
  readonly before: Live | undefined;
  readonly outcome: ApplyOutcome;
}

export interface ForecastRun {
  readonly applies: readonly ForecastStep[];
  readonly after: Live | undefined;
}

export interface Forecast extends Gathering {
  /** The object before any patch; undefined where it does not exist. */
  readonly start: Live | undefined;
  /** The run in the written order first. */
  readonly runs: readonly ForecastRun[];
  /** False where more orders are possible than were tried. */
  readonly hasAllOrders: boolean;
  readonly minor: number;
}

/** Objects that meet share one forecast. */
const shared = attachment((_at: RelatedObjects['at']) => new Map<string, Forecast | undefined>());

/** With more patches than these there is no forecast: too many orders are possible. */
export const mostPatches = 30;

/** The forecast for the object; undefined where it is unknown. */
export const forecast = memoBy((around: RelatedObjects, minor: number): Forecast | undefined => {
  const gathering = gatherParticipants(around);
  return gathering && gathering.patches.length <= mostPatches ? sharedForecast(gathering, around, minor) : undefined;
});

function sharedForecast(gathering: Gathering, { at }: RelatedObjects, minor: number): Forecast | undefined {
  const { base, patches } = gathering;
  const maker = base?.kind === 'controller' ? base.service : base?.participant.entry;
  const key = JSON.stringify([minor, base?.kind, [maker, ...patches.map(({ entry }) => entry)].map(placeKey)]);
  const known = shared(at);
  if (!known.has(key)) known.set(key, forecastOf(gathering, minor));
  return known.get(key);
}

function placeKey(entry: IndexedObject | undefined): string {
  return entry ? `${entry.ordinal} ${entry.uri}` : '';
}

/** How applies are ordered and performed. In an editor: in the order of the program, without validation of content. */
interface ForecastMethod {
  readonly isBefore: (a: Participant, b: Participant) => boolean;
  readonly perform: (live: Live | undefined, step: ApplyStep, minor: number) => ApplyOutcome;
}

/** The forecast for a gathering; undefined where its live state cannot be parsed. */
export function forecastOf(
  gathering: Gathering,
  minor: number,
  method: ForecastMethod = { isBefore, perform },
): Forecast | undefined {
  const start = startOf(gathering.base, minor);
  if (start === 'unreadable') return undefined;
  const { orders, isComplete } = ordersOf(gathering.patches, method.isBefore);
  const runStep = stepRunner(minor, method);
  const runs = orders.map((order) => run(order, start, runStep));
  return { ...gathering, start, runs, hasAllOrders: isComplete, minor };
}

/** True where the program certainly creates the first before the second. */
export function isBefore(a: Participant, b: Participant): boolean {
  return a.entry.uri === b.entry.uri && b.applied.after.includes(a.entry.ordinal);
}

type RunStep = (before: Live | undefined, participant: Participant) => ForecastStep;

function run(order: readonly Participant[], start: Live | undefined, runStep: RunStep): ForecastRun {
  let live = start;
  const applies = order.map((participant) => {
    const step = runStep(live, participant);
    if (step.outcome.kind === 'result') live = step.outcome.live;
    return step;
  });
  return { applies, after: live };
}

/** Runs with a common start share its steps. */
function stepRunner(minor: number, method: ForecastMethod): RunStep {
  const known = new Map<Live | undefined, Map<Participant, ForecastStep>>();
  return (before, participant) => {
    const applies = known.get(before) ?? new Map<Participant, ForecastStep>();
    known.set(before, applies);
    const shared = applies.get(participant);
    if (shared) return shared;
    const outcome = method.perform(withTakenOverFields(before, participant), stepOf(participant), minor);
    applies.set(participant, { participant, before, outcome });
    return { participant, before, outcome };
  };
}

/** An apply, or a create. An unknown force counts as set, so that only certain conflicts are reported. */
export function stepOf({ applied, manager }: Participant): ApplyStep {
  const operation = applied.means === 'apply' ? 'apply' : 'create';
  return { operation, manager, force: applied.force !== 'no', config: applied.config };
}

function startOf(base: ForecastBase | undefined, minor: number): Live | undefined | 'unreadable' {
  if (!base) return undefined;
  if (base.kind === 'controller') {
    const name = base.service.facts.name.text;
    const config = controllerConfig(name, minor);
    return liveOf({ operation: 'create', manager: 'kube-controller-manager', force: false, config }, minor);
  }
  if (base.kind === 'resource') return liveOf(stepOf(base.participant), minor);
  const read = readLive(base.participant, minor);
  return 'live' in read ? read.live : 'unreadable';
}

function liveOf(step: ApplyStep, minor: number): Live | undefined {
  const outcome = perform(undefined, step, minor);
  return outcome.kind === 'result' ? outcome.live : undefined;
}

/** The object with its owners as a server printed it, or the problem in its managedFields. */
export function readLive({ applied }: Pick<Participant, 'applied'>, minor: number): ReturnType<typeof liveObject> {
  const metadata = { ...memberObject(applied.config, 'metadata'), managedFields: applied.managedFields ?? null };
  return liveObject({ ...applied.config, metadata }, minor);
}

/** Fields that one participant sets and another owner has set to another value. */
export interface Clash {
  /** The participant whose apply fails, or takes the fields. */
  readonly by: Participant;
  readonly with: Owner;
  /** The participant that is the owner; undefined for the controller and for an owner that only live state names. */
  readonly other: Participant | undefined;
  readonly fields: readonly Steps[];
  /** False where it happens only in some orders. */
  readonly isAlways: boolean;
}

/** The conflicts of all runs, once for each participant that fails and each owner. */
export const clashesOf = memo((all: Forecast): readonly Clash[] => collect(all, conflictsOf));

/** The fields that forced applies take from owners. */
export const takeoversOf = memo((all: Forecast): readonly Clash[] => collect(all, lossesOf));

interface Encounter {
  readonly with: Owner;
  readonly steps: Steps;
}

function conflictsOf({ outcome, participant }: ForecastStep): readonly Encounter[] {
  if (outcome.kind !== 'conflicts') return [];
  return outcome.conflicts.filter((each) => !mayBeSameManager(participant, each.with));
}

function lossesOf({ outcome, participant }: ForecastStep): readonly Encounter[] {
  if (outcome.kind !== 'result' || participant.applied.force !== 'yes') return [];
  return outcome.lost
    .filter((owner) => !mayBeSameManager(participant, owner))
    .flatMap((owner) => fieldsOf(owner.fields).map((steps) => ({ with: owner, steps })));
}

function collect(all: Forecast, encountersIn: (step: ForecastStep) => readonly Encounter[]): readonly Clash[] {
  const encounters = all.runs.flatMap((run) =>
    run.applies.flatMap((step) => encountersIn(step).map((each) => ({ ...each, run, by: step.participant }))),
  );
  const groups = groupBy(encounters, ({ by, with: { manager, operation, subresource } }) =>
    JSON.stringify([all.patches.indexOf(by), manager, operation, subresource]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { by, with: owner } = first;
    const fields = fieldsOf(fieldSet(group.map(({ steps }) => steps)));
    const isAlways = new Set(group.map(({ run }) => run)).size === all.runs.length;
    const other = participantsIn(all).find((each) => each.applied.means !== 'live' && isOwner(each, owner));
    return [{ by, with: owner, other, fields, isAlways }];
  });
}

/** True where the owner may be the participant: a random name of an earlier deployment, or an update by Pulumi. */
export function mayBeSameManager({ applied }: Participant, { manager, operation }: Owner): boolean {
  if (operation === 'Update') return /^pulumi-(resource-)?kubernetes$/.test(manager);
  return applied.manager === '' && isRandomManager(manager);
}

export function isOwner({ manager, applied }: Participant, owner: Owner): boolean {
  return manager === owner.manager && (applied.means === 'apply') === (owner.operation === 'Apply');
}
