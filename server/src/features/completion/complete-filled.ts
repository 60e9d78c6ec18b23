/** Proposes subsets, endpoints and ports that already have the ports of the Service, and ports of a Service from its endpoints. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { keyKindOf } from '../../contract/known-keys.ts';
import type { Slot } from '../../tree/slot.ts';
import { spellKey } from './complete-keys.ts';
import { unwrittenPorts, partnerPorts, type PartnerPort } from './complete-ports.ts';
import { spellAfterColon, spellBlock, spellInline, type SnippetDraft, type Spelling } from './draft.ts';
import { typedObject, type CursorPlace, type ObjectAtCursor } from '../navigation/object-at-cursor.ts';
import { placeBeside } from '../navigation/object-words.ts';
import type { Proposal } from './proposal.ts';

/** The lists by the path of the mapping that holds them. */
const lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Endpoints: { '': ['subsets'], 'subsets.*': ['ports'] },
  EndpointSlice: { '': ['endpoints', 'ports'] },
  Service: { spec: ['ports'] },
};

/** The proposals for the slot of a resource. Calls `around` only for a slot that takes ports. */
export function proposeFilled(slot: Slot, type: string, around: () => CursorPlace): readonly Proposal[] {
  if (slot.quote !== '' || slot.follows !== 'nothing') return [];
  const holders = lists[keyKindOf(type)] ?? {};
  const place = slot.path.map((step) => (typeof step === 'number' ? '*' : step));
  const names = slot.kind === 'key' || slot.kind === 'node' ? (holders[place.join('.')] ?? []) : [];
  const keys = names.filter((name) => !slot.names.has(name) && name.startsWith(slot.prefix));
  const isItem = place.at(-1) === '*';
  const list = place.at(isItem ? -2 : -1) ?? '';
  const holder = place.slice(0, isItem ? -2 : -1).join('.');
  const isList = slot.kind !== 'key' && slot.prefix === '' && (holders[holder] ?? []).includes(list);
  if (keys.length === 0 && !isList) return [];
  const own = typedObject(around(), type);
  if (!own) return [];
  return [
    ...keys.flatMap((name) => filledKey(name, slot, own)),
    ...(isList ? filledList(list, isItem || slot.kind === 'item', slot, own) : []),
  ];
}

function filledKey(name: string, slot: Slot, own: ObjectAtCursor): readonly Proposal[] {
  const ports = partnerPorts(own);
  const draft = draftOfList(name, ports);
  const takesPorts = name !== 'endpoints' || (slot.style === 'block' && !slot.names.has('ports'));
  if (!takesPorts) return [];
  const label = name === 'ports' ? portWords(ports) : `${name} with ${portWords(ports)}`;
  const spell = (spelling: Spelling): string =>
    name === 'endpoints' ? spellEndpoints(ports, slot, spelling) : spellKey(name, draft, slot, spelling);
  return filled(label, spell, ports, own);
}

/** The value of a list, or its next item. */
function filledList(name: string, isItem: boolean, slot: Slot, own: ObjectAtCursor): readonly Proposal[] {
  if (isItem && slot.style !== 'block') return [];
  const ports = isItem && name === 'ports' ? unwrittenPorts(own) : partnerPorts(own);
  const draft = draftOfList(name, ports);
  const words = name === 'ports' ? portWords(ports) : `${namesIn(draft)} with ${portWords(ports)}`;
  const isBare = (slot.kind === 'node' && isItem) || slot.style === 'hcl';
  const label = isBare ? words : `- ${words}`;
  if (name === 'endpoints') {
    if (slot.kind !== 'value' || slot.style !== 'block' || slot.names.has('ports')) return [];
    const spell = (spelling: Spelling): string => spellEndpoints(ports, slot, spelling).slice('endpoints:'.length);
    return filled(label, spell, ports, own).map((proposal) => ({ ...proposal, isWhole: true, isBelow: true }));
  }
  const isBelow = slot.kind === 'value' && slot.style === 'block';
  const spell = (spelling: Spelling): string => {
    if (slot.style !== 'block') return spellInline(draft, slot.column, spelling);
    if (slot.kind === 'value') return spellAfterColon(draft, slot.column, spelling);
    // The slot of an item has its dash already.
    const dash = slot.kind === 'node' ? slot.column - 2 : slot.column;
    return isItem ? spellBlock(draft, dash, spelling).slice(2) : spellBlock(draft, slot.column, spelling);
  };
  return filled(label, spell, ports, own).map((proposal) => ({ ...proposal, isWhole: isBelow, isBelow }));
}

function filled(
  label: string,
  spell: Proposal['spell'],
  ports: readonly PartnerPort[],
  { files, entry }: ObjectAtCursor,
): readonly Proposal[] {
  const [first] = ports;
  if (!first) return [];
  const { facts } = first.partner;
  const name = facts.slice?.service ?? facts.name.text;
  const detail = `${facts.kind} ${name} in ${placeBeside(first.partner, files, entry)}`;
  return [{ label, kind: CompletionItemKind.Snippet, detail, spell }];
}

/** The ports of a slice are beside its endpoints. */
function spellEndpoints(ports: readonly PartnerPort[], slot: Slot, spelling: Spelling): string {
  const both = mapping({ endpoints: draftOfList('endpoints', ports), ports: draftOfList('ports', ports) });
  return spellBlock(both, slot.column, spelling);
}

function draftOfList(name: string, ports: readonly PartnerPort[]): SnippetDraft {
  const address: SnippetDraft = { kind: 'stop', sample: '', choices: [], type: 'string' };
  const list = (...items: readonly SnippetDraft[]): SnippetDraft => ({ kind: 'list', items });
  if (name === 'endpoints') return list(mapping({ addresses: list(address) }));
  const portList = list(...ports.map(draftOfPort));
  return name === 'ports' ? portList : list(mapping({ addresses: list(mapping({ ip: address })), ports: portList }));
}

/** Its name, its number, and a protocol other than TCP. */
export function draftOfPort({ port: { name, protocol }, number }: PartnerPort): SnippetDraft {
  return mapping({
    ...(name === '' ? {} : { name: scalar(name, true) }),
    port: scalar(String(number), false),
    ...(protocol === 'TCP' ? {} : { protocol: scalar(protocol, true) }),
  });
}

function scalar(value: string, isString: boolean): SnippetDraft {
  return { kind: 'scalar', value, isString };
}

function mapping(entries: { readonly [name: string]: SnippetDraft }): SnippetDraft {
  return { kind: 'mapping', entries: Object.entries(entries) };
}

/** `addresses`. */
function namesIn(draft: SnippetDraft): string {
  const [item] = draft.kind === 'list' ? draft.items : [];
  return item?.kind === 'mapping' ? (item.entries[0]?.[0] ?? '') : '';
}

/** `ports http, metrics`, `port 5432`. */
function portWords(ports: readonly PartnerPort[]): string {
  const names = ports.map(({ port, number }) => port.name || String(number));
  const shown = names.length > 3 ? [...names.slice(0, 3), '…'] : names;
  return `${ports.length === 1 ? 'port' : 'ports'} ${shown.join(', ')}`;
}
