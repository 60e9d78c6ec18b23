/** Gathers the objects that are applied to one Endpoints or EndpointSlice: its creator and the patches. */
import { endpointsManagerLabel } from '../../contract/endpoints.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import { memo } from '../../text/memo.ts';
import type { Applied } from '../facts/apply-facts.ts';
import { servicesFor } from '../workspace/pairing.ts';
import { nearestObjects } from '../workspace/nearest.ts';
import { mayMeet, collect } from '../workspace/relations.ts';
import { keys } from '../workspace/index-keys.ts';
import { byPlace, type IndexedObject } from '../workspace/indexed-object.ts';
import { folderOf } from '../workspace/placement.ts';
import { areVariants, hasVariants } from '../workspace/variants.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import type { JsonObject } from './json-value.ts';

export interface Participant {
  readonly entry: IndexedObject;
  readonly applied: Applied;
  /** The field manager; a random one is named after its resource. */
  readonly manager: string;
}

export interface Gathering {
  /** The object before any patch; undefined where the workspace lacks it. */
  readonly base: ForecastBase | undefined;
  /** By file and ordinal. */
  readonly patches: readonly Participant[];
}

export type ForecastBase =
  /** Printed by a server, with its owners. */
  | { readonly kind: 'live'; readonly participant: Participant }
  /** A resource of a program, or a manifest. */
  | { readonly kind: 'resource'; readonly participant: Participant }
  /** Created by the endpoints controller for a Service with a selector. */
  | { readonly kind: 'controller'; readonly service: IndexedObject };

export type Obstacle =
  /** An expression, a template or a kustomization decides the name of the object or its content. */
  | { readonly kind: 'unknown-name' }
  /** An expression, a template or a kustomization may add or remove fields of a participant. */
  | { readonly kind: 'open'; readonly entries: readonly IndexedObject[] }
  /** The object meets objects that never meet each other. */
  | { readonly kind: 'apart'; readonly entries: readonly IndexedObject[] }
  /** More objects than `mostAppliers` have this name. */
  | { readonly kind: 'crowded'; readonly entries: readonly IndexedObject[] }
  | Several;

/** Objects of one name are compared in pairs, so there is a limit to their number. */
export const mostAppliers = 200;

/** Several objects of one kind and name are equally near. */
interface Several {
  readonly kind: 'several';
  readonly entries: readonly IndexedObject[];
}

/** The participants that meet the object, itself included; undefined where they are unknown. */
export function gatherParticipants(around: RelatedObjects): Gathering | undefined {
  const found = gatheringOf(around);
  return 'patches' in found ? found : undefined;
}

/** The same, or the reason where it is unknown. Shared by many rules. */
export const gatheringOf = memo((around: RelatedObjects): Gathering | Obstacle => {
  const { entry } = around;
  const isSure =
    entry.identities.length > 0 && entry.identities.every(({ isCertain, name }) => isCertain && name !== '');
  if (!isSure || !entry.facts.name.isKnown) return { kind: 'unknown-name' };
  const appliers = appliersOf(around);
  if (appliers.length > mostAppliers) return { kind: 'crowded', entries: appliers };
  const met = appliers.filter((each) => each === entry || (mayMeet(around, each) && areOfOneCluster(entry, each)));
  const together = met.length < 2 ? met : [...met].sort(byPlace);
  // An object that meets two variants is only forecast from their side.
  if (!areAllOfOneCluster(together)) return { kind: 'apart', entries: together };
  const all = together.flatMap((each) => participant(each) ?? []);
  const open = all.filter(
    ({ applied, entry: { identities } }) =>
      !applied.isWhole ||
      applied.isIgnoring ||
      !identities.every(({ isCertain, isLabeled }) => isCertain && !isLabeled),
  );
  if (open.length > 0) return { kind: 'open', entries: open.map((each) => each.entry) };
  const base = basesOf(all, entry);
  if (base?.kind === 'several') return base;
  return { base: base ?? controllerBase(around), patches: all.filter((each) => isPatching(each, base)) };
});

/** All objects with the kind, namespace and name of this one that apply something, itself included. */
export const appliersOf = memo(({ entry, at }: RelatedObjects): readonly IndexedObject[] => {
  const kind = kindOfType(entry.facts.kind);
  const found = collect(entry.identities, ({ namespace, name }) =>
    name === '' ? [] : at(keys.applied(kind, namespace, name)),
  );
  return found;
});

/** False for conditional objects, for variants, and for resources of a program with other providers or components. */
function areOfOneCluster(entry: IndexedObject, other: IndexedObject): boolean {
  const [a, b] = [entry.facts, other.facts];
  if ((a.condition ?? '') !== (b.condition ?? '') || a.condition === '?') return false;
  if (areVariants(entry.uri, other.uri)) return false;
  if (a.form !== 'pulumi' || b.form !== 'pulumi') return true;
  const [one, two] = [a.applied, b.applied];
  if (a.provider !== b.provider || one?.component !== two?.component) return false;
  // Two programs with one name, or with one logical name, are probably variants for several clusters.
  if (programPlace(entry) === programPlace(other)) return true;
  return (
    one?.component === '' &&
    programName(entry) !== programName(other) &&
    (a.kind !== b.kind || one.logicalName !== two?.logicalName)
  );
}

/** The URI of a program, or of the folder whose programs are one. */
function programPlace({ uri, facts }: IndexedObject): string {
  return facts.isCall ? folderOf(uri) : uri;
}

/** A program in a programming language has its name in another file; most of those in other folders have another name. */
function programName(entry: IndexedObject): string {
  return entry.facts.isCall ? programPlace(entry) : (entry.facts.applied?.program ?? '');
}

/** `areOfOneCluster` for all pairs, in linear time: there may be hundreds of objects. */
function areAllOfOneCluster(entries: readonly IndexedObject[]): boolean {
  // Most objects meet no other.
  if (entries.length < 2) return true;
  if (hasVariants(entries.map(({ uri }) => uri))) return false;
  const [first, ...programs] = entries.filter(({ facts }) => facts.form === 'pulumi');
  if (!first) return true;
  const found = new Map<string, string>();
  const isVariant = (entry: IndexedObject): boolean => {
    const place = programPlace(entry);
    const { kind, applied } = entry.facts;
    return [`${kind} ${applied?.logicalName ?? ''}`, programName(entry)].some((name) => {
      const known = found.get(name) ?? place;
      found.set(name, known);
      return known !== place;
    });
  };
  return programs.every((each) => areOfOneCluster(first, each)) && ![first, ...programs].some(isVariant);
}

/** True for a patch, and for a resource of a program where live state has the object already. */
function isPatching({ entry: { facts }, applied }: Participant, base: ForecastBase | null): boolean {
  if (isPatchType(facts.kind)) return !applied.isRefused;
  return base?.kind === 'live' && applied.means === 'apply';
}

function participant(entry: IndexedObject): Participant | undefined {
  const { applied } = entry.facts;
  if (!applied || applied.manager === undefined) return undefined;
  return { entry, applied, manager: managerOf(entry, applied) };
}

/** Starts the placeholder of a random name. */
export const randomManagerStart = 'pulumi-kubernetes-<';

/** A random name changes with each deployment, so the resource gives the name. */
export function managerOf({ uri, facts }: IndexedObject, { manager, means, logicalName }: Applied): string {
  if (manager) return manager;
  if (means !== 'apply') return 'kubectl-client-side-apply';
  return `${randomManagerStart}${logicalName || facts.name.text || uri}>`;
}

/** True for a name that Pulumi generates. */
export function isRandomManager(name: string): boolean {
  return /^pulumi-kubernetes-[0-9a-f]{8}$/.test(name);
}

/** The base, where a text has it, followed by the patches. */
export function participantsIn({ base, patches }: Gathering): readonly Participant[] {
  return base && base.kind !== 'controller' ? [base.participant, ...patches] : patches;
}

/** Live state before written objects; null for none, and all candidates where several are equally near. */
function basesOf(all: readonly Participant[], entry: IndexedObject): ForecastBase | null | Several {
  const objects = all.filter(({ entry: { facts } }) => !isPatchType(facts.kind));
  for (const kind of ['live', 'resource'] as const) {
    const some = objects.filter(({ applied }) => (applied.means === 'live') === (kind === 'live'));
    const near = nearestObjects(
      some.map((each) => each.entry),
      entry.uri,
    );
    const chosen = near.includes(entry) ? [entry] : near;
    const first = some.find((each) => chosen.includes(each.entry));
    if (chosen.length > 1) return { kind: 'several', entries: chosen };
    if (first) return { kind, participant: first };
  }
  return null;
}

/** None for a slice: the EndpointSlice controller generates the names of its slices. */
function controllerBase(around: RelatedObjects): ForecastBase | undefined {
  if (kindOfType(around.entry.facts.kind) !== 'Endpoints') return undefined;
  const services = servicesFor(around);
  const [first] = services;
  const isSelecting = services.every(
    ({ service: { selector, type } }) => selector === 'some' && type !== 'ExternalName',
  );
  return first && isSelecting ? { kind: 'controller', service: first.entry } : undefined;
}

/** The object that the endpoints controller writes, with a placeholder for the addresses of the Pods. */
export function controllerConfig(name: string, minor: number): JsonObject {
  const labels = minor >= 33 ? { labels: { [endpointsManagerLabel]: 'endpoint-controller' } } : {};
  const addresses = [{ ip: `<Pods of Service ${name}>` }];
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, ...labels }, subsets: [{ addresses }] };
}
