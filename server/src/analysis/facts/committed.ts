/** Pairs the objects of a file with their committed versions, in the same file or in another one. */
import { groupBy } from '../../text/group.ts';
import { memoBy } from '../../text/memo.ts';
import { documentsOf, type Document, type Resource, type SourceFile } from '../../tree/document.ts';
import { entryOf, isOpen } from '../../tree/value.ts';
import { bindDocument } from '../binding/bind-document.ts';
import { bindService } from '../binding/own-services.ts';
import { member, nodeAt, textOf, type Binding, type Bound } from '../binding/bind.ts';
import { factsOf, type Facts } from './facts.ts';
import { isLive } from '../binding/live.ts';
import { scopeAround } from './program-order.ts';

export interface ObjectVersion {
  readonly document: Document;
  readonly resource: Resource;
  readonly binding: Binding;
  readonly facts: Facts;
}

export interface Committed {
  /** The committed version of the file; undefined for a new file. */
  readonly file: SourceFile | undefined;
  /** The committed file from which an object with this key has moved away; undefined where there is none. */
  readonly leftBy: (key: string) => SourceFile | undefined;
  /** True where an object with this key has moved to another file. */
  readonly hasGone: (key: string) => boolean;
}

export interface VersionPair {
  readonly now: ObjectVersion;
  readonly before: ObjectVersion;
}

export interface ServicePair extends VersionPair {
  /** True where the committed file had hand-written slices of the Service. */
  readonly hadSlices: boolean;
}

/** For a file without a committed state. */
export const nothingCommitted: Committed = { file: undefined, leftBy: () => undefined, hasGone: () => false };

/** The objects that existed before, each with its committed version. Uncertain pairs are left out. */
export function pairsOf(file: SourceFile, committed: Committed, minor: number): readonly VersionPair[] {
  const now = keyed(versionsIn(file, minor));
  const before = keyed(committed.file ? versionsIn(committed.file, minor) : []);
  const pairs: VersionPair[] = [];
  const come: ObjectVersion[] = [];
  for (const [key, version] of now) {
    const own = before.get(key);
    const left = own ? undefined : committed.leftBy(key);
    const known = own ?? (left && keyed(versionsIn(left, minor)).get(key));
    if (known) pairs.push({ now: version, before: known });
    else come.push(version);
  }
  const gone = [...before].flatMap(([key, each]) => (now.has(key) || committed.hasGone(key) ? [] : [each]));
  const isRead = [file, committed.file].every(
    (each) => each && documentsOf(each).every(({ issues }) => issues.length === 0),
  );
  const renamed = isRead ? renamedIn(come, gone, [now, before]) : [];
  return [...pairs, ...renamed].filter((pair) => !isPrintedAnew(pair));
}

/** The Services with a committed version in the same file, with a selector or without one. */
export function servicePairsOf(file: SourceFile, committed: Committed, minor: number): readonly ServicePair[] {
  const before = keyed(committed.file ? servicesIn(committed.file, minor) : []);
  if (before.size === 0) return [];
  const all = documentsOf(committed.file ?? file).flatMap(factsOf);
  return [...keyed(servicesIn(file, minor))].flatMap(([key, now]) => {
    const old = before.get(key);
    return old ? [{ now, before: old, hadSlices: all.some((each) => isSliceOf(each, old.facts)) }] : [];
  });
}

function isSliceOf({ slice, namespace, uid }: Facts, service: Facts): boolean {
  if (!slice || slice.isMade || uid !== '' || slice.service !== service.name.text) return false;
  return (namespace?.text ?? '') === (service.namespace?.text ?? '');
}

/** The keys of objects that can move to another file. Resources of a program cannot. */
export function movableKeys(facts: readonly Facts[]): readonly string[] {
  return facts.flatMap((each) => {
    const isOurs = each.form === 'kubernetes' && each.applied !== undefined && each.name.isKnown;
    return isOurs ? [keyOfFacts(each)] : [];
  });
}

/** Without partial objects, resources that are only read, and objects whose name or content a template decides. */
const versionsIn = memoBy((file: SourceFile, minor: number): readonly ObjectVersion[] =>
  documentsOf(file).flatMap((document) => {
    if (document.issues.length > 0) return [];
    const facts = factsOf(document);
    return bindDocument(document, minor).flatMap(({ resource, binding }, i): ObjectVersion[] => {
      const own = facts[i];
      return own && isCertain({ resource, binding }) ? [{ document, resource, binding, facts: own }] : [];
    });
  }),
);

const servicesIn = memoBy((file: SourceFile, minor: number): readonly ObjectVersion[] =>
  documentsOf(file).flatMap((document) => {
    const { neighbours, resources, issues } = document;
    if (issues.length > 0 || !neighbours.some(({ type }) => type === 'Service')) return [];
    const facts = factsOf(document);
    return neighbours.flatMap((resource, i): ObjectVersion[] => {
      const own = facts[resources.length + i];
      if (!own || resource.type !== 'Service' || resource.apiVersion !== 'v1') return [];
      const bound = bindService(resource, minor);
      return isCertain(bound) ? [{ document, ...bound, facts: own }] : [];
    });
  }),
);

function isCertain({ resource, binding: { root } }: Pick<ObjectVersion, 'resource' | 'binding'>): boolean {
  const isOverlay = resource.isPartial && resource.form === 'kubernetes';
  const isRead = resource.envelope !== undefined && entryOf(resource.envelope, 'get') !== undefined;
  const metadata = member(root, 'metadata');
  return !isOverlay && !isRead && !isOpen(root.value) && !(metadata && isOpen(metadata.value));
}

/** Versions by key. A key with several objects is left out, because the pairing would be a guess. */
function keyed(versions: readonly ObjectVersion[]): ReadonlyMap<string, ObjectVersion> {
  const single = [...groupBy(versions, keyOf)].flatMap(([key, [version, ...others]]): [string, ObjectVersion][] =>
    key !== undefined && version && others.length === 0 ? [[key, version]] : [],
  );
  return new Map(single);
}

/** By logical name in a program, otherwise by kind, namespace and name. Undefined for an object without a name. */
function keyOf({ resource, document, facts }: ObjectVersion): string | undefined {
  if (resource.form === 'kubernetes') return facts.name.text === '' ? undefined : keyOfFacts(facts);
  if (resource.name === undefined) return undefined;
  const component = scopeAround(resource, document)?.component ?? '';
  return JSON.stringify([resource.type, component, resource.name]);
}

function keyOfFacts({ kind, name, namespace }: Facts): string {
  return JSON.stringify([kind, namespace?.text ?? '', name.text, name.isKnown]);
}

type Keyed = ReadonlyMap<string, ObjectVersion>;

/** Pairs the only removed object of a type with the only added one, if their positions and an address are equal. */
function renamedIn(
  come: readonly ObjectVersion[],
  gone: readonly ObjectVersion[],
  [now, before]: [Keyed, Keyed],
): readonly VersionPair[] {
  const types = new Set(come.map(({ resource }) => resource.type));
  return [...types].flatMap((type): VersionPair[] => {
    const isSuch = ({ resource }: ObjectVersion): boolean => resource.type === type && resource.form === 'kubernetes';
    const [version, ...others] = come.filter(isSuch);
    const [old, ...rest] = gone.filter(isSuch);
    if (!version || !old || others.length + rest.length > 0 || !isAlike(version, old)) return [];
    const placeIn = (all: Keyed, each: ObjectVersion): number => [...all.values()].filter(isSuch).indexOf(each);
    return placeIn(now, version) === placeIn(before, old) ? [{ now: version, before: old }] : [];
  });
}

/** True where the two share an address, or neither has one. */
function isAlike(a: ObjectVersion, b: ObjectVersion): boolean {
  const [ours, theirs] = [addressesIn(a), addressesIn(b)];
  if (ours.size === 0 || theirs.size === 0) return ours.size === theirs.size;
  for (const address of ours) if (theirs.has(address)) return true;
  return false;
}

function addressesIn({ binding: { nodes } }: ObjectVersion): ReadonlySet<string> {
  const texts = nodes.filter(({ type }) => type.kind === 'string' && type.format === 'ip').map(textOf);
  return new Set(texts.filter((text) => text !== undefined));
}

/** True where both were printed by a server and describe different objects: neither is an edit of the other. */
function isPrintedAnew({ now, before }: VersionPair): boolean {
  if (!isLive(now.binding) || !isLive(before.binding)) return false;
  const of = (name: string): readonly string[] => [before, now].map((each) => textOf(metaField(each, name)) ?? '');
  const [oldUid, uid] = of('uid');
  const [oldVersion = '', version = ''] = of('resourceVersion');
  const [oldTime = '', time = ''] = of('creationTimestamp');
  if (uid === oldUid || version === oldVersion || time === oldTime) return false;
  // The server created the newer object later, or wrote it later.
  const longer = version.length - oldVersion.length;
  return time > oldTime || longer > 0 || (longer === 0 && version > oldVersion);
}

export function metaField({ binding: { root } }: ObjectVersion, name: string): Bound | undefined {
  return nodeAt(root, ['metadata', name]);
}
