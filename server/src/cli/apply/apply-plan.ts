/** Plans the applies to one object: its live state, the participants and their order. */
import type { Applied } from '../../analysis/facts/apply-facts.ts';
import { intersection, isEmptySet } from '../../analysis/apply/field-set.ts';
import { isBefore } from '../../analysis/apply/forecast.ts';
import {
  isRandomManager,
  managerOf,
  mostAppliers,
  type ForecastBase,
  type Gathering,
  type Participant,
} from '../../analysis/apply/gathering.ts';
import { readOwners } from '../../analysis/apply/managed-fields.ts';
import { setFields } from '../../analysis/apply/config-fields.ts';
import { rootType } from '../../analysis/apply/shape.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { isPatchType } from '../../contract/contract.ts';
import { listed, quote } from '../../text/quote.ts';
import type { ApplyGroup, ApplyNotes } from './groups.ts';
import type { ApplyFilesOptions } from './apply-options.ts';
import { placeText, type Places } from '../object-places.ts';

export interface ApplyPlan {
  readonly gathering: Gathering;
  /** True where `a` is certainly applied before `b`. */
  readonly isBefore: (a: Participant, b: Participant) => boolean;
}

export interface PlanSettings extends Pick<ApplyFilesOptions, 'fieldManager' | 'isForced'> {
  readonly minor: number;
}

/** Undefined where several objects could be the live state, several programs create the object, or there are too many applies. */
export function applyPlanOf(
  group: ApplyGroup,
  places: Places,
  settings: PlanSettings,
  messages: ApplyNotes,
): ApplyPlan | undefined {
  const creators = group.entries.filter(isCreator);
  const several = [group.live, creators].find((entries) => entries.length > 1);
  if (several) {
    const where = listed(several.map((entry) => placeText(places.of(entry))));
    const what = several === creators ? 'program resources create' : 'objects are the live state of';
    messages.problems.push(
      `${several.length} ${what} ${groupTitle(group)}: ${where}. Only one is possible. Remove the others.`,
    );
    return undefined;
  }
  const base = baseOf(group, creators.length > 0);
  const live = base?.kind === 'live' ? base.participant.applied : undefined;
  const patches = group.entries.flatMap((entry) => {
    if (live && entry.facts.applied?.isIgnoring) messages.problems.push(ignoringText(entry, places));
    if (live && entry.facts.applied?.means === 'update' && entry.facts.form !== 'kubernetes') {
      messages.notes.push(clientSideText(entry, places));
      return [];
    }
    return participantIn(entry, live, settings) ?? [];
  });
  if (patches.length > mostAppliers) {
    messages.problems.push(
      `${groupTitle(group)} has ${patches.length} applies, and at most ${mostAppliers} can be simulated. Apply fewer files at a time.`,
    );
    return undefined;
  }
  const order = new Map(patches.map((each, i) => [each.entry, i]));
  return { gathering: { base, patches }, isBefore: (a, b) => comesBefore(a, b, order) };
}

export function groupTitle({ kind, namespace, name }: Pick<ApplyGroup, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name || '(without a name)'}`;
}

/** True for a program's resource that creates the object. A patch only changes it. */
function isCreator({ facts: { kind, form } }: IndexedObject): boolean {
  return !isPatchType(kind) && form === 'pulumi';
}

function baseOf({ live, services }: ApplyGroup, hasCreator: boolean): ForecastBase | undefined {
  const [entry] = live;
  const applied = entry?.facts.applied;
  if (entry && applied) {
    return { kind: 'live', participant: { entry, applied: { ...applied, means: 'live', manager: '' }, manager: '' } };
  }
  const [service] = services;
  return service && !hasCreator ? { kind: 'controller', service } : undefined;
}

/** A manifest is applied as by `kubectl apply --server-side`. */
function participantIn(
  entry: IndexedObject,
  live: Applied | undefined,
  settings: PlanSettings,
): Participant | undefined {
  const { applied, form } = entry.facts;
  if (!applied) return undefined;
  if (form === 'terraform') return { entry, applied, manager: managerOf(entry, applied) };
  if (form === 'kubernetes') {
    const manager = settings.fieldManager ?? 'kubectl';
    const force = settings.isForced ? 'yes' : 'no';
    return { entry, applied: { ...applied, means: 'apply', manager, force }, manager };
  }
  const own = applied.manager || (isCreator(entry) ? randomManagerIn(applied, live, settings.minor) : undefined);
  return { entry, applied, manager: own ?? managerOf(entry, applied) };
}

/** The random name of the program that created the live object. Undefined unless exactly one such manager owns these fields. */
function randomManagerIn({ config }: Applied, live: Applied | undefined, minor: number): string | undefined {
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
  return `${placeText(places.of(entry))}: ${quote(applied?.logicalName ?? '')} has the option ignoreChanges, so Pulumi sends only fields that no other manager has set. They cannot be known here. Remove the option.`;
}

function clientSideText(entry: IndexedObject, places: Places): string {
  const { applied } = entry.facts;
  const program = entry.facts.form === 'terraform' ? 'Terraform' : 'The program';
  return `${placeText(places.of(entry))}: ${program} updates ${quote(applied?.logicalName ?? '')} without server-side apply, which ignores field owners. This resource is skipped.`;
}

/** The order within a program, then the creator of the object, then the command line. The order of two programs is unknown. */
function comesBefore(a: Participant, b: Participant, order: ReadonlyMap<IndexedObject, number>): boolean {
  if (isBefore(a, b)) return true;
  if (isBefore(b, a)) return false;
  if (isCreator(a.entry) !== isCreator(b.entry)) return isCreator(a.entry);
  if (a.entry.facts.form === 'pulumi' && b.entry.facts.form === 'pulumi') return false;
  return (order.get(a.entry) ?? 0) < (order.get(b.entry) ?? 0);
}
