/** Where what is named at a place is declared and used, over all files: objects by their names, and ports by theirs. */
import { textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { familyMembers, isFamilyKind, isSlice, patchedKind, relativesOf } from '../../analysis/workspace/family.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { nearestObjects } from '../../analysis/workspace/relations.ts';
import { keys, kindKey } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject, Identity } from '../../analysis/workspace/indexed-object.ts';
import { shift } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import { mentionsIn, serviceNameNode, objectOf, portNames } from './mentions.ts';
import type { Mention, MentionedReference } from './mentions.ts';
import type { Files, View } from '../view.ts';
import { isWritten } from '../written.ts';

/** A place in a file. */
export interface ViewPlace {
  readonly view: View;
  readonly span: Span;
  /** What a reader wants to see of it; the same for a place of no object. */
  readonly whole: Span;
}

/** A place that names the same as another one. */
export interface Occurrence extends ViewPlace {
  /** True where the object stands as a whole; of a family, its Service, or without one its Endpoints. */
  readonly isDeclaration: boolean;
}

/** A place that refers to an object by its name. */
export interface User extends Mention {
  readonly node: Bound;
  readonly name: string;
  readonly meant: IndexedObject;
}

/** What the place names: from a member of a family to its Service, from a reference to the nearest object that it means. */
export function declarationPlaces({ entry, means }: Mention, files: Files): readonly ViewPlace[] {
  if (means.what === 'reference') {
    return objectPlaces(nearestObjects(referents(means, entry, files), entry.uri), files);
  }
  const leaders = leadersOf(entry, files);
  if (means.what === 'port') {
    const found = portPlaces(leaders, means.name, files);
    return found.length > 0 ? found : portPlaces([entry], means.name, files).slice(0, 1);
  }
  const found = objectPlaces(leaders, files);
  return found.length > 0 || means.what === 'service-label' ? found : objectPlaces([entry], files);
}

/** The other side: from a Service to what serves it, from that to the Service, from a patch to what it changes, and back. */
export function counterpartsOf({ entry, means }: Mention, files: Files): readonly ViewPlace[] {
  if (means.what === 'reference' || !isFamilyKind(entry.facts)) return [];
  const kind = patchedKind(entry.facts);
  // What another overlay does to the same base is no business of this one.
  const relatives = new Set(relativesOf([entry], files.workspace));
  const others = familyMembers(entry, files.workspace).filter((each) => {
    const other = patchedKind(each.facts);
    const isOther =
      each.facts.kind !== entry.facts.kind && (kind === 'Service' || other === 'Service' || other === kind);
    return isOther && relatives.has(each);
  });
  return means.what === 'port' ? portPlaces(others, means.name, files) : objectPlaces(others, files);
}

/** Every place that names the same, in order: in all files, or in `only` one of them. */
export function occurrencesOf({ entry, means }: Mention, files: Files, only?: string): readonly Occurrence[] {
  const isHere = ({ uri }: IndexedObject): boolean => only === undefined || uri === only;
  const named = means.what === 'reference' ? referents(means, entry, files) : namesakesOf(entry, files);
  const all = relativesOf(named, files.workspace);
  if (means.what === 'port') return inOrder(marked(all.filter(isHere), (each) => portPlaces(each, means.name, files)));
  // Of a Service the slices are not called so.
  const called = all.filter((each) => named.includes(each) || !isSlice(each.facts));
  const isSame = (other: MentionedReference): boolean =>
    called.length > 0
      ? called.some((each) => isMeant(other, each))
      : means.what === 'reference' && areAlike(other, means);
  const own = marked(all.filter(isHere), (each) => objectPlaces(each, files));
  const names = [...(means.what === 'reference' ? [means.name] : []), ...namesOf(called)];
  const users = mentionsOf(names, files, only);
  return inOrder([...own, ...users.filter((user) => user.means.what === 'reference' && isSame(user.means)).map(used)]);
}

/** Everything that refers to one of the objects, which are the nearest that it can mean. */
export function usersOf(entries: readonly IndexedObject[], files: Files): readonly User[] {
  return mentionsOf(namesOf(entries), files).flatMap((mention): User[] => {
    const { means, entry, node } = mention;
    if (means.what !== 'reference' || !node) return [];
    const meant = nearestObjects(referents(means, entry, files), entry.uri).find((each) => entries.includes(each));
    return meant ? [{ ...mention, node, name: means.name, meant }] : [];
  });
}

function marked(
  entries: readonly IndexedObject[],
  placesOf: (entries: readonly IndexedObject[]) => readonly ViewPlace[],
): readonly Occurrence[] {
  const declared = ['Service', 'Endpoints'].find((kind) => entries.some(({ facts }) => facts.kind === kind));
  return entries.flatMap((entry) => {
    const isDeclaration = entry.facts.kind === declared || !isFamilyKind(entry.facts);
    return placesOf([entry]).map((place) => ({ ...place, isDeclaration }));
  });
}

function used({ view, span, object }: Mention): Occurrence {
  return { view, span, whole: shift(object.resource.span, object.start), isDeclaration: false };
}

/** The nearest object that the others of a family speak of: what a patch changes, otherwise the Service. */
function leadersOf(entry: IndexedObject, { workspace }: Files): readonly IndexedObject[] {
  const { kind } = entry.facts;
  if (!isFamilyKind(entry.facts)) return [];
  if (kind === 'Service') return [entry];
  const relatives = relativesOf([entry], workspace);
  const nearestOf = (wanted: string): readonly IndexedObject[] =>
    nearestObjects(
      relatives.filter(({ facts }) => facts.kind === wanted),
      entry.uri,
    );
  const patched = kind.endsWith('Patch') ? nearestOf(patchedKind(entry.facts)) : [];
  return patched.length > 0 ? patched : nearestOf('Service');
}

/** What a reference of the entry means; below a prefix of a kustomization, also what is called so before. */
function referents(
  reference: MentionedReference,
  { identities }: IndexedObject,
  { workspace }: Files,
): readonly IndexedObject[] {
  const { name, kind } = reference;
  const renamed = identities.map(({ prefix, suffix }) => `${prefix}${name}${suffix}`);
  const found = [...new Set([name, ...renamed])].flatMap((each) => workspace.at(keys.anywhere(kind, each)));
  return [...new Set(found)].filter((each) => isMeant(reference, each));
}

function isMeant({ kind, name, namespaces }: MentionedReference, { facts, identities }: IndexedObject): boolean {
  if (kindKey(facts.kind, facts.group) !== kind) return false;
  const isCalled = (identity: Identity): boolean => identity.name === name || facts.name.text === name;
  return identities.some((identity) => isCalled(identity) && meets(identity.namespace, namespaces));
}

function areAlike(a: MentionedReference, b: MentionedReference): boolean {
  return a.kind === b.kind && a.name === b.name && a.namespaces.some((each) => meets(each, b.namespaces));
}

/** What is not known may be any; what is in no namespace is in reach of all. */
function meets(namespace: string, others: readonly string[]): boolean {
  const isAny = (each: string): boolean => each === '' || each.startsWith('?');
  return isAny(namespace) || others.some((each) => each === namespace || isAny(each));
}

/** All objects that are called as this one is, wherever they stand. A family is found from any of its members. */
function namesakesOf(entry: IndexedObject, { workspace }: Files): readonly IndexedObject[] {
  if (isFamilyKind(entry.facts)) return [entry];
  const kind = kindKey(entry.facts.kind, entry.facts.group);
  const found = entry.identities.flatMap(({ namespace, name }) =>
    name === '' ? [] : workspace.at(keys.named(kind, namespace, name)),
  );
  return [...new Set([entry, ...found])];
}

/** What the objects are called in their files, and where they arrive. */
function namesOf(entries: readonly IndexedObject[]): readonly string[] {
  return entries.flatMap(({ facts, identities }) => [facts.name.text, ...identities.map(({ name }) => name)]);
}

/** A file in which none of the names is written is not read for it. */
function mentionsOf(names: readonly string[], files: Files, only?: string): readonly Mention[] {
  if (only !== undefined) {
    const view = files.view(only);
    return view ? mentionsIn(view, files) : [];
  }
  const written = [...new Set(names)].filter((name) => name !== '');
  return [...files.texts()].flatMap(([uri, text]) => {
    const view = written.some((name) => text.includes(name)) ? files.view(uri) : undefined;
    return view ? mentionsIn(view, files) : [];
  });
}

function objectPlaces(entries: readonly IndexedObject[], files: Files): readonly ViewPlace[] {
  const places = entries.flatMap((entry) => {
    const { view, object } = objectOf(entry, files) ?? {};
    return view && object ? [placeIn(view, object, serviceNameNode(object)?.value.span ?? object.resource.head)] : [];
  });
  return inOrder(places);
}

function portPlaces(entries: readonly IndexedObject[], name: string, files: Files): readonly ViewPlace[] {
  const places = entries.flatMap((entry) => {
    const { view, object } = objectOf(entry, files) ?? {};
    if (!view || !object) return [];
    const named = portNames(object).filter((node) => isWritten(node) && textOf(node) === name);
    return named.map(({ value }) => placeIn(view, object, value.span));
  });
  return inOrder(places);
}

/** The span is of the document. */
function placeIn(view: View, { start, resource }: PlacedObject, span: Span): ViewPlace {
  return { view, span: shift(span, start), whole: shift(resource.span, start) };
}

/** By file and, within it, by place; each place once. */
function inOrder<P extends ViewPlace>(places: readonly P[]): readonly P[] {
  const byPlace = new Map(places.map((place) => [`${place.view.uri} ${place.span.start}`, place]));
  return [...byPlace.values()].sort((a, b) =>
    a.view.uri < b.view.uri ? -1 : a.view.uri > b.view.uri ? 1 : a.span.start - b.span.start,
  );
}
