/** Finds the declarations and uses of an object or a port across all files, by its name. */
import { textOf, type Bound } from '../../analysis/binding/bind.ts';
import { familyMembers, isFamilyKind, isSlice, patchedKind, relativesOf } from '../../analysis/workspace/family.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { nearestObjects } from '../../analysis/workspace/nearest.ts';
import { keys, kindKey } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject, Identity } from '../../analysis/workspace/indexed-object.ts';
import { shift, type Span } from '../../text/span.ts';
import {
  namedPlacesIn,
  serviceNameNode,
  locateObject,
  portNames,
  type NamedPlace,
  type NamedReference,
} from './named-places.ts';
import type { Files, View } from '../view.ts';
import { isWritten } from '../written-values.ts';

export interface ViewPlace {
  readonly view: View;
  readonly span: Span;
  /** The object around the place; `span` itself for a place outside of objects. */
  readonly whole: Span;
}

export interface Occurrence extends ViewPlace {
  /** True for the name of the object itself; in a family, of its Service, or of its Endpoints if it has no Service. */
  readonly isDeclaration: boolean;
}

export interface Referrer extends NamedPlace {
  readonly node: Bound;
  readonly name: string;
  readonly meant: IndexedObject;
}

/**
 * The object that the place names: for a member of a family its Service, for a reference the nearest object. For a Service,
 * which is its own declaration, the objects that serve it.
 */
export function findDeclarations(place: NamedPlace, files: Files): readonly ViewPlace[] {
  const { entry, means } = place;
  const serving = entry.facts.kind === 'Service' ? servingPlaces(place, files) : [];
  if (serving.length > 0) return serving;
  if (means.what === 'reference') {
    return objectPlaces(nearestObjects(referents(means, entry, files), entry.uri), files);
  }
  const heads = familyHeads(entry, files);
  if (means.what === 'port') {
    const found = portPlaces(heads, means.name, files);
    return found.length > 0 ? found : portPlaces([entry], means.name, files).slice(0, 1);
  }
  const found = objectPlaces(heads, files);
  return found.length > 0 || means.what === 'service-label' ? found : objectPlaces([entry], files);
}

/** The Endpoints and EndpointSlices of the Service; their patches only where the workspace has nothing else. */
function servingPlaces(place: NamedPlace, files: Files): readonly ViewPlace[] {
  const wholes = findImplementations(place, files, ({ facts }) => !facts.kind.endsWith('Patch'));
  return wholes.length > 0 ? wholes : findImplementations(place, files);
}

/** The related objects: for a Service its endpoints, for these the Service, for a patch the patched object, and vice versa. */
export function findImplementations(
  { entry, means }: NamedPlace,
  files: Files,
  isWanted: (entry: IndexedObject) => boolean = () => true,
): readonly ViewPlace[] {
  if (means.what === 'reference' || !isFamilyKind(entry.facts)) return [];
  const kind = patchedKind(entry.facts);
  // Excludes objects of other overlays on the same base.
  const relatives = new Set(relativesOf([entry], files.workspace));
  const others = familyMembers(entry, files.workspace).filter((each) => {
    const other = patchedKind(each.facts);
    const isOther =
      each.facts.kind !== entry.facts.kind && (kind === 'Service' || other === 'Service' || other === kind);
    return isOther && isWanted(each) && relatives.has(each);
  });
  return means.what === 'port' ? portPlaces(others, means.name, files) : objectPlaces(others, files);
}

/** All places with the same name, in order: in all files, or in `only` one file. */
export function findOccurrences({ entry, means }: NamedPlace, files: Files, only?: string): readonly Occurrence[] {
  const isHere = ({ uri }: IndexedObject): boolean => only === undefined || uri === only;
  const named = means.what === 'reference' ? referents(means, entry, files) : namesakesOf(entry, files);
  const all = relativesOf(named, files.workspace);
  if (means.what === 'port')
    return placesInOrder(occurrencesIn(all.filter(isHere), (each) => portPlaces(each, means.name, files)));
  // Slices have their own names, unlike the other members of a family.
  const called = all.filter((each) => named.includes(each) || !isSlice(each.facts));
  const isSame = (other: NamedReference): boolean =>
    called.length > 0
      ? called.some((each) => isMeant(other, each))
      : means.what === 'reference' && canMeanSame(other, means);
  const own = occurrencesIn(all.filter(isHere), (each) => objectPlaces(each, files));
  const names = [...(means.what === 'reference' ? [means.name] : []), ...namesOf(called)];
  const referrers = placesNaming(names, files, only);
  return placesInOrder([
    ...own,
    ...referrers.filter((each) => each.means.what === 'reference' && isSame(each.means)).map(occurrenceAt),
  ]);
}

/** All places whose nearest possible object is one of the entries. */
export function findReferrers(entries: readonly IndexedObject[], files: Files): readonly Referrer[] {
  return placesNaming(namesOf(entries), files).flatMap((place): Referrer[] => {
    const { means, entry, node } = place;
    if (means.what !== 'reference' || !node) return [];
    const meant = nearestObjects(referents(means, entry, files), entry.uri).find((each) => entries.includes(each));
    return meant ? [{ ...place, node, name: means.name, meant }] : [];
  });
}

function occurrencesIn(
  entries: readonly IndexedObject[],
  placesOf: (entries: readonly IndexedObject[]) => readonly ViewPlace[],
): readonly Occurrence[] {
  const declared = ['Service', 'Endpoints'].find((kind) => entries.some(({ facts }) => facts.kind === kind));
  return entries.flatMap((entry) => {
    const isDeclaration = entry.facts.kind === declared || !isFamilyKind(entry.facts);
    return placesOf([entry]).map((place) => ({ ...place, isDeclaration }));
  });
}

function occurrenceAt({ view, span, object }: NamedPlace): Occurrence {
  return { view, span, whole: shift(object.resource.span, object.start), isDeclaration: false };
}

/** The nearest object that a member of a family belongs to: the patched object of a patch, otherwise the Service. */
function familyHeads(entry: IndexedObject, { workspace }: Files): readonly IndexedObject[] {
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

/** The objects that a reference of the entry can mean, by their names before and after a kustomization renames them. */
function referents(
  reference: NamedReference,
  { identities }: IndexedObject,
  { workspace }: Files,
): readonly IndexedObject[] {
  const { name, kind } = reference;
  const renamed = identities.map(({ prefix, suffix }) => `${prefix}${name}${suffix}`);
  const found = [...new Set([name, ...renamed])].flatMap((each) => workspace.at(keys.anywhere(kind, each)));
  return [...new Set(found)].filter((each) => isMeant(reference, each));
}

function isMeant({ kind, name, namespaces }: NamedReference, { facts, identities }: IndexedObject): boolean {
  if (kindKey(facts.kind, facts.group) !== kind) return false;
  const isCalled = (identity: Identity): boolean => identity.name === name || facts.name.text === name;
  return identities.some((identity) => isCalled(identity) && canMeet(identity.namespace, namespaces));
}

function canMeanSame(a: NamedReference, b: NamedReference): boolean {
  return a.kind === b.kind && a.name === b.name && a.namespaces.some((each) => canMeet(each, b.namespaces));
}

/** True where both can be the same namespace: an unknown one can be any. A cluster-scoped object is in reach of all. */
function canMeet(namespace: string, others: readonly string[]): boolean {
  const isAny = (each: string): boolean => each === '' || each.startsWith('?');
  return isAny(namespace) || others.some((each) => each === namespace || isAny(each));
}

/** All objects with the name of this one, in all files. A family is found from any of its members. */
function namesakesOf(entry: IndexedObject, { workspace }: Files): readonly IndexedObject[] {
  if (isFamilyKind(entry.facts)) return [entry];
  const kind = kindKey(entry.facts.kind, entry.facts.group);
  const found = entry.identities.flatMap(({ namespace, name }) =>
    name === '' ? [] : workspace.at(keys.named(kind, namespace, name)),
  );
  return [...new Set([entry, ...found])];
}

function namesOf(entries: readonly IndexedObject[]): readonly string[] {
  return entries.flatMap(({ facts, identities }) => [facts.name.text, ...identities.map(({ name }) => name)]);
}

/** Reads only files whose text contains one of the names. */
function placesNaming(names: readonly string[], files: Files, only?: string): readonly NamedPlace[] {
  if (only !== undefined) {
    const view = files.view(only);
    return view ? namedPlacesIn(view, files) : [];
  }
  const written = [...new Set(names)].filter((name) => name !== '');
  return [...files.texts()].flatMap(([uri, text]) => {
    const view = written.some((name) => text.includes(name)) ? files.view(uri) : undefined;
    return view ? namedPlacesIn(view, files) : [];
  });
}

/** The names of the objects, or else their kinds, in order. */
export function objectPlaces(entries: readonly IndexedObject[], files: Files): readonly ViewPlace[] {
  return placesIn(entries, files, (object) => [serviceNameNode(object)?.value.span ?? object.resource.head]);
}

function portPlaces(entries: readonly IndexedObject[], name: string, files: Files): readonly ViewPlace[] {
  return placesIn(entries, files, (object) =>
    portNames(object).flatMap((node) => {
      const isHere = isWritten(node) || object.document.syntax === 'code';
      return isHere && textOf(node) === name ? [node.value.span] : [];
    }),
  );
}

function placesIn(
  entries: readonly IndexedObject[],
  files: Files,
  spansOf: (object: PlacedObject) => readonly Span[],
): readonly ViewPlace[] {
  const places = entries.flatMap((entry) => {
    const { view, object } = locateObject(entry, files) ?? {};
    if (!view || !object) return [];
    const whole = shift(object.resource.span, object.start);
    return spansOf(object).map((span) => ({ view, span: shift(span, object.start), whole }));
  });
  return placesInOrder(places);
}

/** Sorted by file and offset, without duplicates. */
export function placesInOrder<P extends ViewPlace>(places: readonly P[]): readonly P[] {
  const byPlace = new Map(places.map((place) => [`${place.view.uri} ${place.span.start}`, place]));
  return [...byPlace.values()].sort((a, b) =>
    a.view.uri < b.view.uri ? -1 : a.view.uri > b.view.uri ? 1 : a.span.start - b.span.start,
  );
}
