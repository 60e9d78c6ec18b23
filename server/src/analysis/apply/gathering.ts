/** Which objects of the workspace meet on one Endpoints: the one that makes it, and the patches that change it. */
import type { Applied } from '../apply-facts.ts';
import { servicesBefore } from '../pairing.ts';
import { areTogether, nearest } from '../relations.ts';
import { byPlace, keys } from '../resource-index.ts';
import type { Entry } from '../resource-index.ts';
import type { Around } from '../workspace.ts';
import type { JsonObject } from './json.ts';

/** One of those who meet. */
export interface Participant {
  readonly entry: Entry;
  readonly applied: Applied;
  /** What its field manager is called here; one with a random name is called by its resource. */
  readonly manager: string;
}

export interface Gathering {
  /** What is there before any patch; undefined where the workspace has nothing of it. */
  readonly base: Base | undefined;
  /** In the order of files and places. */
  readonly patches: readonly Participant[];
}

export type Base =
  /** Printed by a server, with its owners. */
  | { readonly kind: 'live'; readonly participant: Participant }
  /** A resource of a program, or a manifest. */
  | { readonly kind: 'resource'; readonly participant: Participant }
  /** What the endpoints controller makes for a Service with a selector. */
  | { readonly kind: 'controller'; readonly service: Entry };

/** Whom the object meets, itself included; undefined where that cannot be told. */
export function gather(around: Around): Gathering | undefined {
  const { entry, at } = around;
  const [identity] = entry.identities;
  // What is taken in several times meets other objects in each place.
  if (!identity?.isCertain || identity.name === '' || entry.identities.length > 1) return undefined;
  const found = at(keys.applied(identity.namespace, identity.name));
  const together = found.filter((each) => each === entry || areTogether(entry, each)).sort(byPlace);
  const all = together.flatMap((each) => participant(each) ?? []);
  if (all.length < together.length || !all.every((each) => isCertain(each, entry))) return undefined;
  const base = basesOf(all, entry);
  if (base === undefined) return undefined;
  return { base: base ?? controllerBase(around), patches: all.filter((each) => isPatching(each, base)) };
}

/** True where what it sends can be told. A component of a program may be there never, or several times. */
function isCertain({ entry, applied }: Participant, own: Entry): boolean {
  const isSame = applied.component === own.facts.applied?.component;
  return isSame && entry.facts.name.isKnown && applied.isWhole && entry.identities.every((each) => each.isCertain);
}

/** Patches, and what a program makes where a server has it already. */
function isPatching({ entry: { facts }, applied }: Participant, base: Base | null): boolean {
  if (facts.kind === 'EndpointsPatch') return !applied.isRefused;
  return base?.kind === 'live' && applied.means === 'apply';
}

function participant(entry: Entry): Participant | undefined {
  const { applied } = entry.facts;
  if (!applied || applied.manager === undefined) return undefined;
  return { entry, applied, manager: managerOf(entry, applied) };
}

/** A random name is another one with each deployment, so it is called by the resource that has it. */
function managerOf({ uri, facts }: Entry, { manager, means, logicalName }: Applied): string {
  if (manager) return manager;
  if (means !== 'apply') return 'kubectl-client-side-apply';
  return `pulumi-kubernetes-<${logicalName || facts.name.text || uri}>`;
}

/** Live state before what is written; null for none, undefined where several would do. */
function basesOf(all: readonly Participant[], entry: Entry): Base | null | undefined {
  const objects = all.filter(({ entry: { facts } }) => facts.kind === 'Endpoints');
  for (const kind of ['live', 'resource'] as const) {
    const some = objects.filter(({ applied }) => (applied.means === 'live') === (kind === 'live'));
    const near = nearest(
      some.map((each) => each.entry),
      entry.uri,
    );
    const chosen = near.includes(entry) ? [entry] : near;
    const first = some.find((each) => chosen.includes(each.entry));
    if (chosen.length > 1) return undefined;
    if (first) return { kind, participant: first };
  }
  return null;
}

function controllerBase(around: Around): Base | undefined {
  const services = servicesBefore(around);
  const [first] = services;
  const isSelecting = services.every(
    ({ service: { selector, type } }) => selector === 'some' && type !== 'ExternalName',
  );
  return first && isSelecting ? { kind: 'controller', service: first.entry } : undefined;
}

/** What the endpoints controller writes, as far as it can be told: the Pods of the Service, and who did it. */
export function controllerConfig(name: string, minor: number): JsonObject {
  const labels = minor >= 33 ? { labels: { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' } } : {};
  const addresses = [{ ip: `<Pods of Service ${name}>` }];
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, ...labels }, subsets: [{ addresses }] };
}
