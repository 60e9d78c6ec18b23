/** Applies patches to Endpoints and EndpointSlices, so that a picture shows what the API server has afterwards, and who owns what. */
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { groupBy } from '../../text/group.ts';
import { listed } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { conflictWords, dependsOnOrder } from '../apply/apply-listing.ts';
import type { Live } from '../apply/apply-step.ts';
import { roleOf } from '../apply/apply-words.ts';
import { forecast, isOwner, type Forecast } from '../apply/forecast.ts';
import { participantsIn, randomManagerStart } from '../apply/gathering.ts';
import { memberOf, valueAt } from '../apply/json-value.ts';
import { obstacleText } from '../apply/obstacle.ts';
import { ownedParts, ownerText } from '../apply/owners.ts';
import { isApplyOptionField } from '../apply/provider-annotations.ts';
import type { LocateField } from '../traffic/report.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RefusedPatch } from './refused-patch.ts';

export interface PatchSources {
  /** Undefined for an object that is in no text. */
  readonly aroundOf: (entry: IndexedObject) => RelatedObjects | undefined;
  readonly locate: LocateField;
  /** The Kubernetes minor version. */
  readonly minor: number;
}

/** An object after its patches. */
export interface ObjectAfterPatches {
  /** With the content of the result. */
  readonly entry: IndexedObject;
  /** The object before the patches; undefined where no file has it. */
  readonly base: IndexedObject | undefined;
  /** The patches that were applied, or refused. */
  readonly patches: readonly IndexedObject[];
  /** Those who own a part of it, such as `platform, kubectl-client-side-apply`. */
  readonly managers: string;
  /** Those who own its addresses. */
  readonly addressOwners: readonly string[];
  readonly refused: readonly RefusedPatch[];
  /** The object that writes the field of the result. */
  readonly sourceOf: (path: Path) => IndexedObject;
}

/** The result of all applies to the object, in the written order; a sentence where it is not known. */
export function patchedObject(
  entry: IndexedObject,
  { aroundOf, locate, minor }: PatchSources,
): { readonly object?: ObjectAfterPatches; readonly remarks: readonly string[] } {
  const title = patchTitle(entry);
  const placeOf = (at: IndexedObject, path: Path = ['metadata', 'name']): string => {
    const { file, range } = locate(at, path) ?? {};
    return file === undefined ? at.facts.kind : `${file}${range ? `:${range[0]}` : ''}`;
  };
  const around = aroundOf(entry);
  const obstacle = around && obstacleText(around, minor, placeOf);
  const all = around && obstacle === undefined ? forecast(around, minor) : undefined;
  const after = all?.runs[0]?.after ?? all?.start;
  if (!all || !after) return { remarks: [`${title} after its patches is not known. ${obstacle ?? ''}`.trim()] };
  const remarks = dependsOnOrder(all)
    ? [`The order of the patches of ${title} is not fixed, and the result depends on it. The written order is drawn.`]
    : [];
  return { object: objectAfter(all, after, entry), remarks: [...remarks, ...absentRemarks(all, title)] };
}

/** `Endpoints shop/db`. */
export function patchTitle({ facts, identities }: IndexedObject): string {
  const namespace = identities[0]?.namespace ?? '';
  const start = namespace === '' || namespace.startsWith('?') ? '' : `${namespace}/`;
  return `${facts.kind.replace(/Patch$/, '')} ${start}${facts.name.text}`;
}

function absentRemarks({ base }: Forecast, title: string): readonly string[] {
  if (!base) return [`${title} is in none of the files: only what its patches write is drawn.`];
  return base.kind === 'controller'
    ? [`The endpoints controller writes the addresses of ${title}: only what its patches write is drawn.`]
    : [];
}

function objectAfter(all: Forecast, after: Live, entry: IndexedObject): ObjectAfterPatches {
  const participants = participantsIn(all);
  const base = all.base && all.base.kind !== 'controller' ? all.base.participant.entry : undefined;
  const parts = ownedParts(after, all.minor);
  const applied = (all.runs[0]?.applies ?? []).filter(({ outcome }) => outcome.kind === 'result');
  // Of several owners of a value, the last one wrote it.
  const writers = [
    ...applied.map(({ participant }) => participant).toReversed(),
    ...participants.filter((each) => each.entry === base),
  ];
  const ownersAt = (path: Path) =>
    parts.findLast((part) => part.owners.length > 0 && part.path.every((step, i) => path[i] === step))?.owners ?? [];
  const sourceOf = (path: Path): IndexedObject => {
    const owners = path[0] === 'metadata' && path[1] === 'name' ? [] : ownersAt(path);
    const writer = writers.find(
      (each) => owners.some((owner) => isOwner(each, owner)) && valueAt(each.applied.config, path) !== undefined,
    );
    return writer?.entry ?? base ?? entry;
  };
  const wordsOf = (owner: Live['owners'][number]): string => {
    const participant = participants.find((each) => isOwner(each, owner));
    if (!participant) return ownerText(owner);
    const isRandom = owner.manager.startsWith(randomManagerStart);
    return isRandom ? roleOf(participant) : `${owner.manager} (${roleOf(participant)})`;
  };
  return {
    entry: entryAfter(base ?? entry, after),
    base,
    patches: all.patches.map((each) => each.entry),
    managers: listed([...new Set(after.owners.map(wordsOf))]),
    addressOwners: [...new Set(['subsets', 'endpoints'].flatMap((list) => ownersAt([list])).map(wordsOf))],
    refused: refusedIn(all),
    sourceOf,
  };
}

function entryAfter(entry: IndexedObject, { object }: Live): IndexedObject {
  const { facts } = entry;
  const { applied, slice } = facts;
  const label = memberOf(memberOf(memberOf(object, 'metadata'), 'labels'), serviceNameLabel);
  const target = typeof label === 'string' ? { text: label, isKnown: true } : slice?.target;
  return {
    ...entry,
    facts: {
      ...facts,
      kind: kindOfType(facts.kind),
      ...(applied ? { applied: { ...applied, config: object } } : {}),
      ...(slice && target ? { slice: { ...slice, target } } : {}),
    },
  };
}

/** The patches that fail in the written order. */
function refusedIn({ runs, patches }: Forecast): readonly RefusedPatch[] {
  return (runs[0]?.applies ?? []).flatMap(({ participant, outcome }): readonly RefusedPatch[] => {
    if (outcome.kind === 'result' || !patches.includes(participant)) return [];
    const own = { entry: participant.entry, manager: participant.manager, config: participant.applied.config };
    if (outcome.kind === 'rejected') {
      const causes = outcome.causes.map(({ message }) => message).join('; ');
      return [{ ...own, code: 'rejected', rule: null, message: `The API server rejects this patch: ${causes}.` }];
    }
    // The annotations that say how Pulumi applies a patch differ in each.
    const worth = outcome.conflicts.filter(({ steps }) => !isApplyOptionField(steps));
    const words = conflictWords(worth.length > 0 ? worth : outcome.conflicts);
    const message = `The API server refuses this patch with a conflict: ${words}.`;
    return [{ ...own, code: 'conflict', rule: 'apply-conflict', message }];
  });
}

/** The patches among the objects, each group for one object. */
export function patchGroups(entries: readonly IndexedObject[]): readonly (readonly IndexedObject[])[] {
  const patches = entries.filter(({ facts }) => isPatchType(facts.kind) && facts.applied);
  return [...groupBy(patches, (each) => patchTitle(each)).values()];
}
