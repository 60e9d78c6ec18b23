/** Where applies meet, seen from either side: what fails with a conflict at an object or because of it, and what is taken. */
import { memo } from '../../text/memo.ts';
import { areTogether } from '../relations.ts';
import { keys } from '../resource-index.ts';
import type { Entry } from '../resource-index.ts';
import type { Around } from '../workspace.ts';
import { hasField } from './field-set.ts';
import type { Steps } from './field-set.ts';
import { clashesOf, forecast, mostPatches, takeoversOf } from './forecast.ts';
import type { Clash, Forecast } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { isList, memberOf } from './json.ts';
import type { Json } from './json.ts';
import { pathOf } from './owners.ts';
import { setFields } from './own.ts';
import { endpointsType } from './shape.ts';
import { isSameOwner } from './updater.ts';

/** A clash, and who looks at it. */
export interface Meeting extends Omit<Clash, 'other'> {
  /** As the one whose apply it is sees it. */
  readonly all: Forecast;
  /** The owner, where its text still sets a field of these; undefined where only live state or the controller does. */
  readonly other: Participant | undefined;
  /** Whom live state has as the owner, though its text sets none of the fields any longer. */
  readonly former: Participant | undefined;
  /** True where the object at hand is the one whose apply fails, or takes. */
  readonly isOwn: boolean;
  /** True where the same can happen to the other, in another order. */
  readonly isMutual: boolean;
}

/** The conflicts of the object with others, each pair once. */
export function conflictsAt(around: Around, minor: number): readonly Meeting[] {
  return meetingsAt(around, minor, clashesOf);
}

/** What the object takes from others by force, and they from it, each pair once. */
export function takeoversAt(around: Around, minor: number): readonly Meeting[] {
  return meetingsAt(around, minor, takeoversOf);
}

/** The value of a field in what is sent or stored; undefined where it is not set. */
export function valueAt(object: Json | undefined, steps: Steps, minor: number): Json | undefined {
  const path = object === undefined ? undefined : pathOf(object, steps, minor);
  return path?.reduce<Json | undefined>(
    (value, step) => (typeof step === 'number' ? (isList(value) ? value[step] : undefined) : memberOf(value, step)),
    object,
  );
}

/** What the other has there: in its text, or in the live object. */
export function otherObject({ all, other }: Pick<Meeting, 'all' | 'other'>): Json | undefined {
  return other ? other.applied.config : all.start?.object;
}

function meetingsAt(around: Around, minor: number, clashes: (all: Forecast) => readonly Clash[]): readonly Meeting[] {
  const { entry } = around;
  const own = around.entry.facts.applied ? meetingsIn(around, minor, clashes) : [];
  const ours = own.filter(({ by }) => by.entry === entry).map((each) => ({ ...each, isOwn: true }));
  const theirs = viewsOf(around).flatMap((view) =>
    meetingsIn(view, minor, clashes).filter((each) => each.by.entry === view.entry && ownerOf(each) === entry),
  );
  const isPair = (one: Meeting, two: Meeting): boolean => one.other?.entry === two.by.entry;
  return [
    ...ours.map((one) => (theirs.some((two) => isPair(one, two)) ? { ...one, isMutual: true } : one)),
    ...theirs.filter((two) => !ours.some((one) => isPair(one, two))),
  ];
}

/** What those see who may meet the object. */
const viewsOf = memo((around: Around): readonly Around[] => {
  const { entry, at } = around;
  const found = entry.identities.flatMap(({ namespace, name }) =>
    name === '' ? [] : at(keys.applied(namespace, name)),
  );
  const others = [...new Set(found)].filter(
    (each) => each !== entry && each.facts.applied?.means === 'apply' && areTogether(entry, each),
  );
  return others.length > mostPatches ? [] : others.map((each) => ({ ...around, entry: each }));
});

function meetingsIn(view: Around, minor: number, clashes: (all: Forecast) => readonly Clash[]): readonly Meeting[] {
  const all = forecast(view, minor);
  if (!all) return [];
  return clashes(all).flatMap((clash) => splitBySides(clash, all));
}

/** Once for the fields that the other sets, and once for those that only live state has of it. */
function splitBySides(clash: Clash, all: Forecast): readonly Meeting[] {
  const { other, fields } = clash;
  const meeting = { ...clash, all, former: undefined, isOwn: false, isMutual: false };
  if (!other) return [meeting];
  const set = setFields(other.applied.config, endpointsType(), all.minor);
  const both = fields.filter((steps) => hasField(set, steps));
  const left = fields.filter((steps) => !both.includes(steps));
  if (left.length === 0) return [meeting];
  const isAlways = (some: readonly Steps[]): boolean => clash.isAlways && isInEach(all, clash, some);
  const former = { ...meeting, fields: left, isAlways: isAlways(left), other: undefined, former: other };
  return both.length === 0 ? [former] : [{ ...meeting, fields: both, isAlways: isAlways(both) }, former];
}

/** True where one of the fields is met in every order. */
function isInEach({ runs }: Forecast, { by, with: owner }: Clash, fields: readonly Steps[]): boolean {
  return runs.every(({ turns }) =>
    turns.some(({ participant, outcome }) => {
      if (participant !== by || outcome.kind === 'rejected') return false;
      if (outcome.kind === 'result') {
        return outcome.lost.some(
          (each) => isSameOwner(each, owner) && fields.some((steps) => hasField(each.fields, steps)),
        );
      }
      const own = outcome.conflicts
        .filter((each) => isSameOwner(each.with, owner))
        .map(({ steps }) => steps.join('\n'));
      return fields.some((steps) => own.includes(steps.join('\n')));
    }),
  );
}

/** The object that has the fields: of the controller it is the Service. */
function ownerOf({ other, all: { base } }: Meeting): Entry | undefined {
  return other?.entry ?? (base?.kind === 'controller' ? base.service : undefined);
}
