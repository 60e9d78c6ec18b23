/** Conflicts and takeovers of an object, seen from either side. */
import { isPatchType } from '../../contract/contract.ts';
import { attachment, memo } from '../../text/memo.ts';
import { mayMeet } from '../workspace/relations.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { fieldSet, hasField, type Steps } from './field-set.ts';
import { clashesOf, forecast, mostPatches, takeoversOf, type Clash, type Forecast } from './forecast.ts';
import { appliersOf, gatherParticipants, mostAppliers, type Participant } from './gathering.ts';
import type { Json } from './json-value.ts';
import { setFields } from './config-fields.ts';
import { isSameOwner } from './updater.ts';

/** A clash as one of its sides sees it. */
export interface Meeting extends Omit<Clash, 'other'> {
  /** The forecast from the side of the applier. */
  readonly all: Forecast;
  /** The owner, where its text still sets one of the fields; undefined where only live state or the controller does. */
  readonly other: Participant | undefined;
  /** The owner in live state, where its text no longer sets any of the fields. */
  readonly former: Participant | undefined;
  /** True where the object at hand is the one whose apply fails or takes the fields. */
  readonly isOwn: boolean;
  /** True where the other side has the same conflict in another order. */
  readonly isMutual: boolean;
}

/** The conflicts of the object, each pair once. */
export function conflictsAt(around: RelatedObjects, minor: number): readonly Meeting[] {
  return meetingsAt(around, minor, conflictsIn);
}

/** The forced takeovers by and from the object, each pair once. */
export function takeoversAt(around: RelatedObjects, minor: number): readonly Meeting[] {
  return meetingsAt(around, minor, takeoversIn);
}

/** The configuration of the other side, or the live object. */
export function otherObject({ all, other }: Pick<Meeting, 'all' | 'other'>): Json | undefined {
  return other ? other.applied.config : all.start?.object;
}

const conflictsIn = memo((all: Forecast) => meetingsOf(all, clashesOf(all)));
const takeoversIn = memo((all: Forecast) => meetingsOf(all, takeoversOf(all)));

function meetingsAt(around: RelatedObjects, minor: number, meetingsIn: typeof conflictsIn): readonly Meeting[] {
  const { entry } = around;
  // Most objects have no patch, and simulating their creation costs more than all rules.
  if (isAlone(around)) return [];
  const isMet = entry.facts.applied && gatherParticipants(around)?.patches.length !== 0;
  const all = isMet ? forecast(around, minor) : undefined;
  const own = all ? meetingsIn(all) : [];
  const ours = own.filter(({ by }) => by.entry === entry).map((each) => ({ ...each, isOwn: true }));
  const theirs = viewsOf(around).flatMap((view) => {
    const seen = forecast(view, minor);
    const met = seen ? meetingsIn(seen) : [];
    return met.filter((each) => each.by.entry === view.entry && ownerOf(each) === entry);
  });
  const isPair = (one: Meeting, two: Meeting): boolean => one.other?.entry === two.by.entry;
  return [
    ...ours.map((one) => (theirs.some((two) => isPair(one, two)) ? { ...one, isMutual: true } : one)),
    ...theirs.filter((two) => !ours.some((one) => isPair(one, two))),
  ];
}

function isAlone(around: RelatedObjects): boolean {
  const { entry } = around;
  const [first, ...others] = appliersOf(around).slice(0, 2);
  return !isPatchType(entry.facts.kind) && others.length === 0 && (!first || first === entry);
}

/** The surroundings as the other appliers of the object see them. */
const viewsOf = memo((around: RelatedObjects): readonly RelatedObjects[] => {
  const { entry } = around;
  const appliers = appliersOf(around);
  if (appliers.length > mostAppliers) return [];
  const others = appliers.filter(
    (each) => each !== entry && each.facts.applied?.means === 'apply' && mayMeet(around, each),
  );
  return others.length > mostPatches ? [] : others.map((each) => viewOf(around, each));
});

/** One for all callers, because forecasts are cached by it. */
function viewOf(around: RelatedObjects, entry: IndexedObject): RelatedObjects {
  const known = views(around.at);
  const view = known.get(entry) ?? { ...around, entry };
  known.set(entry, view);
  return view;
}

const views = attachment((_at: RelatedObjects['at']) => new Map<IndexedObject, RelatedObjects>());

function meetingsOf(all: Forecast, found: readonly Clash[]): readonly Meeting[] {
  return found.filter((clash) => !isEcho(clash, found, all)).flatMap((clash) => splitBySides(clash, all));
}

/** The controller takes these fields back with its next write, so the clash with the controller covers this one. */
function isEcho({ by, other, fields }: Clash, found: readonly Clash[], { base }: Forecast): boolean {
  if (base?.kind !== 'controller' || !other) return false;
  const own = found.filter((each) => each.by === by && !each.other).flatMap((each) => each.fields);
  return fields.every((steps) => own.some((each) => each.join('\n') === steps.join('\n')));
}

/** One meeting for the fields that the other side still sets, one for the fields that it only owns in live state. */
function splitBySides(clash: Clash, all: Forecast): readonly Meeting[] {
  const { other, fields } = clash;
  const meeting = { ...clash, all, former: undefined, isOwn: false, isMutual: false };
  if (!other) return [meeting];
  const set = setFields(other.applied.config, all.minor);
  const both = fields.filter((steps) => hasField(set, steps));
  const left = fields.filter((steps) => !both.includes(steps));
  if (left.length === 0) return [meeting];
  const isAlways = (some: readonly Steps[]): boolean => clash.isAlways && isInEach(all, clash, some);
  const former = { ...meeting, fields: left, isAlways: isAlways(left), other: undefined, former: other };
  return both.length === 0 ? [former] : [{ ...meeting, fields: both, isAlways: isAlways(both) }, former];
}

/** True where every order has a clash on one of the fields. */
function isInEach({ runs }: Forecast, { by, with: owner }: Clash, fields: readonly Steps[]): boolean {
  return runs.every(({ applies }) =>
    applies.some(({ participant, outcome }) => {
      if (participant !== by || outcome.kind === 'rejected') return false;
      if (outcome.kind === 'result') {
        return outcome.lost.some(
          (each) => isSameOwner(each, owner) && fields.some((steps) => hasField(each.fields, steps)),
        );
      }
      const own = outcome.conflicts.filter((each) => isSameOwner(each.with, owner)).map(({ steps }) => steps);
      const set = fieldSet(own);
      return fields.some((steps) => hasField(set, steps));
    }),
  );
}

/** The object of the owner; the Service for the controller. */
function ownerOf({ other, all: { base } }: Meeting): IndexedObject | undefined {
  return other?.entry ?? (base?.kind === 'controller' ? base.service : undefined);
}
