/** Groups slices that become one Endpoints, and reports when the files do not show whether they share a cluster. */
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { groupBy } from '../../text/group.ts';
import { quote } from '../../text/quote.ts';
import type { OutcomeRemark } from '../outcome.ts';
import { remarkAt, type ObjectReading } from '../reading.ts';
import { applyPlaces, coexistenceOf, type Coexistence } from '../coexistence.ts';

type Index = Pick<Workspace, 'at'>;

export interface SliceSet {
  readonly readings: readonly ObjectReading[];
  /** True if other slices may be in the same cluster. */
  readonly isUnsure: boolean;
}

/** Groups the slices by cluster, in the order of the first slice of each group. */
export function groupSlices(slices: readonly ObjectReading[], index: Index): readonly SliceSet[] {
  const groups: { readonly members: ObjectReading[][]; isUnsure: boolean }[] = [];
  for (const own of groupBy(slices, ({ uri, entry }) => (entry ? placeOf(entry) : uri)).values()) {
    const near = groups.map(({ members }) =>
      members.map((other) => placesCoexistence(entriesOf(own), entriesOf(other), index)),
    );
    const joined = groups.find((_, i) => near[i]?.includes('together'));
    const group = joined ?? { members: [], isUnsure: false };
    for (const [i, found] of near.entries()) {
      const other = groups[i];
      const isSettled = found.every((each) => each === (other === joined ? 'together' : 'apart'));
      if (other && !isSettled) [other.isUnsure, group.isUnsure] = [true, true];
    }
    if (!joined) groups.push(group);
    group.members.push(own);
  }
  return groups.map(({ members, isUnsure }) => ({ readings: members.flat(), isUnsure }));
}

/** Finds objects elsewhere that the new Endpoints would duplicate or leave behind. */
export function surroundingObstacles(
  { readings, isUnsure }: SliceSet,
  first: ObjectReading,
  service: string,
  index: Index,
): readonly OutcomeRemark[] {
  const own = entriesOf(readings);
  const namespaces = [...new Set(own.flatMap(({ identities }) => identities.map(({ namespace }) => namespace)))];
  const around = (keyOf: (namespace: string) => string): ReadonlySet<Coexistence> => {
    const all = new Set(namespaces.flatMap((namespace) => index.at(keyOf(namespace))));
    const others = [...all].filter((each) => !own.includes(each) && !each.facts.kind.endsWith('Patch'));
    return new Set([...groupBy(others, placeOf).values()].map((each) => placesCoexistence(own, each, index)));
  };
  const endpoints = around((namespace) => keys.named('Endpoints', namespace, service));
  const slices = around((namespace) => keys.slicesOf(namespace, service));
  const messages: string[] = [];
  if (endpoints.has('together'))
    messages.push(`An Endpoints ${quote(service)} exists already. If it has the same endpoints, remove the slices.`);
  if (slices.has('together'))
    messages.push(
      `The Service ${quote(service)} has other slices that are not converted, and one Endpoints replaces all of them. Convert all of them together.`,
    );
  if (isUnsure || endpoints.has('unsure') || slices.has('unsure'))
    messages.push(
      `Other objects for the Service ${quote(service)} may be in another cluster. Put them into one folder or kustomization, or convert each folder separately.`,
    );
  return messages.map((message) => remarkAt(first, undefined, message));
}

function placeOf(entry: IndexedObject): string {
  return JSON.stringify([applyPlaces(entry), entry.facts.condition]);
}

function entriesOf(readings: readonly ObjectReading[]): readonly IndexedObject[] {
  return readings.flatMap(({ entry }) => entry ?? []);
}

/** Whether the objects of two places coexist in a cluster. */
function placesCoexistence(
  ours: readonly IndexedObject[],
  theirs: readonly IndexedObject[],
  index: Index,
): Coexistence {
  const [a, b] = [ours[0], theirs[0]];
  const found = a && b ? coexistenceOf(a, b, index) : 'unsure';
  if (found !== 'unsure') return found;
  // A cluster cannot contain two objects of the same kind and name.
  const names = new Set(ours.map(nameOf));
  return theirs.some((each) => nameOf(each) !== '' && names.has(nameOf(each))) ? 'apart' : 'unsure';
}

function nameOf({ facts: { kind, name } }: IndexedObject): string {
  return name.text === '' || !name.isKnown ? '' : `${kind} ${name.text}`;
}
