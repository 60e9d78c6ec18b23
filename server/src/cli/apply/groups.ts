/** Which objects of the named files are meant for one Endpoints or slice: those of one kind, namespace and name. */
import { providerNamespaceOf } from '../../analysis/facts/apply-settings.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { apiVersions, isPatchType, kindOfType, kinds } from '../../contract/contract.ts';
import type { Kind } from '../../contract/contract.ts';
import { groupOf } from '../../analysis/facts/naming.ts';
import { obstacleTo } from './apply-obstacle.ts';
import { placeText } from '../object-places.ts';
import type { Places } from '../object-places.ts';
import type { Sources } from '../sources.ts';
import { unreadIn } from '../unread.ts';

/** What is written for one object. */
export interface ApplyGroup {
  readonly kind: Kind;
  /** As it is shown: of what is known only later, the expression. */
  readonly namespace: string;
  readonly name: string;
  /** In the order of the command line. */
  readonly entries: readonly IndexedObject[];
  /** What a server has of it. */
  readonly live: readonly IndexedObject[];
  /** Services of this name whose addresses the endpoints controller writes. */
  readonly services: readonly IndexedObject[];
}

/** What is said beside the answer. */
export interface ApplyNotes {
  /** What keeps from any answer. */
  readonly problems: string[];
  /** What is left out, and why. */
  readonly notes: string[];
}

/** The groups in the order of the command line. `live` are the objects that were named as live state. */
export function groupsIn(
  files: Sources,
  live: readonly IndexedObject[],
  places: Places,
  said: ApplyNotes,
): readonly ApplyGroup[] {
  const entries = files.all().flatMap(({ uri }) => files.workspace.entriesIn(uri));
  for (const source of files.all()) said.problems.push(...unreadIn(source, files));
  const groups = new Map<string, Draft>();
  for (const entry of entries.filter(isOurs)) {
    if (!entry.facts.applied) {
      if (isMerged(entry)) said.notes.push(mergedText(entry, places));
      continue;
    }
    const obstacle = obstacleTo(entry, places);
    if (obstacle !== undefined) said.problems.push(obstacle);
    const target = applyObjectOf(entry, places);
    const group = groups.get(target.key) ?? { ...target, entries: [], live: [], services: [] };
    groups.set(target.key, group);
    (isLive(entry) ? group.live : group.entries).push(entry);
  }
  for (const entry of live) groups.get(applyObjectOf(entry, places).key)?.live.push(entry);
  for (const entry of entries.filter(isSelecting)) groups.get(applyObjectOf(entry, places).key)?.services.push(entry);
  return [...groups.values()].flatMap(byCluster);
}

interface Draft extends ApplyObject {
  readonly entries: IndexedObject[];
  readonly live: IndexedObject[];
  readonly services: IndexedObject[];
}

export interface ApplyObject {
  /** Equal for what means the same object. */
  readonly key: string;
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

/** Which object of a server this one means; what is not known is the same within a file only. */
export function applyObjectOf(entry: IndexedObject, places: Places): ApplyObject {
  const { facts, uri, ordinal } = entry;
  const namespace = facts.namespace?.text ?? (namespaceOfProvider(entry, places) || 'default');
  const name = facts.name.text;
  const isKnown = facts.name.isKnown && facts.namespace?.isKnown !== false;
  const kind = kindOfType(facts.kind);
  const within = isKnown ? [] : [uri, ...(name === '' ? [ordinal] : [])];
  return { key: JSON.stringify([kind, namespace, name, ...within]), kind, namespace, name };
}

function namespaceOfProvider(entry: IndexedObject, places: Places): string | undefined {
  if (entry.facts.form !== 'pulumi') return undefined;
  const { resource, document } = places.object(entry);
  return providerNamespaceOf(resource, document);
}

/** True for an object of one of our kinds, also for a part of one. */
export function isOurs({ facts: { kind, group } }: IndexedObject): boolean {
  return kinds.some((ours) => (kind === ours || kind === `${ours}Patch`) && group === groupOf(apiVersions[ours]));
}

function isLive({ facts }: IndexedObject): boolean {
  return facts.applied?.means === 'live';
}

/** True for a part of an object, which kustomize merges into another one. */
function isMerged({ facts }: IndexedObject): boolean {
  return facts.form === 'kubernetes' && isPatchType(facts.kind);
}

function mergedText(entry: IndexedObject, places: Places): string {
  const place = placeText(places.of(entry));
  return `${place}: This is a part of an object that kustomize merges into another one; it is left out. Apply what "kustomize build" prints.`;
}

function isSelecting({ facts: { kind, group, service } }: IndexedObject): boolean {
  return kind === 'Service' && group === '' && service?.selector === 'some' && service.type !== 'ExternalName';
}

/** What two providers or components make is not in one cluster, or not under one name: each is a resource of its own. */
function byCluster(group: Draft): readonly ApplyGroup[] {
  const clusters = new Set(group.entries.flatMap((entry) => clusterOf(entry) ?? []));
  if (clusters.size < 2) return [group];
  const isIn = (entry: IndexedObject, cluster: string): boolean => (clusterOf(entry) ?? cluster) === cluster;
  return [...clusters].map((cluster) => ({
    ...group,
    entries: group.entries.filter((entry) => isIn(entry, cluster)),
  }));
}

function clusterOf({ facts: { form, provider, applied } }: IndexedObject): string | undefined {
  return form === 'pulumi' ? `${provider} ${applied?.component ?? ''}` : undefined;
}
