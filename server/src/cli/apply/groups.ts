/** Groups the objects in files by the Endpoints or EndpointSlice that they apply to. */
import { providerNamespaceOf } from '../../analysis/facts/apply-settings.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { apiVersions, isPatchType, kindOfType, kinds, type Kind } from '../../contract/contract.ts';
import { groupOf } from '../../analysis/facts/naming.ts';
import { obstacleTo } from './apply-obstacle.ts';
import { placeText, type Places } from '../object-places.ts';
import type { Sources } from '../sources.ts';
import { unreadIn } from '../unread.ts';

export interface ApplyObject {
  /** Equal for the same object. */
  readonly key: string;
  readonly kind: Kind;
  /** As shown; the expression, if the value is unknown. */
  readonly namespace: string;
  readonly name: string;
}

export interface ApplyGroup extends ApplyObject {
  /** In the order of the command line. */
  readonly entries: IndexedObject[];
  readonly live: IndexedObject[];
  /** Services of this name with a selector: the endpoints controller writes the addresses. */
  readonly services: IndexedObject[];
}

export interface ApplyNotes {
  /** With any of these, nothing is forecast. */
  readonly problems: string[];
  readonly notes: string[];
}

/** The groups, in the order of the command line. `live` are the objects in the file of --live. */
export function groupsIn(
  files: Sources,
  live: readonly IndexedObject[],
  places: Places,
  messages: ApplyNotes,
): readonly ApplyGroup[] {
  const entries = files.all().flatMap(({ uri }) => files.workspace.entriesIn(uri));
  for (const source of files.all()) messages.problems.push(...unreadIn(source, files));
  const groups = new Map<string, ApplyGroup>();
  for (const entry of entries.filter(isOurs)) {
    if (!entry.facts.applied) {
      if (isMerged(entry)) messages.notes.push(mergedText(entry, places));
      continue;
    }
    const obstacle = obstacleTo(entry, places);
    if (obstacle !== undefined) messages.problems.push(obstacle);
    const target = applyObjectOf(entry, places);
    const group = groups.get(target.key) ?? { ...target, entries: [], live: [], services: [] };
    groups.set(target.key, group);
    (isLive(entry) ? group.live : group.entries).push(entry);
  }
  for (const entry of live) groups.get(applyObjectOf(entry, places).key)?.live.push(entry);
  for (const entry of entries.filter(isSelecting)) groups.get(applyObjectOf(entry, places).key)?.services.push(entry);
  return [...groups.values()].flatMap(byCluster);
}

/** The object that an entry applies to. Unknown names are equal only within a file. */
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

/** True for Endpoints and EndpointSlices, and for patches of them. */
export function isOurs({ facts: { kind, group } }: IndexedObject): boolean {
  return kinds.some((ours) => (kind === ours || kind === `${ours}Patch`) && group === groupOf(apiVersions[ours]));
}

function isLive({ facts }: IndexedObject): boolean {
  return facts.applied?.means === 'live';
}

/** True for a patch that kustomize merges into an object. */
function isMerged({ facts }: IndexedObject): boolean {
  return facts.form === 'kubernetes' && isPatchType(facts.kind);
}

function mergedText(entry: IndexedObject, places: Places): string {
  const place = placeText(places.of(entry));
  return `${place}: Kustomize merges this patch into another object, so it is skipped. Use --build with its kustomization.`;
}

function isSelecting({ facts: { kind, group, service } }: IndexedObject): boolean {
  return kind === 'Service' && group === '' && service?.selector === 'some' && service.type !== 'ExternalName';
}

/** Splits a group by provider and component: they are in different clusters or have different names. */
function byCluster(group: ApplyGroup): readonly ApplyGroup[] {
  const clusters = new Set(group.entries.flatMap((entry) => clusterOf(entry) ?? []));
  if (clusters.size < 2) return [group];
  const isIn = (entry: IndexedObject, cluster: string): boolean => (clusterOf(entry) ?? cluster) === cluster;
  return [...clusters].map((cluster) => ({
    ...group,
    entries: group.entries.filter((entry) => isIn(entry, cluster)),
  }));
}

function clusterOf({ facts: { form, provider, applied } }: IndexedObject): string | undefined {
  return form === 'kubernetes' ? undefined : `${provider} ${applied?.component ?? ''}`;
}
