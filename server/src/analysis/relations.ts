/** Who belongs together: which Service, Endpoints, slices and patches meet, as far as that can be told from texts. */
import { isCompatible } from './condition.ts';
import { folderOf } from './placement.ts';
import { keys, kindKey } from './resource-index.ts';
import type { Entry, Identity } from './resource-index.ts';
import type { Around } from './workspace.ts';

/**
 * The objects of a kind that are called as this one is, from the nearest place: the same file, the same folder,
 * then the longest way together. A repository may hold the same objects for several clusters.
 */
export function namesakes(around: Pick<Around, 'entry' | 'at'>, kind: string): readonly Entry[] {
  return unique(around.entry.identities.flatMap((identity) => namesakesOf(around, identity, kind)));
}

/** The same where all that is said of them holds when they meet; undefined where something may change it before. */
export function certainNamesakes(around: Around, kind: string): readonly Entry[] | undefined {
  const found = around.entry.identities.flatMap((identity) =>
    namesakesOf(around, identity, kind).map((entry) => ({
      entry,
      isCertain:
        identity.isCertain &&
        isCertain(entry, identity) &&
        isCompatible(around.entry.facts.condition, entry.facts.condition),
    })),
  );
  return found.every((each) => each.isCertain) ? unique(found.map(({ entry }) => entry)) : undefined;
}

function namesakesOf(
  { entry, at }: Pick<Around, 'entry' | 'at'>,
  { namespace, name }: Identity,
  kind: string,
): readonly Entry[] {
  if (name === '') return [];
  // One expression or template means different things in different places.
  const isShared = entry.facts.name.isKnown || namespace.startsWith('?');
  return nearest(
    at(keys.named(kind, namespace, name)).filter((each) => each !== entry && (isShared || each.uri === entry.uri)),
    entry.uri,
  );
}

function isCertain({ identities }: Entry, { namespace, name }: Identity): boolean {
  return identities.every((each) => each.namespace !== namespace || each.name !== name || each.isCertain);
}

/** The EndpointSlices of the Service that is called as this object is. */
export function slicesOf({ entry, at }: Pick<Around, 'entry' | 'at'>): readonly Entry[] {
  const found = entry.identities.flatMap(({ namespace }) => at(keys.slicesOf(namespace, entry.facts.name.text)));
  return nearest(unique(found), entry.uri);
}

/** Those of the entries whose files are nearest to the file. */
export function nearest(entries: readonly Entry[], uri: string): readonly Entry[] {
  const scores = entries.map((entry) => closeness(entry.uri, uri));
  const best = Math.max(...scores, -1);
  return entries.filter((_, i) => scores[i] === best);
}

function closeness(a: string, b: string): number {
  if (a === b) return Infinity;
  const [ours, theirs] = [folderOf(a), folderOf(b)];
  if (ours === theirs) return 1_000;
  const [left, right] = [ours.split('/'), theirs.split('/')];
  const apart = left.findIndex((part, i) => part !== right[i]);
  return apart < 0 ? left.length : apart;
}

/** Another object that something refers to: by kind and name, in the namespace or in none. */
export function referents(around: Around, kind: string, group: string, name: string): readonly Entry[] {
  return around.at(keys.anywhere(kindKey(kind, group), name));
}

/** True where the two can be in one namespace: it is the same, or one of them is not known. */
export function mayMeet(a: Entry, b: Entry): boolean {
  const isUnknown = ({ namespace }: Identity): boolean => namespace.startsWith('?') || namespace === '';
  return a.identities.some((one) =>
    b.identities.some((two) => one.namespace === two.namespace || isUnknown(one) || isUnknown(two)),
  );
}

function unique(entries: readonly Entry[]): readonly Entry[] {
  return [...new Set(entries)];
}
