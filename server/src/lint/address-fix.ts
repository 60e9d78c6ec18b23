/** Fixes a text that is not an IP address but contains one or several: what is beside the address is dropped, or moved. */
import { isSliceRoot } from '../analysis/binding/address-type.ts';
import { integerOf, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { canonicalIp, parseIp, refusedRange } from '../contract/ip.ts';
import { readAddressInText, type AddressInText } from '../contract/address-in-text.ts';
import { listed, quote } from '../text/quote.ts';
import type { Draft, DraftEntry, DraftPart, Fix } from '../tree/tree-edit.ts';
import { entryOf, isOpen, type Mapping, type Sequence, type Value } from '../tree/value.ts';
import { replaceBy } from './fix.ts';

/** Safe where nothing is lost; undefined where no address is certain. */
export function addressFix(node: Bound, text: string): Fix | undefined {
  const written = readAddressInText(text);
  return written ? bareFix(node, written) : splitFix(node, text);
}

function bareFix(node: Bound, written: AddressInText): Fix | undefined {
  const { ip, scheme, port, path, prefix, zone } = written;
  if (refusedRange(ip)) return undefined;
  const canonical = canonicalIp(ip);
  const ports = portsBeside(node);
  const isSamePort = ports?.length === 1 && ports[0]?.number === BigInt(port || 0);
  const isMoved = ports?.length === 0 && Number(port) >= 1 && Number(port) <= 65_535;
  const protocols = ports?.length === 0 ? ['TCP'] : ports?.map(({ protocol }) => protocol);
  const isSameProtocol = protocols?.every((protocol) => protocol === scheme.toUpperCase());
  const dropped = [
    ...(scheme === '' || isSameProtocol ? [] : [quote(`${scheme}://`)]),
    ...(port === '' || isSamePort || isMoved ? [] : [`port ${port}`]),
    ...[path === '/' ? '' : path, prefix, zone].filter((part) => part !== '').map(quote),
  ];
  const isCertain = dropped.length === 0 && !ip.hasLeadingZeros;
  const does = [
    `Replace with ${quote(canonical)}`,
    ...(isMoved ? [`write port ${port} under "ports"`] : []),
    ...(dropped.length > 0 ? [`drop ${listed(dropped)}`] : []),
  ];
  const title = listed(does);
  if (isMoved) return movingPort(node, { title, address: canonical, port: Number(port) });
  return replaceBy(node.value, canonical, isCertain ? 'safe' : 'suggested', title);
}

interface Move {
  readonly title: string;
  readonly address: string;
  readonly port: number;
}

/** Undefined where the ports cannot be written in place. */
function movingPort(node: Bound, { title, address, port }: Move): Fix | undefined {
  const holder = holderOf(node);
  const draft = holder && draftAround(node, holder, { kind: 'plain', value: address });
  if (draft?.kind !== 'mapping' || holder?.value.kind !== 'mapping' || entryOf(holder.value, 'ports')) return undefined;
  const number: DraftEntry = { name: 'port', entry: undefined, value: { kind: 'plain', value: port } };
  const items: DraftPart[] = [{ kind: 'mapping', base: undefined, entries: [number] }];
  const ports: DraftEntry = { name: 'ports', entry: undefined, value: { kind: 'list', base: undefined, items } };
  const by = { ...draft, entries: [...draft.entries, ports] };
  return { title, safety: 'suggested', edits: [{ kind: 'compose', by }] };
}

/** `holder` with the part in the place of the value; undefined where a value on the way is not written in place. */
function draftAround({ value, parent }: Bound, holder: Bound, part: DraftPart): DraftPart | undefined {
  const owner = parent?.value;
  if (value.kind === 'opaque' || value.isAlias || !parent || !owner || isOpen(owner)) return undefined;
  const inPlace = (each: Value): DraftPart => (each === value ? part : { kind: 'keep', value: each });
  const draft = draftOf(owner, inPlace);
  return parent === holder || !draft ? draft : draftAround(parent, holder, draft);
}

function draftOf(owner: Value, inPlace: (each: Value) => DraftPart): Draft | undefined {
  if (owner.kind === 'sequence' && !owner.isAlias)
    return { kind: 'list', base: owner, items: owner.items.map(inPlace) };
  if (owner.kind !== 'mapping' || owner.isAlias || owner.entries.some(({ isMerged }) => isMerged)) return undefined;
  const entries = owner.entries.map((entry) => ({ name: entry.name, entry, value: inPlace(entry.value) }));
  return { kind: 'mapping', base: owner, entries };
}

interface WrittenPort {
  readonly number: bigint | undefined;
  readonly protocol: string;
}

/** The ports of the subset or slice; undefined where they may have other members. */
function portsBeside(node: Bound): readonly WrittenPort[] | undefined {
  const holder = holderOf(node);
  const list = holder && member(holder, 'ports');
  if (!holder || isOpen(holder.value) || (list && (list.value.kind !== 'sequence' || isOpen(list.value))))
    return undefined;
  return (list?.children ?? []).map((port) => ({
    number: integerOf(member(port, 'port')),
    protocol: member(port, 'protocol') ? (textOf(member(port, 'protocol')) ?? '') : 'TCP',
  }));
}

function holderOf({ parent }: Bound): Bound | undefined {
  const root = rootOf(parent);
  return root && isSliceRoot(root) ? root : parent?.parent?.parent;
}

function rootOf(node: Bound | undefined): Bound | undefined {
  return node?.parent ? rootOf(node.parent) : node;
}

/** One item for each address of the text, if they differ and the item has nothing that belongs to one of them. */
function splitFix(node: Bound, text: string): Fix | undefined {
  const ips = text.split(/[\s,;]+/).flatMap((part) => (part === '' ? [] : (parseIp(part) ?? null)));
  const addresses = ips.flatMap((ip) => (ip && !refusedRange(ip) && !ip.hasLeadingZeros ? canonicalIp(ip) : []));
  if (addresses.length < 2 || addresses.length < ips.length || new Set(addresses).size < ips.length) return undefined;
  const item = itemOf(node);
  if (!item) return undefined;
  const { base, siblings } = item;
  const parts = addresses.map((address, i) => itemWith(address, item, i === 0));
  const items = siblings.items.flatMap((value): DraftPart[] => (value === base ? parts : [{ kind: 'keep', value }]));
  const title = `Split into ${addresses.length} addresses`;
  return { title, safety: 'safe', edits: [{ kind: 'compose', by: { kind: 'list', base: siblings, items } }] };
}

interface Item {
  readonly base: Mapping;
  readonly siblings: Sequence;
  readonly field: 'ip' | 'addresses';
  /** The list of addresses of an endpoint. */
  readonly list: Sequence | undefined;
}

/** The address in a subset, or the endpoint of a slice. */
function itemOf(node: Bound): Item | undefined {
  const { parent, value } = node;
  const owner = parent?.value.kind === 'sequence' ? parent.parent : parent;
  const list = parent?.value.kind === 'sequence' ? parent.value : undefined;
  if (owner?.value.kind !== 'mapping' || isOpen(owner.value) || owner.value.isAlias || value.kind !== 'scalar')
    return undefined;
  const field = list ? 'addresses' : 'ip';
  const isPlain = owner.value.entries.every(
    ({ name, isMerged }) => !isMerged && (name === field || name === 'conditions'),
  );
  if (!isPlain || value.isAlias || (list && (list.items.length > 1 || list.isAlias || list.isOpen))) return undefined;
  const siblings = owner.parent?.value;
  if (siblings?.kind !== 'sequence' || siblings.isOpen || siblings.isAlias) return undefined;
  return { base: owner.value, siblings, field, list };
}

function itemWith(address: string, { base, field, list }: Item, isFirst: boolean): DraftPart {
  const plain: DraftPart = { kind: 'plain', value: address };
  const entries = base.entries.map((entry): DraftEntry => {
    const { name } = entry;
    if (name !== field)
      return {
        name,
        entry: isFirst ? entry : undefined,
        value: { kind: isFirst ? 'keep' : 'copy', value: entry.value },
      };
    const value: DraftPart = list ? { kind: 'list', base: isFirst ? list : undefined, items: [plain] } : plain;
    return { name, entry: isFirst ? entry : undefined, value };
  });
  return { kind: 'mapping', base: isFirst ? base : undefined, entries };
}
