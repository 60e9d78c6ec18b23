/** Finds objects by what they are called and by what they say, over all files of a workspace. */
import { isAskedKind } from '../../contract/asked-kinds.ts';
import { kindOfType } from '../../contract/contract.ts';
import type { Kind } from '../../contract/contract.ts';
import { blockOf } from '../../contract/ip.ts';
import { differenceOf, spliced } from '../../text/difference.ts';
import { memo } from '../../text/memo.ts';
import { isSameApplied } from '../facts/apply-facts.ts';
import type { Facts } from '../facts/facts.ts';
import type { Placement } from './placement.ts';

/** What an object is called where it arrives. */
export interface Identity extends Pick<Placement, 'isClosed' | 'isCertain' | 'isLabeled' | 'set' | 'root'> {
  /** Starts with `?` where it is not known; equal for objects that get the same one. */
  readonly namespace: string;
  /** The text of an expression where it is not known; empty for an object without a name. */
  readonly name: string;
  /** What kustomizations have put around the written name; empty where they leave it alone. */
  readonly prefix: string;
  readonly suffix: string;
}

/** An object of a file. */
export interface IndexedObject {
  readonly uri: string;
  /** Its place among the objects of the file. */
  readonly ordinal: number;
  readonly facts: Facts;
  readonly placements: readonly Placement[];
  /** One for each placement of the file. */
  readonly identities: readonly Identity[];
}

/** The objects of a file, in order. */
export function entriesOf(
  uri: string,
  facts: readonly Facts[],
  placements: readonly Placement[],
): readonly IndexedObject[] {
  return facts.map((each, ordinal) => entryOf(uri, ordinal, each, placements));
}

function entryOf(uri: string, ordinal: number, facts: Facts, placements: readonly Placement[]): IndexedObject {
  const identities = placements.map((placement) => identityOf(facts, placement, uri));
  return { uri, ordinal, facts, placements, identities };
}

/** The same in the places of `entries`, whose facts were `before`: those that stay are the very same objects. */
export function entriesAfter(
  entries: readonly IndexedObject[],
  before: readonly Facts[],
  facts: readonly Facts[],
): readonly IndexedObject[] {
  const difference = differenceOf(before, facts);
  const [first] = entries;
  const made = facts
    .slice(difference.start, difference.after)
    .map((each, i) => entryOf(first?.uri ?? '', difference.start + i, each, first?.placements ?? []));
  return spliced(entries, difference, made);
}

const clusterScoped = new Set(['Node', 'Namespace', 'PersistentVolume', 'ClusterRole', 'ClusterRoleBinding']);

function identityOf(facts: Facts, placement: Placement, uri: string): Identity {
  const { isCertain, isLabeled, set, root } = placement;
  const { text, isKnown } = facts.name;
  const isRenamed = facts.kind !== 'Namespace' && isKnown && text !== '';
  const { prefix, suffix } = isRenamed ? placement : { prefix: '', suffix: '' };
  const namespace = isClusterScoped(facts.kind) ? '' : namespaceIn(facts, placement, uri);
  return {
    namespace,
    name: `${prefix}${text}${suffix}`,
    prefix,
    suffix,
    // What a release or a provider decides may have partners anywhere.
    isClosed: placement.isClosed && !namespace.startsWith('?'),
    isCertain,
    isLabeled,
    set,
    root,
  };
}

/** True for a kind whose objects stand in no namespace. */
export function isClusterScoped(kind: string): boolean {
  return clusterScoped.has(kind);
}

/** Where kubectl's context or nobody else decides, it is `default`. */
function namespaceIn({ form, namespace, provider }: Facts, placement: Placement, uri: string): string {
  if (placement.namespace !== '' && form === 'kubernetes') return placement.namespace;
  if (namespace?.isKnown) return namespace.text;
  const isReleased = namespace === undefined || /^\{\{-? *\.Release\.Namespace *-?\}\}$/.test(namespace.text);
  if (placement.chart !== '' && isReleased) return `?${placement.chart}`;
  if (form === 'pulumi') return `?${uri} ${provider} ${namespace?.text ?? ''}`;
  return namespace === undefined ? 'default' : `?${placement.chart || uri} ${namespace.text}`;
}

/** Equal for objects of one place that say the same, whatever they apply. Most objects are never compared. */
const tokenOf = memo(({ uri, ordinal, facts, identities }: IndexedObject): string => {
  const said = facts.applied ? { ...facts, applied: undefined } : facts;
  return `${uri} ${ordinal} ${JSON.stringify([said, identities])}`;
});

/** The keys of the index. A kind outside of the core carries its group. */
export const keys = {
  /** Everything of a kind that is called so. */
  named: (kind: string, namespace: string, name: string) => `named ${kind} ${namespace} ${name}`,
  /** Everything of a kind in a namespace. */
  within: (kind: string, namespace: string) => `within ${kind} ${namespace}`,
  /** Everything of a kind that is called so in any namespace. */
  anywhere: (kind: string, name: string) => `anywhere ${kind} ${name}`,
  /** Services by the block that a cluster address of theirs is in: of thousands of addresses, not each is asked for. */
  clusterIpsIn: (block: string) => `ips ${block}`,
  /** EndpointSlices by the Service that they belong to. */
  slicesOf: (namespace: string, service: string) => `slices ${namespace} ${service}`,
  /** Argo CD's configuration. */
  argo: 'argo',
  /** Objects of a kind of ours, and patches of them, that are called so. Under this key alone they are compared by what they apply, too. */
  applied: (kind: Kind, namespace: string, name: string) => `applied ${kind} ${namespace} ${name}`,
} as const;

/** The kind that a key asks for; that of a Service or of one of ours where it names none. */
function kindIn(key: string): string {
  const [way = '', kind = ''] = key.split(' ', 2);
  return way === 'named' || way === 'within' || way === 'anywhere' ? kind : 'Service';
}

/** True for a key under which objects are compared by what they apply. */
export function isAppliedKey(key: string): boolean {
  return key.startsWith('applied ');
}

export function kindKey(kind: string, group: string): string {
  return group === '' || kind.startsWith('EndpointSlice') ? kind : `${kind}.${group}`;
}

/** The keys under which the object stands, each once. */
function keysOf(entry: IndexedObject): readonly string[] {
  const all = allKeysOf(entry);
  const isPlain = entry.identities.length === 1 && !entry.facts.service;
  return isPlain ? all : [...new Set(all)];
}

function allKeysOf({ facts, identities }: IndexedObject): readonly string[] {
  const kind = kindKey(facts.kind, facts.group);
  const all: string[] = [];
  for (const { namespace, name } of identities) {
    all.push(keys.within(kind, namespace));
    if (name !== '') all.push(keys.named(kind, namespace, name), keys.anywhere(kind, name));
    if (name !== '' && facts.applied) all.push(keys.applied(kindOfType(facts.kind), namespace, name));
    if (facts.slice?.service) all.push(keys.slicesOf(namespace, facts.slice.service));
  }
  for (const ip of facts.service?.clusterIps ?? []) all.push(keys.clusterIpsIn(blockOf(ip)));
  if (facts.exclusions !== undefined) all.push(keys.argo);
  return all;
}

interface Bucket {
  entries: IndexedObject[];
  isSorted: boolean;
}

const none: readonly IndexedObject[] = [];

/** The one index of a workspace. */
export class ResourceIndex {
  readonly #files = new Map<string, readonly IndexedObject[]>();
  readonly #buckets = new Map<string, Bucket>();
  #tellRest: (() => void) | undefined;

  /** Notes that there are objects of other kinds than rules ask for by themselves: told of before one of those is. */
  awaitRest(tell: () => void): void {
    this.#tellRest = tell;
  }

  /** Puts the objects of a file in the place of those that it had, and returns the keys under which something changed. */
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
    const left = new Map(gone.map((entry) => [tokenOf(entry), entry]));
    const added: IndexedObject[] = [];
    const made = come.map((entry) => {
      const old = left.size > 0 ? left.get(tokenOf(entry)) : undefined;
      if (!old) {
        added.push(entry);
        return entry;
      }
      left.delete(tokenOf(entry));
      if (isSameApplied(old.facts.applied, entry.facts.applied)) return old;
      this.#swap(old, entry, changed);
      return entry;
    });
    for (const entry of left.values()) this.#remove(entry, changed);
    for (const entry of added) this.#add(entry, changed);
    const after = made.every((entry, i) => entry === come[i]) ? entries : spliced(before, difference, made);
    if (after.length > 0) this.#files.set(uri, after);
    else this.#files.delete(uri);
    return changed;
  }

  /** Of a file that is new nothing needs to be compared. */
  #addAll(uri: string, entries: readonly IndexedObject[]): ReadonlySet<string> {
    const changed = new Set<string>();
    if (entries.length > 0) this.#files.set(uri, entries);
    for (const entry of entries) this.#add(entry, changed);
    return changed;
  }

  /** In the order of files and, within them, of places. */
  at(key: string): readonly IndexedObject[] {
    if (this.#tellRest && !isAskedKind(kindIn(key))) {
      const tell = this.#tellRest;
      this.#tellRest = undefined;
      tell();
    }
    const bucket = this.#buckets.get(key);
    if (!bucket) return none;
    if (!bucket.isSorted) {
      bucket.entries.sort(byPlace);
      bucket.isSorted = true;
    }
    return bucket.entries;
  }

  entriesIn(uri: string): readonly IndexedObject[] {
    return this.#files.get(uri) ?? none;
  }

  *all(): Iterable<IndexedObject> {
    for (const entries of this.#files.values()) yield* entries;
  }

  /** Puts an object in the place of one that says the same but for what it applies. */
  #swap(old: IndexedObject, entry: IndexedObject, changed: Set<string>): void {
    const [before, after] = [new Set(keysOf(old)), new Set(keysOf(entry))];
    this.#remove(old, changed, without(before, after));
    this.#add(entry, changed, without(after, before));
    for (const key of before) {
      const bucket = after.has(key) ? this.#buckets.get(key) : undefined;
      if (!bucket) continue;
      // A list that was given away must not change.
      const entries = bucket.entries.map((each) => (each === old ? entry : each));
      this.#buckets.set(key, { ...bucket, entries });
      if (isAppliedKey(key)) changed.add(key);
    }
  }

  #remove(entry: IndexedObject, changed: Set<string>, from: Iterable<string> = keysOf(entry)): void {
    for (const key of from) {
      changed.add(key);
      const bucket = this.#buckets.get(key);
      const left = bucket?.entries.filter((each) => each !== entry) ?? [];
      if (left.length > 0) this.#buckets.set(key, { entries: left, isSorted: bucket?.isSorted ?? true });
      else this.#buckets.delete(key);
    }
  }

  #add(entry: IndexedObject, changed: Set<string>, to: Iterable<string> = keysOf(entry)): void {
    for (const key of to) {
      changed.add(key);
      const bucket = this.#buckets.get(key);
      // A list that was given away must not change.
      if (!bucket) this.#buckets.set(key, { entries: [entry], isSorted: true });
      else if (bucket.isSorted) this.#buckets.set(key, { entries: [...bucket.entries, entry], isSorted: false });
      else bucket.entries.push(entry);
    }
  }
}

function without(keys: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...keys].filter((key) => !others.has(key));
}

/** Compares by file and, within it, by place. */
export function byPlace(a: IndexedObject, b: IndexedObject): number {
  return a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : a.ordinal - b.ordinal;
}

/** True for objects of the same places that say the same, as far as it matters to those who asked under the key. */
export function areSameAt(key: string, a: readonly IndexedObject[], b: readonly IndexedObject[]): boolean {
  return areSame(a, b) && (!isAppliedKey(key) || areSameApplied(a, b));
}

/** True for objects of the same places that say the same, whatever they apply. */
export function areSame(a: readonly IndexedObject[], b: readonly IndexedObject[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, i) => isSame(entry, b[i])));
}

/** True for two objects of one place that say the same, whatever they apply. */
export function isSame(a: IndexedObject, b: IndexedObject | undefined): boolean {
  return a === b || (b !== undefined && tokenOf(a) === tokenOf(b));
}

function areSameApplied(a: readonly IndexedObject[], b: readonly IndexedObject[]): boolean {
  return a === b || a.every((entry, i) => isSameApplied(entry.facts.applied, b[i]?.facts.applied));
}
