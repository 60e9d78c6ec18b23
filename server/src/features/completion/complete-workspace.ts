/** Completes names from other objects of the workspace, for an Endpoints or a slice, its ports and its references. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { member, textOf } from '../../analysis/binding/bind.ts';
import { isFamilyKind, isSlice, patchedKind } from '../../analysis/workspace/family.ts';
import { isNamespaceKnown, mayShareNamespace } from '../../analysis/workspace/relations.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { uniqueBy } from '../../text/group.ts';
import type { Slot } from '../../tree/slot.ts';
import { namesInUse, type NameProposal } from './complete-in-use.ts';
import { proposePortNames, proposePortNumbers } from './complete-ports.ts';
import { valueProposal, type ProposalList } from './complete-values.ts';
import { hasEndpoints } from './unserved-services.ts';
import { placeBeside, shownNamespace, shownPlace } from '../navigation/object-words.ts';
import type { Proposal } from './proposal.ts';
import { typedObject, type ObjectAtCursor, type CursorPlace } from '../navigation/object-at-cursor.ts';
import type { Files } from '../view.ts';

const mostNames = 200;

const nothing: ProposalList = { proposals: [], isIncomplete: false };

/** The names for the slot of a resource. Calls `around` only for a slot that takes names. */
export function proposeNames(slot: Slot, type: string, around: () => CursorPlace): ProposalList {
  const find = finders[slot.path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')];
  const own = find && typedObject(around(), type);
  return own ? rankedProposals(find(own, slot), slot) : nothing;
}

type Find = (own: ObjectAtCursor, slot: Slot) => readonly NameProposal[];

const finders: { readonly [path: string]: Find | undefined } = {
  'metadata.name': ownNames,
  [`metadata.labels.${serviceNameLabel}`]: services,
  'metadata.namespace': (own) => uniqueBy([...partnerNamespaces(own), ...namespaces(own)], nameOf),
  'metadata.ownerReferences.*.name': (own, slot) => referents(own, kindIn(slot), slot),
  'metadata.ownerReferences.*.uid': (own, slot) => uids(own, kindIn(slot), slot),
  'subsets.*.ports.*.name': proposePortNames,
  'subsets.*.ports.*.port': proposePortNumbers,
  'spec.ports.*.name': proposePortNames,
  'spec.ports.*.port': proposePortNumbers,
  'ports.*.name': proposePortNames,
  'ports.*.port': proposePortNumbers,
  'endpoints.*.zone': zones,
  'endpoints.*.hints.forZones.*.name': zones,
  'endpoints.*.hints.forNodes.*.name': nodeNames,
  ...Object.fromEntries(
    ['subsets.*.addresses.*', 'subsets.*.notReadyAddresses.*', 'endpoints.*'].flatMap((path) => inAddress(path)),
  ),
};

function inAddress(path: string): readonly (readonly [string, Find])[] {
  return [
    [`${path}.nodeName`, nodeNames],
    [`${path}.targetRef.name`, (own, slot) => referents(own, kindIn(slot) || 'Pod', slot)],
    [`${path}.targetRef.namespace`, namespaces],
    [`${path}.targetRef.uid`, (own, slot) => uids(own, kindIn(slot) || 'Pod', slot)],
  ];
}

function kindIn({ names }: Slot): string {
  return names.get('kind') ?? '';
}

/** All names, or, of too many, those that start with the typed text. */
function rankedProposals(names: readonly NameProposal[], slot: Slot): ProposalList {
  const typed = slot.prefix.toLowerCase();
  const isCut = names.length > mostNames;
  const fitting = isCut ? names.filter(({ name }) => name.toLowerCase().startsWith(typed)) : names;
  const shown = fitting.slice(0, mostNames);
  // With the cursor in a complete name, the user wants to see the other names.
  const filter = names.some(({ name }) => name === slot.word) ? { filter: slot.word } : {};
  const proposals = shown.map(({ name, detail, isNumber = false }): Proposal => ({
    ...valueProposal({ value: name, doc: '' }, slot, !isNumber),
    kind: CompletionItemKind.Reference,
    detail,
    ...filter,
  }));
  return { proposals, isIncomplete: isCut };
}

/** A Service has the name that its endpoints expect, Endpoints that of a Service, and a patch that of the patched object. */
function ownNames(own: ObjectAtCursor, slot: Slot): readonly NameProposal[] {
  const { files, entry } = own;
  const { kind } = entry.facts;
  if (kind === 'Service') return unservedNames(own);
  if (kind === 'EndpointSlice') return sliceNames(own, slot);
  if (!kind.endsWith('Patch')) return services(own);
  const found = others(files, entry).filter(({ facts }) => facts.kind === patchedKind(entry.facts));
  return namesOf(within(found, entry), (each) => (mayShareNamespace(entry, each) ? 0 : 4), files, entry);
}

/** The names that hand-written Endpoints and slices expect of a Service that the workspace does not have. */
function unservedNames({ files, entry }: ObjectAtCursor): readonly NameProposal[] {
  const { workspace } = files;
  const hasService = (each: IndexedObject): boolean =>
    each.identities.some(({ namespace }) =>
      workspace.at(keys.named('Service', namespace, serviceName(each))).some((service) => service !== entry),
    );
  const found = others(files, entry).filter(
    (each) =>
      (each.facts.kind === 'Endpoints' ||
        (each.facts.kind === 'EndpointSlice' && each.facts.slice?.isMade === false)) &&
      isFamilyKind(each.facts) &&
      serviceName(each) !== '' &&
      !hasService(each),
  );
  const names = within(found, entry).map((each) => ({
    name: serviceName(each),
    detail: `${each.facts.kind} in ${placeBeside(each, files, entry)}`,
  }));
  return uniqueBy(names.toSorted(byName), nameOf);
}

function within(found: readonly IndexedObject[], own: IndexedObject): readonly IndexedObject[] {
  return found.filter((each) => !own.facts.namespace?.isKnown || mayShareNamespace(own, each));
}

/** Services without a selector first, and of these the Services without endpoints. */
function services({ files, entry }: ObjectAtCursor): readonly NameProposal[] {
  const found = others(files, entry).filter(({ facts }) => facts.kind === 'Service' && facts.group === '');
  const rank = (each: IndexedObject): number => {
    const { selector = 'none', type } = each.facts.service ?? {};
    return (
      distance(each, entry) +
      (selector === 'some' || type === 'ExternalName' ? 2 : hasEndpoints(each, files, entry) ? 1 : 0)
    );
  };
  return namesOf(within(found, entry), rank, files, entry);
}

/** Ranks Services of the same namespace first, then Services whose namespace is not known statically. */
function distance(each: IndexedObject, own: IndexedObject): number {
  if (!mayShareNamespace(own, each)) return 6;
  const namespaces = new Set(own.identities.map(({ namespace }) => namespace));
  return each.identities.some(({ namespace }) => namespaces.has(namespace)) ? 0 : 3;
}

/** Names of the Service and the address type, with a number where that name is taken. */
function sliceNames(own: ObjectAtCursor, { word }: Slot): readonly NameProposal[] {
  const { entry, files, object } = own;
  const label = entry.facts.slice?.service ?? '';
  const type = textOf(member(object.binding.root, 'addressType')) || 'IPv4';
  const taken = new Set(
    others(files, entry)
      .filter(({ facts }) => facts.kind === 'EndpointSlice')
      .map(({ facts }) => facts.name.text),
  );
  const found = services(own).filter(({ name }) => label === '' || name === label);
  return found.map(({ name, detail }) => {
    const base = `${name}-${type.toLowerCase()}`;
    let free = base;
    for (let i = 2; taken.has(free) && free !== word; i++) free = `${base}-${i}`;
    return { name: free, detail: `for ${detail}` };
  });
}

/** The objects of a kind, or of every kind where none is written. */
function referents({ files, entry }: ObjectAtCursor, kind: string, { names }: Slot): readonly NameProposal[] {
  const namespace = names.get('namespace') ?? '';
  const found = others(files, entry).filter(
    (each) =>
      (kind === '' || each.facts.kind === kind) &&
      !each.facts.kind.endsWith('Patch') &&
      (namespace === '' ? isClusterScoped(each) || mayShareNamespace(entry, each) : shownNamespace(each) === namespace),
  );
  return namesOf(found, () => 0, files, entry);
}

function isClusterScoped({ identities }: IndexedObject): boolean {
  return identities.every(({ namespace }) => namespace === '');
}

function uids({ files, entry }: ObjectAtCursor, kind: string, { names }: Slot): readonly NameProposal[] {
  const name = names.get('name') ?? '';
  return others(files, entry).flatMap((each): NameProposal[] => {
    const { facts } = each;
    const isMeant = (kind === '' || facts.kind === kind) && (name === '' || facts.name.text === name);
    return facts.uid === '' || !isMeant
      ? []
      : [{ name: facts.uid, detail: `${facts.kind} ${facts.name.text} in ${placeBeside(each, files, entry)}` }];
  });
}

/** The namespaces of the Service, for Endpoints and slices; those of its Endpoints and slices, for a Service. */
function partnerNamespaces({ files, entry }: ObjectAtCursor): readonly NameProposal[] {
  const service = serviceName(entry);
  const partners = others(files, entry).filter(
    (each) =>
      service !== '' &&
      isFamilyKind(each.facts) &&
      each.facts.kind !== entry.facts.kind &&
      serviceName(each) === service &&
      isNamespaceKnown(each),
  );
  const isService = (each: IndexedObject): boolean => each.facts.kind === 'Service';
  return partners
    .toSorted((a, b) => Number(isService(b)) - Number(isService(a)))
    .map((each) => ({ each, name: shownNamespace(each) }))
    .filter(({ name }) => name !== '')
    .map(({ each, name }) => ({
      name,
      detail: `${each.facts.kind} ${each.facts.name.text} in ${shownPlace(each.uri, files, entry.uri)}`,
    }));
}

/** The written name of the object's Service; empty where it is missing or unknown. */
function serviceName({ facts }: IndexedObject): string {
  if (isSlice(facts)) return facts.slice?.service ?? '';
  return facts.name.isKnown ? facts.name.text : '';
}

function namespaces({ files, entry, view }: ObjectAtCursor): readonly NameProposal[] {
  const all = others(files, entry);
  const defined = all.filter(({ facts }) => facts.kind === 'Namespace');
  const used = all.flatMap((each): NameProposal[] => {
    const name = each.facts.namespace?.isKnown ? each.facts.namespace.text : '';
    return name === '' ? [] : [{ name, detail: `used in ${shownPlace(each.uri, files, view.uri)}` }];
  });
  return uniqueBy([...namesOf(defined, () => 0, files, entry), ...used.toSorted(byName)], nameOf);
}

function nodeNames({ files, entry, view, offset }: ObjectAtCursor): readonly NameProposal[] {
  const nodes = others(files, entry).filter(({ facts }) => facts.kind === 'Node' && facts.group === '');
  const used = namesInUse('nodeName', files, { uri: view.uri, offset }).map(({ name, uri }) => ({
    name,
    detail: `used in ${shownPlace(uri, files, view.uri)}`,
  }));
  return uniqueBy([...namesOf(nodes, () => 0, files, entry), ...used], nameOf);
}

function zones({ files, view, offset }: ObjectAtCursor): readonly NameProposal[] {
  const used = namesInUse('zone', files, { uri: view.uri, offset });
  return used.map(({ name, uri }) => ({ name, detail: `used in ${shownPlace(uri, files, view.uri)}` }));
}

function others({ workspace }: Files, own: IndexedObject): readonly IndexedObject[] {
  return [...workspace.all()].filter((each) => each !== own);
}

/** The written names without duplicates, by rank and then by name. */
function namesOf(
  entries: readonly IndexedObject[],
  rank: (entry: IndexedObject) => number,
  files: Files,
  own: IndexedObject,
): readonly NameProposal[] {
  const found = entries
    .filter(({ facts }) => facts.name.isKnown && facts.name.text !== '')
    .map((each) => ({
      name: each.facts.name.text,
      detail: `${each.facts.kind} in ${placeBeside(each, files, own)}`,
      rank: rank(each),
    }));
  return uniqueBy(
    found.toSorted((a, b) => a.rank - b.rank || byName(a, b)),
    nameOf,
  );
}

function byName(a: NameProposal, b: NameProposal): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.detail < b.detail ? -1 : 1;
}

function nameOf({ name }: NameProposal): string {
  return name;
}
