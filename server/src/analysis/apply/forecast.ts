/** What the applies that meet on one object will come to, in every order in which they can happen. */
import { attachment, memo } from '../../text/memo.ts';
import type { IndexedObject } from '../workspace/resource-index.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import type { Steps } from './field-set.ts';
import { fieldSet, fieldsOf } from './field-set.ts';
import { controllerConfig, gatherParticipants, isRandomManager, participantsIn } from './gathering.ts';
import type { Base, Gathering, Participant } from './gathering.ts';
import { handedOver } from './handover.ts';
import type { JsonObject } from './json-value.ts';
import { isObject, memberOf } from './json-value.ts';
import { ordersOf } from './orders.ts';
import { liveObject, perform } from './api-server.ts';
import type { Live, ApplyOutcome, Owner, ApplyStep } from './apply-step.ts';

/** One apply in one order. */
export interface Turn {
  readonly participant: Participant;
  readonly before: Live | undefined;
  readonly outcome: ApplyOutcome;
}

/** One order. */
export interface ForecastRun {
  readonly turns: readonly Turn[];
  readonly after: Live | undefined;
}

export interface Forecast extends Gathering {
  /** Before any patch. */
  readonly start: Live | undefined;
  /** The one that is written first. */
  readonly runs: readonly ForecastRun[];
  /** False where more orders are possible than were tried. */
  readonly hasAllOrders: boolean;
  readonly minor: number;
}

/** What was forecast, by version: several rules ask for the same. */
const forecasts = attachment((_around: RelatedObjects) => new Map<number, Forecast | undefined>());

/** All who meet on one object have one forecast. */
const shared = attachment((_at: RelatedObjects['at']) => new Map<string, Forecast | undefined>());

/** Among more patches than these nothing is told: the orders in which they can happen are too many. */
export const mostPatches = 30;

/** The forecast for the object; undefined where nothing certain can be said. */
export function forecast(around: RelatedObjects, minor: number): Forecast | undefined {
  const known = forecasts(around);
  if (known.has(minor)) return known.get(minor);
  const gathering = gatherParticipants(around);
  const made =
    gathering && gathering.patches.length <= mostPatches ? sharedForecast(gathering, around, minor) : undefined;
  known.set(minor, made);
  return made;
}

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

/** What decides on the applies: in an editor the program's order, and the fields alone. */
export interface Course {
  readonly isBefore: (a: Participant, b: Participant) => boolean;
  readonly perform: (live: Live | undefined, step: ApplyStep, minor: number) => ApplyOutcome;
}

/** What the gathering comes to; undefined where live state cannot be read. */
export function forecastOf(
  gathering: Gathering,
  minor: number,
  course: Course = { isBefore, perform },
): Forecast | undefined {
  const start = startOf(gathering.base, minor);
  if (start === 'unreadable') return undefined;
  const { orders, isComplete } = ordersOf(gathering.patches, course.isBefore);
  const take = turnTaker(minor, course);
  const runs = orders.map((order) => run(order, start, take));
  return { ...gathering, start, runs, hasAllOrders: isComplete, minor };
}

/** True where the program makes the first before the second. */
export function isBefore(a: Participant, b: Participant): boolean {
  return a.entry.uri === b.entry.uri && b.applied.after.includes(a.entry.ordinal);
}

type TakeTurn = (before: Live | undefined, participant: Participant) => Turn;

function run(order: readonly Participant[], start: Live | undefined, take: TakeTurn): ForecastRun {
  let live = start;
  const turns = order.map((participant) => {
    const turn = take(live, participant);
    if (turn.outcome.kind === 'result') live = turn.outcome.live;
    return turn;
  });
  return { turns, after: live };
}

/** Orders share their turns as long as they are alike. */
function turnTaker(minor: number, course: Course): TakeTurn {
  const known = new Map<Live | undefined, Map<Participant, Turn>>();
  return (before, participant) => {
    const turns = known.get(before) ?? new Map<Participant, Turn>();
    known.set(before, turns);
    const turn = turns.get(participant) ?? turnOf(before, participant, minor, course);
    turns.set(participant, turn);
    return turn;
  };
}

function turnOf(before: Live | undefined, participant: Participant, minor: number, course: Course): Turn {
  const outcome = course.perform(handedOver(before, participant), stepOf(participant), minor);
  return { participant, before, outcome };
}

/**
 * The apply of a patch, or the create of what is made without server-side apply. What may be forced is taken to be, so that
 * nothing is called a conflict that may be none.
 */
export function stepOf({ applied, manager }: Participant): ApplyStep {
  const operation = applied.means === 'apply' ? 'apply' : 'create';
  return { operation, manager, force: applied.force !== 'no', config: applied.config };
}

/** What there is before the patches. */
function startOf(base: Base | undefined, minor: number): Live | undefined | 'unreadable' {
  if (!base) return undefined;
  if (base.kind === 'controller') {
    const name = base.service.facts.name.text;
    return liveOf(
      { operation: 'create', manager: 'kube-controller-manager', force: false, config: controllerConfig(name, minor) },
      minor,
    );
  }
  const { participant } = base;
  if (base.kind === 'live') return liveState(participant, minor);
  return liveOf(stepOf(participant), minor);
}

function liveOf(step: ApplyStep, minor: number): Live | undefined {
  const outcome = perform(undefined, step, minor);
  return outcome.kind === 'result' ? outcome.live : undefined;
}

function liveState(participant: Participant, minor: number): Live | 'unreadable' {
  const read = readLive(participant, minor);
  return 'live' in read ? read.live : 'unreadable';
}

/** The object as a server printed it, with its owners; what is wrong with these where they cannot be read. */
export function readLive({ applied }: Pick<Participant, 'applied'>, minor: number): ReturnType<typeof liveObject> {
  const metadata = memberOf(applied.config, 'metadata');
  const managedFields = applied.managedFields ?? null;
  const object: JsonObject = {
    ...applied.config,
    metadata: { ...(isObject(metadata) ? metadata : {}), managedFields },
  };
  return liveObject(object, minor);
}

/** Fields that one sets and another owns otherwise. */
export interface Clash {
  /** Whose apply fails, or would. */
  readonly by: Participant;
  readonly with: Owner;
  /** Who that owner is; undefined for one that only live state knows, and for the controller. */
  readonly other: Participant | undefined;
  readonly fields: readonly Steps[];
  /** False where it happens in some orders only. */
  readonly isAlways: boolean;
}

/** The conflicts over all orders, each pair once for each side that fails. */
export const clashesOf = memo((all: Forecast): readonly Clash[] => collect(all, (turn) => conflictsOf(turn)));

/** What forced applies take from others. */
export const takeoversOf = memo((all: Forecast): readonly Clash[] => collect(all, (turn) => lossesOf(turn)));

interface Met {
  readonly with: Owner;
  readonly steps: Steps;
}

function conflictsOf({ outcome, participant }: Turn): readonly Met[] {
  if (outcome.kind !== 'conflicts') return [];
  return outcome.conflicts.filter((each) => !mayBeSelf(participant, each.with));
}

function lossesOf({ outcome, participant }: Turn): readonly Met[] {
  if (outcome.kind !== 'result' || participant.applied.force !== 'yes') return [];
  return outcome.lost
    .filter((owner) => !mayBeSelf(participant, owner))
    .flatMap((owner) => fieldsOf(owner.fields).map((steps) => ({ with: owner, steps })));
}

function collect(all: Forecast, met: (turn: Turn) => readonly Met[]): readonly Clash[] {
  const found = new Map<
    string,
    { clash: Omit<Clash, 'isAlways' | 'fields'>; fields: Steps[]; runs: Set<ForecastRun> }
  >();
  for (const each of all.runs) {
    for (const turn of each.turns) {
      for (const { with: owner, steps } of met(turn)) {
        const key = JSON.stringify([
          all.patches.indexOf(turn.participant),
          owner.manager,
          owner.operation,
          owner.subresource,
        ]);
        const other = participantOf(all, owner);
        const known = found.get(key) ?? {
          clash: { by: turn.participant, with: owner, other },
          fields: [],
          runs: new Set(),
        };
        found.set(key, known);
        known.fields.push(steps);
        known.runs.add(each);
      }
    }
  }
  return [...found.values()].map(({ clash, fields, runs }) => ({
    ...clash,
    fields: fieldsOf(fieldSet(fields)),
    isAlways: runs.size === all.runs.length,
  }));
}

/** The random name of an earlier deployment: it may well be the same resource. What Pulumi itself updated, it may take. */
export function mayBeSelf({ applied }: Participant, { manager, operation }: Owner): boolean {
  if (operation === 'Update') return /^pulumi-(resource-)?kubernetes$/.test(manager);
  return applied.manager === '' && isRandomManager(manager);
}

/** Who the owner is among those who meet. */
function participantOf(gathering: Gathering, owner: Owner): Participant | undefined {
  return participantsIn(gathering).find((each) => each.applied.means !== 'live' && isOwner(each, owner));
}

/** True where the owner is the participant, by its name and by what it does. */
export function isOwner({ manager, applied }: Participant, owner: Owner): boolean {
  return manager === owner.manager && (applied.means === 'apply') === (owner.operation === 'Apply');
}
