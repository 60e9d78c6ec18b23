/** Finds objects by name, kind and content over all files of a workspace. */
import { isAskedKind } from '../../contract/asked-kinds.ts';
import { differenceOf, spliced } from '../../text/difference.ts';
import { fileOfKey, isAppliedKey, keys, keysOf, kindOfKey } from './index-keys.ts';
import {
  appliesTheSame,
  areSame,
  areSameApplied,
  byPlace,
  matchObjects,
  type IndexedObject,
} from './indexed-object.ts';

interface Bucket {
  entries: IndexedObject[];
  isSorted: boolean;
  /** Removed from the entries before the next answer, all at once: a new delivery can move thousands of objects. */
  gone?: Set<IndexedObject>;
}

const none: readonly IndexedObject[] = [];

/** The objects of all files, by the keys of `index-keys`. Every list that it returns is immutable. */
export class ResourceIndex {
  readonly #files = new Map<string, readonly IndexedObject[]>();
  readonly #buckets = new Map<string, Bucket>();
  #tellRest: (() => void) | undefined;
  #onQuestion: ((key: string) => void) | undefined;

  /** Calls `tell` once, before the first question about a kind that no rule asks for by itself (see `isAskedKind`). */
  awaitRest(tell: () => void): void {
    this.#tellRest = tell;
  }

  /** Calls the function before each question, to add the objects that may be under its key. */
  awaitQuestions(onQuestion: (key: string) => void): void {
    this.#onQuestion = onQuestion;
  }

  /** Replaces the objects of a file and returns the keys whose answers changed. */
  replace(uri: string, entries: readonly IndexedObject[]): ReadonlySet<string> {
    const before = this.#files.get(uri) ?? none;
    if (before.length === 0) return this.#addAll(uri, entries);
    const difference = differenceOf(before, entries);
    const [gone, come] = [
      before.slice(difference.start, difference.before),
      entries.slice(difference.start, difference.after),
    ];
    if (areSame(gone, come) && areSameApplied(gone, come)) return new Set();
    const changed = new Set<string>();
    const matches = matchObjects(gone, come);
    const made = come.map((entry) => {
      const old = matches.get(entry);
      if (!old) return entry;
      if (appliesTheSame(old.facts, entry.facts)) return old;
      this.#swap(old, entry, changed);
      return entry;
    });
    const matched = new Set(matches.values());
    for (const entry of gone) if (!matched.has(entry)) this.#remove(entry, changed);
    for (const entry of come) if (!matches.has(entry)) this.#add(entry, changed);
    noteFile(uri, changed);
    const after = made.every((entry, i) => entry === come[i]) ? entries : spliced(before, difference, made);
    if (after.length > 0) this.#files.set(uri, after);
    else this.#files.delete(uri);
    return changed;
  }

  #addAll(uri: string, entries: readonly IndexedObject[]): ReadonlySet<string> {
    const changed = new Set<string>();
    if (entries.length > 0) this.#files.set(uri, entries);
    for (const entry of entries) this.#add(entry, changed);
    noteFile(uri, changed);
    return changed;
  }

  /** The objects under the key, sorted by file and ordinal; empty where there are none. */
  at(key: string): readonly IndexedObject[] {
    if (this.#tellRest && !isAskedKind(kindOfKey(key))) {
      const tell = this.#tellRest;
      this.#tellRest = undefined;
      tell();
    }
    this.#onQuestion?.(key);
    const file = fileOfKey(key);
    if (file !== undefined) return this.entriesIn(file);
    const bucket = this.#bucketAt(key);
    if (!bucket) return none;
    if (!bucket.isSorted) {
      bucket.entries.sort(byPlace);
      bucket.isSorted = true;
    }
    return bucket.entries;
  }

  #bucketAt(key: string): Bucket | undefined {
    const bucket = this.#buckets.get(key);
    const { gone } = bucket ?? {};
    if (!bucket || !gone) return bucket;
    const left = bucket.entries.filter((each) => !gone.has(each));
    if (left.length === 0) {
      this.#buckets.delete(key);
      return undefined;
    }
    const swept = { entries: left, isSorted: bucket.isSorted };
    this.#buckets.set(key, swept);
    return swept;
  }

  entriesIn(uri: string): readonly IndexedObject[] {
    return this.#files.get(uri) ?? none;
  }

  *all(): Iterable<IndexedObject> {
    for (const entries of this.#files.values()) yield* entries;
  }

  /** Replaces an object by one that differs only in what it applies. */
  #swap(old: IndexedObject, entry: IndexedObject, changed: Set<string>): void {
    const [before, after] = [new Set(keysOf(old)), new Set(keysOf(entry))];
    this.#remove(old, changed, without(before, after));
    this.#add(entry, changed, without(after, before));
    for (const key of before) {
      const bucket = after.has(key) ? this.#bucketAt(key) : undefined;
      if (!bucket) continue;
      // The list may have been returned, so it is copied.
      const entries = bucket.entries.map((each) => (each === old ? entry : each));
      this.#buckets.set(key, { ...bucket, entries });
      if (isAppliedKey(key)) changed.add(key);
    }
  }

  #remove(entry: IndexedObject, changed: Set<string>, from: Iterable<string> = keysOf(entry)): void {
    for (const key of from) {
      changed.add(key);
      const bucket = this.#buckets.get(key);
      if (!bucket) continue;
      const gone = (bucket.gone ??= new Set()).add(entry);
      if (gone.size * 2 > bucket.entries.length) this.#bucketAt(key);
    }
  }

  #add(entry: IndexedObject, changed: Set<string>, to: Iterable<string> = keysOf(entry)): void {
    for (const key of to) {
      changed.add(key);
      const bucket = this.#buckets.get(key);
      // An object that comes back before the next answer is still there.
      if (bucket?.gone?.delete(entry)) continue;
      // A sorted list may have been returned, so it is copied.
      if (!bucket) this.#buckets.set(key, { entries: [entry], isSorted: true });
      else if (bucket.isSorted)
        this.#buckets.set(key, { ...bucket, entries: [...bucket.entries, entry], isSorted: false });
      else bucket.entries.push(entry);
    }
  }
}

/** What objects apply does not count for the objects of a file. */
function noteFile(uri: string, changed: Set<string>): void {
  for (const key of changed) {
    if (isAppliedKey(key)) continue;
    changed.add(keys.inFile(uri));
    return;
  }
}

function without(keys: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...keys].filter((key) => !others.has(key));
}

/** True where the two answers to a key are equal. What objects apply counts only under an `applied` key. */
export function areSameAt(key: string, a: readonly IndexedObject[], b: readonly IndexedObject[]): boolean {
  return areSame(a, b) && (!isAppliedKey(key) || areSameApplied(a, b));
}
