/** Who takes part in what becomes of one object, and who comes first. */
import type { Applied } from '../../analysis/facts/apply-facts.ts';
import { intersection, isEmptySet } from '../../analysis/apply/field-set.ts';
import { isBefore } from '../../analysis/apply/forecast.ts';
import { isRandomManager, managerOf } from '../../analysis/apply/gathering.ts';
import type { ForecastBase, Gathering, Participant } from '../../analysis/apply/gathering.ts';
import { readOwners } from '../../analysis/apply/managed-fields.ts';
import { setFields } from '../../analysis/apply/config-fields.ts';
import { rootType } from '../../analysis/apply/shape.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { isPatchType } from '../../contract/contract.ts';
import { listed, quote } from '../../text/quote.ts';
import type { ApplyGroup, ApplyNotes } from './groups.ts';
import type { ApplyFilesOptions } from './apply-options.ts';
import { placeText } from '../object-places.ts';
import type { Places } from '../object-places.ts';

export interface Lineup {
  readonly gathering: Gathering;
  /** True where the first is certainly applied before the second. */
  readonly isBefore: (a: Participant, b: Participant) => boolean;
}

export interface HowApplied extends Pick<ApplyFilesOptions, 'fieldManager' | 'isForced'> {
  readonly minor: number;
}

/** The lineup; undefined where it cannot be told who makes the object. */
export function lineupOf(group: ApplyGroup, places: Places, how: HowApplied, said: ApplyNotes): Lineup | undefined {
  const makers = group.entries.filter(isMaker);
  const several = [group.live, makers].find((entries) => entries.length > 1);
  if (several) {
    const where = listed(several.map((entry) => placeText(places.of(entry))));
    const what = several === makers ? 'resources of programs make' : 'objects are the live state of';
    said.problems.push(
      `${several.length} ${what} ${groupTitle(group)}: ${where}. There can be one only: leave out the others.`,
    );
    return undefined;
  }
  const base = baseOf(group, makers.length > 0);
  const live = base?.kind === 'live' ? base.participant.applied : undefined;
  const patches = group.entries.flatMap((entry) => {
    if (live && entry.facts.applied?.isIgnoring) said.problems.push(ignoringText(entry, places));
    if (live && entry.facts.applied?.means === 'update' && entry.facts.form === 'pulumi') {
      said.notes.push(clientSideText(entry, places));
      return [];
    }
    return participantIn(entry, live, how) ?? [];
  });
  const order = new Map(patches.map((each, i) => [each.entry, i]));
  return { gathering: { base, patches }, isBefore: (a, b) => comesBefore(a, b, order) };
}

/** `Endpoints shop/db`. */
export function groupTitle({ kind, namespace, name }: Pick<ApplyGroup, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name || '(without a name)'}`;
}

/** True for the resource of a program that makes the object, and does not only change it. */
function isMaker({ facts: { kind, form } }: IndexedObject): boolean {
  return !isPatchType(kind) && form === 'pulumi';
}

function baseOf({ live, services }: ApplyGroup, hasMaker: boolean): ForecastBase | undefined {
  const [entry] = live;
  const applied = entry?.facts.applied;
  if (entry && applied) {
    return { kind: 'live', participant: { entry, applied: { ...applied, means: 'live', manager: '' }, manager: '' } };
  }
  const [service] = services;
  return service && !hasMaker ? { kind: 'controller', service } : undefined;
}

/** What a manifest says is sent as kubectl does with --server-side. */
function participantIn(entry: IndexedObject, live: Applied | undefined, how: HowApplied): Participant | undefined {
  const { applied, form } = entry.facts;
  if (!applied) return undefined;
  if (form !== 'pulumi') {
    const manager = how.fieldManager ?? 'kubectl';
    const force = how.isForced ? 'yes' : 'no';
    return { entry, applied: { ...applied, means: 'apply', manager, force }, manager };
  }
  const own = applied.manager || (isMaker(entry) ? formerName(applied, live, how.minor) : undefined);
  return { entry, applied, manager: own ?? managerOf(entry, applied) };
}

/** The random name under which a program has made the live object, where only one such owns what the resource sets. */
function formerName({ config }: Applied, live: Applied | undefined, minor: number): string | undefined {
  const read = readOwners(live?.managedFields, rootType(config), minor);
  const set = setFields(config, minor);
  const owners = 'owners' in read ? read.owners : [];
  const random = owners.filter(
    ({ manager, operation, fields }) =>
      operation === 'Apply' && isRandomManager(manager) && !isEmptySet(intersection(fields, set)),
  );
  return random.length === 1 ? random[0]?.manager : undefined;
}

function ignoringText(entry: IndexedObject, places: Places): string {
  const { applied } = entry.facts;
  return `${placeText(places.of(entry))}: Because of its option ignoreChanges, Pulumi sends of ${quote(applied?.logicalName ?? '')} only what nobody else has set in the live object, and that cannot be told here. Apply it without the option.`;
}

function clientSideText(entry: IndexedObject, places: Places): string {
  const { applied } = entry.facts;
  return `${placeText(places.of(entry))}: The program updates ${quote(applied?.logicalName ?? '')} without server-side apply, whoever owns its fields; it is left out.`;
}

/**
 * A program decides within itself, and the one who makes the object comes first. What else is not of two programs is
 * applied in the order of the command line.
 */
function comesBefore(a: Participant, b: Participant, order: ReadonlyMap<IndexedObject, number>): boolean {
  if (isBefore(a, b)) return true;
  if (isBefore(b, a)) return false;
  if (isMaker(a.entry) !== isMaker(b.entry)) return isMaker(a.entry);
  if (a.entry.facts.form === 'pulumi' && b.entry.facts.form === 'pulumi') return false;
  return (order.get(a.entry) ?? 0) < (order.get(b.entry) ?? 0);
}
