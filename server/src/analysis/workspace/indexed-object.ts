/** Objects of files as the index holds them: their facts, and their names and namespaces in the cluster. */
import { differenceOf, spliced } from '../../text/difference.ts';
import { memo } from '../../text/memo.ts';
import { compareJson } from '../apply/json-value.ts';
import { isSameApplied } from '../facts/apply-facts.ts';
import type { ChartUse } from '../facts/chart-uses.ts';
import type { Facts } from '../facts/facts.ts';
import { folderOf, inCarrier, type Placement } from './placement.ts';

/** The name and namespace of an object after kustomizations, charts and providers have changed them. */
export interface Identity extends Pick<
  Placement,
  'isClosed' | 'isCertain' | 'isLabeled' | 'set' | 'root' | 'application'
> {
  /** Starts with `?` where it is unknown; equal for equal namespaces. Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** The text of the expression where the name is unknown; empty for an object without a name. */
  readonly name: string;
  /** The prefix and suffix that kustomizations add to the written name; empty where they leave it alone. */
  readonly prefix: string;
  readonly suffix: string;
}

export interface IndexedObject {
  readonly uri: string;
  /** Its index among the objects of the file. */
  readonly ordinal: number;
  readonly facts: Facts;
  readonly placements: readonly Placement[];
  /** One for each placement of the file. */
  readonly identities: readonly Identity[];
}

export function entriesOf(
  uri: string,
  facts: readonly Facts[],
  placements: readonly Placement[],
): readonly IndexedObject[] {
  return facts.map((each, ordinal) => entryOf(uri, ordinal, each, placements));
}

function entryOf(uri: string, ordinal: number, facts: Facts, placements: readonly Placement[]): IndexedObject {
  const identities = placements.map((placement) => identityOf(facts, facts.carrier ? inCarrier : placement, uri));
  return { uri, ordinal, facts, placements, identities };
}

/** The objects after an edit that changed the facts from `before` to `facts`. Unchanged objects keep their identity. */
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

export function isClusterScoped(kind: string): boolean {
  return clusterScoped.has(kind);
}

function identityOf(facts: Facts, placement: Placement, uri: string): Identity {
  const { isCertain, isLabeled, set, root, application } = placement;
  const { text, isKnown } = facts.name;
  const isRenamed = facts.kind !== 'Namespace' && isKnown && text !== '';
  const { prefix, suffix } = isRenamed ? placement : { prefix: '', suffix: '' };
  const namespace = isClusterScoped(facts.kind) ? '' : namespaceIn(facts, placement, uri);
  return {
    namespace,
    name: `${prefix}${text}${suffix}`,
    prefix,
    suffix,
    // A namespace that a release or a provider decides may hold objects from anywhere.
    isClosed: placement.isClosed && !namespace.startsWith('?'),
    isCertain: isCertain && facts.isUncertain !== true,
    isLabeled,
    set,
    root,
    application,
  };
}

/** `default` where neither a text nor a tool sets a namespace, as with kubectl's initial context. */
function namespaceIn({ form, namespace, provider, carrier }: Facts, placement: Placement, uri: string): string {
  if (carrier) return `?${carrier.isByFolder ? folderOf(uri) : uri} ${carrier.key} ${namespace?.text ?? ''}`;
  if (placement.namespace !== '' && form === 'kubernetes') return placement.namespace;
  // Providers with aliases may stand for other clusters. Names that are not known are the same within a module only.
  const module = form === 'terraform' ? folderOf(uri) : '';
  if (module !== '' && provider !== '') return `?${module} ${provider} ${namespace?.text ?? ''}`;
  if (namespace?.isKnown) return namespace.text;
  if (module !== '' && namespace) return `?${module} ${namespace.text}`;
  const isDelivered = form === 'kubernetes' && placement.fallback !== '';
  const isReleased = namespace === undefined || /^\{\{-? *\.Release\.Namespace *-?\}\}$/.test(namespace.text);
  if (isDelivered && (namespace === undefined || (placement.chart !== '' && isReleased))) return placement.fallback;
  if (placement.chart !== '' && isReleased) return `?${placement.chart}`;
  if (form === 'pulumi') return `?${uri} ${provider} ${namespace?.text ?? ''}`;
  return namespace === undefined ? 'default' : `?${placement.chart || uri} ${namespace.text}`;
}

/** Equal for objects of one place with equal facts, except for what they apply, and for the values of a chart that they use. */
const tokenOf = memo(({ uri, ordinal, facts, identities }: IndexedObject): string => {
  const { applied, sent, chartUses } = facts;
  const compared =
    applied || sent || chartUses ? { ...facts, applied: undefined, sent: undefined, chartUses: undefined } : facts;
  return `${uri} ${ordinal} ${JSON.stringify([compared, identities])}`;
});

/** After an edit, nearly all of thousands of uses are the same objects. */
function hasSameUses(a: readonly ChartUse[] = [], b: readonly ChartUse[] = []): boolean {
  return a.length === b.length && a.every((use, i) => use === b[i] || JSON.stringify(use) === JSON.stringify(b[i]));
}

/** True for two objects of one place with equal facts, except for what they apply. */
export function isSame(a: IndexedObject, b: IndexedObject | undefined): boolean {
  if (a === b) return true;
  return b !== undefined && tokenOf(a) === tokenOf(b) && hasSameUses(a.facts.chartUses, b.facts.chartUses);
}

export function areSame(a: readonly IndexedObject[], b: readonly IndexedObject[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, i) => isSame(entry, b[i])));
}

/** True where the objects of two lists of equal length apply the same. */
export function areSameApplied(a: readonly IndexedObject[], b: readonly IndexedObject[]): boolean {
  return a === b || a.every((entry, i) => appliesTheSame(entry.facts, b[i]?.facts));
}

export function appliesTheSame(a: Facts, b: Facts | undefined): boolean {
  return a === b || (b !== undefined && isSameApplied(a.applied, b.applied) && isSameSent(a.sent, b.sent));
}

function isSameSent(a: Facts['sent'], b: Facts['sent']): boolean {
  if (!a || !b) return a === b;
  return a.isWhole === b.isWhole && compareJson(a.config, b.config) === 'same';
}

/** For each object of `after` the equal one of `before`, which is used once; undefined where there is none. */
export function matchObjects(
  before: readonly IndexedObject[],
  after: readonly IndexedObject[],
): ReadonlyMap<IndexedObject, IndexedObject> {
  const left = new Map(before.map((entry) => [tokenOf(entry), entry]));
  const matches = new Map<IndexedObject, IndexedObject>();
  for (const entry of after) {
    const old = left.size > 0 ? left.get(tokenOf(entry)) : undefined;
    if (!old || !isSame(entry, old)) continue;
    left.delete(tokenOf(entry));
    matches.set(entry, old);
  }
  return matches;
}

/** Compares by file and, within a file, by ordinal. */
export function byPlace(a: IndexedObject, b: IndexedObject): number {
  return a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : a.ordinal - b.ordinal;
}
