/** Finds objects by what they are called and by what they say, over all files of a workspace. */
import { memo } from '../text/memo.ts';
import type { Facts } from './facts.ts';
import type { Placement } from './placement.ts';

/** What an object is called where it arrives. */
export interface Identity extends Pick<Placement, 'isClosed' | 'isCertain' | 'set' | 'root'> {
  /** Starts with `?` where it is not known; equal for objects that get the same one. */
  readonly namespace: string;
  /** The text of an expression where it is not known; empty for an object without a name. */
  readonly name: string;
  /** What kustomizations have put around the written name; empty where they leave it alone. */
  readonly prefix: string;
  readonly suffix: string;
}

/** An object of a file. */
export interface Entry {
  readonly uri: string;
  /** Its place among the objects of the file. */
  readonly ordinal: number;
  readonly facts: Facts;
  /** One for each placement of the file. */
  readonly identities: readonly Identity[];
}

/** The objects of a file, in order. */
export function entriesOf(uri: string, facts: readonly Facts[], placements: readonly Placement[]): readonly Entry[] {
  return facts.map((each, ordinal) => {
    const identities = placements.map((placement) => identityOf(each, placement, uri));
    return { uri, ordinal, facts: each, identities };
  });
}

const clusterScoped = new Set(['Node', 'Namespace', 'PersistentVolume', 'ClusterRole', 'ClusterRoleBinding']);

function identityOf(facts: Facts, placement: Placement, uri: string): Identity {
  const { isCertain, set, root } = placement;
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

/** Equal for objects of one place that say the same. Most objects are never compared. */
export const tokenOf = memo(
  ({ uri, ordinal, facts, identities }: Entry): string => `${uri} ${ordinal} ${JSON.stringify([facts, identities])}`,
);

/** The keys of the index. A kind outside of the core carries its group. */
export const keys = {
  /** Everything of a kind that is called so. */
  named: (kind: string, namespace: string, name: string) => `named ${kind} ${namespace} ${name}`,
  /** Everything of a kind in a namespace. */
  within: (kind: string, namespace: string) => `within ${kind} ${namespace}`,
  /** Everything of a kind that is called so in any namespace. */
  anywhere: (kind: string, name: string) => `anywhere ${kind} ${name}`,
  /** Services by their cluster address. */
  clusterIp: (ip: string) => `ip ${ip}`,
  /** EndpointSlices by the Service that they belong to. */
  slicesOf: (namespace: string, service: string) => `slices ${namespace} ${service}`,
  /** Argo CD's configuration. */
  argo: 'argo',
} as const;

export function kindKey(kind: string, group: string): string {
  return group === '' || kind.startsWith('EndpointSlice') ? kind : `${kind}.${group}`;
}

function keysOf({ facts, identities }: Entry): ReadonlySet<string> {
  const kind = kindKey(facts.kind, facts.group);
  const all = new Set<string>();
  for (const { namespace, name } of identities) {
    all.add(keys.within(kind, namespace));
    if (name !== '') all.add(keys.named(kind, namespace, name)).add(keys.anywhere(kind, name));
    if (facts.slice?.service) all.add(keys.slicesOf(namespace, facts.slice.service));
  }
  for (const ip of facts.service?.clusterIps ?? []) all.add(keys.clusterIp(ip));
  if (facts.exclusions !== undefined) all.add(keys.argo);
  return all;
}

interface Bucket {
  entries: Entry[];
  isSorted: boolean;
}

const none: readonly Entry[] = [];

/** The one index of a workspace. */
export class ResourceIndex {
  readonly #files = new Map<string, readonly Entry[]>();
  readonly #buckets = new Map<string, Bucket>();

  /** Puts the objects of a file in the place of those that it had, and returns the keys under which something changed. */
  replace(uri: string, entries: readonly Entry[]): ReadonlySet<string> {
    const before = this.#files.get(uri) ?? none;
    if (areSame(before, entries)) return new Set();
    const changed = new Set<string>();
    const known = new Map(before.map((entry) => [tokenOf(entry), entry]));
    const after = before.length === 0 ? entries : entries.map((entry) => known.get(tokenOf(entry)) ?? entry);
    const kept = new Set(after);
    const isKnown = new Set(before);
    for (const entry of before) if (!kept.has(entry)) this.#remove(entry, changed);
    for (const entry of after) if (!isKnown.has(entry)) this.#add(entry, changed);
    if (after.length > 0) this.#files.set(uri, after);
    else this.#files.delete(uri);
    return changed;
  }

  /** In the order of files and, within them, of places. */
  at(key: string): readonly Entry[] {
    const bucket = this.#buckets.get(key);
    if (!bucket) return none;
    if (!bucket.isSorted) {
      bucket.entries.sort(byPlace);
      bucket.isSorted = true;
    }
    return bucket.entries;
  }

  entriesIn(uri: string): readonly Entry[] {
    return this.#files.get(uri) ?? none;
  }

  *all(): Iterable<Entry> {
    for (const entries of this.#files.values()) yield* entries;
  }

  #remove(entry: Entry, changed: Set<string>): void {
    for (const key of keysOf(entry)) {
      changed.add(key);
      const bucket = this.#buckets.get(key);
      const left = bucket?.entries.filter((each) => each !== entry) ?? [];
      if (left.length > 0) this.#buckets.set(key, { entries: left, isSorted: bucket?.isSorted ?? true });
      else this.#buckets.delete(key);
    }
  }

  #add(entry: Entry, changed: Set<string>): void {
    for (const key of keysOf(entry)) {
      changed.add(key);
      const bucket = this.#buckets.get(key);
      // A list that was given away must not change.
      if (!bucket) this.#buckets.set(key, { entries: [entry], isSorted: true });
      else if (bucket.isSorted) this.#buckets.set(key, { entries: [...bucket.entries, entry], isSorted: false });
      else bucket.entries.push(entry);
    }
  }
}

/** Compares by file and, within it, by place. */
export function byPlace(a: Entry, b: Entry): number {
  return a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : a.ordinal - b.ordinal;
}

/** True for objects of the same places that say the same. */
export function areSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, i) => isSame(entry, b[i])));
}

function isSame(a: Entry, b: Entry | undefined): boolean {
  return a === b || (b !== undefined && tokenOf(a) === tokenOf(b));
}
