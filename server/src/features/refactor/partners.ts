/** Offers to create a missing Service, Endpoints or slice, or a missing port. The change can be in another file. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { nearestServices, relativesOf } from '../../analysis/workspace/family.ts';
import { portFacts, type PortFacts } from '../../analysis/facts/port-facts.ts';
import { mayBeLock } from '../../analysis/binding/lock.ts';
import { hasManualEndpoints } from '../../analysis/workspace/pairing.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { namesakes, slicesOf } from '../../analysis/workspace/relations.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { kinds, typeNames, type Kind } from '../../contract/contract.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import type { Plain, TreeEdit } from '../../tree/tree-edit.ts';
import { locateObject } from '../navigation/named-places.ts';
import { aliasEdits, draftAlias, mapsPorts, onlyHost } from './external-name.ts';
import { draftEndpoints, draftPort, draftService, draftSlice, sampleFields } from './partner-drafts.ts';
import { addPort } from './partner-ports.ts';
import { objectAt, type ObjectAtCursor } from '../navigation/object-at-cursor.ts';
import { isAtWhole, pastIndentation } from './refactorings.ts';
import { nodesAt, type Files, type LocatedDocument, type View } from '../view.ts';

export interface Partner {
  readonly title: string;
  /** The rules that report what is missing. */
  readonly codes: readonly string[];
  readonly view: View;
  readonly change: PartnerChange;
}

export type PartnerChange =
  /** A new document after the given one, or in a program a call beside that of the resource, with the fields whose values are placeholders. */
  | ({
      readonly kind: 'object';
      readonly object: Plain;
      readonly stops: readonly Path[];
      readonly resource: Resource;
    } & LocatedDocument)
  | ({ readonly kind: 'edits'; readonly edits: readonly TreeEdit[] } & LocatedDocument)
  /** The object in the place of the document. */
  | ({ readonly kind: 'replacement'; readonly object: Plain } & LocatedDocument)
  /** Edits of a document, and another one that is removed. */
  | ({ readonly kind: 'alias'; readonly edits: readonly TreeEdit[]; readonly removed: Document } & LocatedDocument);

interface Placed extends ObjectAtCursor {
  readonly trail: readonly Bound[];
  readonly isAtHead: boolean;
}

/** The missing objects and ports for the span of the file; empty where nothing is missing. */
export function partnersAt(view: View, files: Files, span: Span): readonly Partner[] {
  const placed = placedAt(view, files, span);
  if (!placed || placed.object.document.issues.length > 0 || placed.object.resource.isPartial) return [];
  const { object } = placed;
  if (kinds.some((kind) => kind === object.resource.type))
    return [...aliasOfHost(placed), ...missingService(placed), ...missingServicePort(placed)];
  return object.resource.type === 'Service' ? [...missingEndpoints(placed), ...missingEndpointPort(placed)] : [];
}

function placedAt(view: View, files: Files, span: Span): Placed | undefined {
  const own = objectAt({ view, files, offset: pastIndentation(view.located.text, span.start) });
  if (!own) return undefined;
  const { object, offset } = own;
  const at = offset - object.start;
  const trail = nodesAt(object.binding, at);
  const isAtName =
    trail[1]?.entry?.name === 'metadata' && ['name', 'namespace'].includes(trail[2]?.entry?.name ?? 'name');
  const isAtLabel = trail.some(({ entry }) => entry?.name === serviceNameLabel);
  const isAtHead = isAtName || isAtLabel || isAtWhole(trail, at, object.document);
  return { ...own, trail, isAtHead };
}

/** True in a stream of manifests, which can have several objects. */
function takesDocuments({ object: { document, resource } }: Placed): boolean {
  return document.syntax === 'yaml' && resource.form === 'kubernetes' && !resource.embedding;
}

/** True for programs, too. */
function takesObjects(placed: Placed): boolean {
  return placed.object.document.syntax === 'code' || takesDocuments(placed);
}

/** True where name and namespace are known, and no template can leave the object out. */
function isNamed({ entry: { facts } }: Placed): boolean {
  const isGiven = facts.condition === undefined && (facts.namespace?.isKnown ?? true);
  return isGiven && facts.name.isKnown && facts.name.text !== '';
}

function missingService(placed: Placed): readonly Partner[] {
  const { entry, object, isAtHead, files } = placed;
  if (!isAtHead || !takesObjects(placed) || !isNamed(placed)) return [];
  if (nearestServices(entry, files.workspace).length > 0 || mayBeLock(object.binding.root)) return [];
  const name = entry.facts.slice ? entry.facts.slice.service : entry.facts.name.text;
  const service = draftService(name, entry.facts, object.binding.root);
  const title = `Create Service ${quote(name)} for ${entry.facts.slice ? 'this slice' : 'these Endpoints'}`;
  return service
    ? [{ title, codes: ['missing-service'], view: placed.view, change: documentAfter(object, service) }]
    : [];
}

/** For the only address that is a host name: a Service of type ExternalName instead of the endpoints. */
function aliasOfHost(placed: Placed): readonly Partner[] {
  const { entry, object, files, trail, view } = placed;
  const host = onlyHost(object, trail);
  if (host === undefined || !takesDocuments(placed) || !isNamed(placed) || mayBeLock(object.binding.root)) return [];
  const { start, document } = object;
  const backends = relativesOf([entry], files.workspace).filter(({ facts }) =>
    typeNames.some((type) => type === facts.kind),
  );
  if (document.resources.length > 1 || backends.length > 1) return [];
  const [service, ...others] = nearestServices(entry, files.workspace);
  const codes = ['not-an-ip', 'fqdn-behind-cluster-ip'];
  const title = `Use a Service of type ExternalName for ${quote(host)} instead`;
  if (!service) {
    const name = entry.facts.slice ? entry.facts.slice.service : entry.facts.name.text;
    const alias = draftAlias(name, host, entry.facts, object.binding.root);
    return alias ? [{ title, codes, view, change: { kind: 'replacement', object: alias, start, document } }] : [];
  }
  const target = service.uri === view.uri ? locateObject(service, files)?.object : undefined;
  const edits = target && others.length === 0 ? aliasEdits(target.binding, service.facts, host) : undefined;
  if (!target || !edits || !isWritable(target) || target.document === document) return [];
  const lost = mapsPorts(service.facts, entry.facts) ? ', which maps no ports' : '';
  const change = { kind: 'alias', edits, removed: document, start: target.start, document: target.document } as const;
  return [{ title: title + lost, codes, view, change }];
}

function missingEndpoints(placed: Placed): readonly Partner[] {
  const { entry, object, isAtHead, files } = placed;
  const { service, name } = entry.facts;
  if (!isAtHead || !takesObjects(placed) || !isNamed(placed) || !service || !hasManualEndpoints(service)) return [];
  if (kinds.some((kind) => servingObjects({ entry, files }, kind).length > 0)) return [];
  const { root } = object.binding;
  const slice = draftSlice(entry.facts, service, root);
  const endpoints = draftEndpoints(entry.facts, service, root);
  const drafts = [
    ...(slice ? [{ kind: 'EndpointSlice', ...slice }] : []),
    ...(endpoints ? [{ kind: 'Endpoints', name: name.text, object: endpoints }] : []),
  ];
  return drafts.map((draft) => ({
    title: `Create ${draft.kind} ${quote(draft.name)} for this Service`,
    codes: [],
    view: placed.view,
    change: documentAfter(object, draft.object),
  }));
}

function documentAfter({ start, document, resource }: PlacedObject, object: Plain): PartnerChange {
  return { kind: 'object', object, stops: sampleFields(object), start, document, resource };
}

function missingServicePort(placed: Placed): readonly Partner[] {
  const { entry, files } = placed;
  return missingPort(placed, nearestServices(entry, files.workspace), 'Service', ['unmatched-port', 'spare-port']);
}

function missingEndpointPort(placed: Placed): readonly Partner[] {
  const { service } = placed.entry.facts;
  if (!service || !hasManualEndpoints(service)) return [];
  const serving = kinds.map((kind) => ({ kind, entries: servingObjects(placed, kind) }));
  const [only, ...others] = serving.filter(({ entries }) => entries.length > 0);
  return only && others.length === 0 ? missingPort(placed, only.entries, only.kind, ['unserved-port']) : [];
}

function servingObjects({ entry, files }: Pick<Placed, 'entry' | 'files'>, kind: Kind): readonly IndexedObject[] {
  const around = { entry, at: (key: string) => files.workspace.at(key) };
  return kind === 'EndpointSlice' ? slicesOf(around) : namesakes(around, kind);
}

/** Offers the port at the cursor to the only partner, if the partner lacks it. */
function missingPort(
  placed: Placed,
  partners: readonly IndexedObject[],
  kind: 'Service' | Kind,
  codes: Partner['codes'],
): readonly Partner[] {
  const { object, entry, files } = placed;
  const port = portAt(placed);
  const draft = port && draftPort(object.binding.root, port);
  const [partner, ...others] = port ? partners : [];
  const { view, object: target } = (partner && locateObject(partner, files)) ?? {};
  if (!draft || !partner || !view || !target || others.length > 0 || !isWritable(target)) return [];
  if (!isOwn(partner, placed) || isFirstOfSeveral(partner, entry)) return [];
  if (partner.facts.service && !hasManualEndpoints(partner.facts.service)) return [];
  const edits = addPort(partner.facts, target.binding.root, draft);
  const { start, document } = target;
  const title = `Add port ${draft.name === '' ? draft.port : quote(draft.name)} to the ${kind}`;
  return edits ? [{ title, codes, view, change: { kind: 'edits', edits, start, document } }] : [];
}

/** False where a nearer object belongs to the partner, because that object would then lack the port. */
function isOwn(partner: IndexedObject, { entry, files }: Placed): boolean {
  const others = partner.facts.service
    ? kinds.flatMap((kind) => servingObjects({ entry: partner, files }, kind))
    : nearestServices(partner, files.workspace);
  return others.includes(entry);
}

/** True for a Service without ports, which serves all ports until it has a first one. */
function isFirstOfSeveral(
  { facts: { service } }: IndexedObject,
  { facts: { endpoints, slice } }: IndexedObject,
): boolean {
  const written = slice ?? endpoints;
  return service?.ports.length === 0 && written !== undefined && written.ports.length > 1;
}

function isWritable({ document, resource }: PlacedObject): boolean {
  return document.issues.length === 0 && !resource.isPartial;
}

function portAt({ trail }: Placed): PortFacts | undefined {
  const node = trail.find(({ path }) => typeof path.at(-1) === 'number' && path.at(-2) === 'ports');
  return node && portFacts(node);
}
