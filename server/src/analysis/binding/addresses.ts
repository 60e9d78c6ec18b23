/** The valid IP addresses of a subset or a slice, for rules that compare several of them. */
import { blockOf, canonicalText } from '../../contract/ip.ts';
import { attachment, memo } from '../../text/memo.ts';
import { isOpen } from '../../tree/value.ts';
import { hasIps, isSliceRoot } from './address-type.ts';
import { member, nodeAt, textOf, type Bound, type BoundBlock } from './bind.ts';
import { blocksIn, memoOfBlock } from './blocks.ts';

export interface Address {
  /** The entry of `addresses`, or the endpoint of a slice. */
  readonly node: Bound;
  readonly ip: Bound;
  /** The canonical text: equal for two spellings of one address. */
  readonly key: string;
  /** The `targetRef.uid`; empty where it is absent. */
  readonly uid: string;
}

/** The valid addresses in one list of a subset; empty for an absent, opaque, mistyped or open list. */
export function addressesOf(subset: Bound, list: 'addresses' | 'notReadyAddresses'): readonly Address[] {
  const addresses = listIn(subset, list);
  return addresses ? readAddresses(addresses) : none;
}

/** Undefined for an open list: a template may choose between the items, so their combination is unknown. */
function listIn(subset: Bound, list: 'addresses' | 'notReadyAddresses'): Bound | undefined {
  const addresses = member(subset, list);
  return addresses && !isOpen(addresses.value) && !isOpen(subset.value) ? addresses : undefined;
}

/** The number of valid addresses in one list of a subset, and the one with that index. */
export function countAddresses(
  subset: Bound,
  list: 'addresses' | 'notReadyAddresses',
  index: number,
): { readonly count: number; readonly address: Address | undefined } {
  const blocks = listIn(subset, list)?.blocks;
  const all = blocks ? none : addressesOf(subset, list);
  let count = all.length;
  let address = all[index];
  for (const block of blocks ?? none) {
    const known = keysInSubset(block);
    const at = known[index - count];
    if (at) address = new AddressInBlock(block, at);
    count += known.length;
  }
  return { count, address };
}

const none: readonly never[] = [];

/** What is known of an address in a block without its place. */
interface AddressKey extends Pick<Address, 'key' | 'uid'> {
  /** The index of its entry in the block, and its own in the entry. */
  readonly entry: number;
  readonly index: number;
}

/** An address in a block of a divided list. Its nodes are bound when they are needed. */
class AddressInBlock implements Address {
  readonly key: string;
  readonly uid: string;
  readonly #block: BoundBlock;
  readonly #known: AddressKey;

  constructor(block: BoundBlock, known: AddressKey) {
    this.key = known.key;
    this.uid = known.uid;
    this.#block = block;
    this.#known = known;
  }

  get node(): Bound {
    const node = this.#block.nodes[this.#known.entry];
    if (!node) throw new Error('a block has changed');
    return node;
  }

  get ip(): Bound {
    return member(this.node, 'ip') ?? member(this.node, 'addresses')?.children[this.#known.index] ?? this.node;
  }
}

const keysInSubset = memoOfBlock((nodes): readonly AddressKey[] =>
  nodes.flatMap((node, entry) => {
    const key = canonicalText(textOf(member(node, 'ip')) ?? '');
    return key === undefined ? [] : [{ key, uid: uidOf(node), entry, index: 0 }];
  }),
);

const keysInSlice = memoOfBlock((nodes): readonly AddressKey[] =>
  nodes.flatMap((node, entry) =>
    ipsOf(node).flatMap((ip, index) => {
      const key = canonicalText(textOf(ip) ?? '');
      return key === undefined ? [] : [{ key, uid: uidOf(node), entry, index }];
    }),
  ),
);

/** None where a template may choose between the addresses. */
function ipsOf(endpoint: Bound): readonly Bound[] {
  const addresses = member(endpoint, 'addresses');
  return addresses && !isOpen(addresses.value) && !isOpen(endpoint.value) ? addresses.children : none;
}

function readBlocks(blocks: readonly BoundBlock[], keysIn: KeysIn): readonly Address[] {
  const found: Address[] = [];
  for (const block of blocks) for (const known of keysIn(block)) found.push(new AddressInBlock(block, known));
  return found;
}

const readAddresses = memo((list: Bound): readonly Address[] => {
  if (list.blocks) return readBlocks(list.blocks, keysInSubset);
  const { children } = list;
  const found: Address[] = [];
  for (const node of children) {
    const ip = member(node, 'ip');
    const key = canonicalText(textOf(ip) ?? '');
    if (ip && key !== undefined) found.push({ node, ip, key, uid: uidOf(node) });
  }
  return found;
});

/** The valid addresses of Endpoints or of a slice, without those in the blocks of divided lists that are not wanted. */
export function addressesAmong(root: Bound, isWanted: (block: BoundBlock) => boolean): readonly Address[] {
  const endpoints = isSliceRoot(root) ? member(root, 'endpoints') : undefined;
  if (endpoints?.blocks && !isOpen(endpoints.value) && hasIps(root))
    return readBlocks(endpoints.blocks.filter(isWanted), keysInSlice);
  if (isSliceRoot(root)) return addressesOfSlice(root);
  return (member(root, 'subsets')?.children ?? none).flatMap((subset) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((name) => {
      const blocks = listIn(subset, name)?.blocks;
      return blocks ? readBlocks(blocks.filter(isWanted), keysInSubset) : addressesOf(subset, name);
    }),
  );
}

/** The blocks of the network, as `blockOf` names them, in which a block of the list has addresses. Each once. */
export const networksIn = memoOfBlock((nodes): readonly string[] => {
  const blocks = new Set<string>();
  for (const node of nodes) {
    const ips = member(node, 'addresses')?.children ?? [member(node, 'ip')];
    for (const ip of ips) blocks.add(blockOf(canonicalText(textOf(ip) ?? '') ?? ''));
  }
  return [...blocks];
});

/** False where long lists of a subset have no address twice. Much faster than finding what is repeated. */
export const mayRepeat = memo((subset: Bound): boolean => {
  const lists = (['addresses', 'notReadyAddresses'] as const).map((name) => member(subset, name));
  if (!lists.some((list) => list?.blocks)) return true;
  return hasRepeats(
    lists.flatMap((list) => (list ? blocksIn(list) : [])),
    keysInSubset,
  );
});

/** The same for the endpoints of a slice. */
export const mayRepeatInSlice = memo((root: Bound): boolean => {
  const endpoints = member(root, 'endpoints');
  return !endpoints?.blocks || hasRepeats(endpoints.blocks, keysInSlice);
});

type KeysIn = (block: BoundBlock) => readonly AddressKey[];

/** How often each address occurs in some blocks. It moves with the blocks from one version of a list to the next. */
class AddressCounts {
  readonly #blocks = new Map<object, readonly AddressKey[]>();
  readonly #counts = new Map<string, number>();

  get hasRepeats(): boolean {
    let count = 0;
    for (const keys of this.#blocks.values()) count += keys.length;
    return this.#counts.size < count;
  }

  setBlocks(blocks: readonly BoundBlock[], keysIn: KeysIn): void {
    const now = new Set(blocks.map(({ content }) => content));
    for (const [content, keys] of this.#blocks) {
      if (now.has(content)) continue;
      this.#blocks.delete(content);
      for (const { key } of keys) this.#count(key, -1);
    }
    for (const block of blocks) {
      if (this.#blocks.has(block.content)) continue;
      const keys = keysIn(block);
      this.#blocks.set(block.content, keys);
      for (const { key } of keys) this.#count(key, 1);
    }
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

const countsWith = attachment((_content: object): { counts?: AddressCounts } => ({}));

function hasRepeats(blocks: readonly BoundBlock[], keysIn: KeysIn): boolean {
  const places = blocks.map(({ content }) => countsWith(content));
  const counts = places.find((place) => place.counts)?.counts ?? new AddressCounts();
  counts.setBlocks(blocks, keysIn);
  for (const place of places) place.counts = counts;
  return counts.hasRepeats;
}

function uidOf(node: Bound): string {
  return textOf(nodeAt(node, ['targetRef', 'uid'])) ?? '';
}

/** The valid addresses of a slice, in the order of its endpoints; empty for an absent or open list. */
export const addressesOfSlice = memo((root: Bound): readonly Address[] => {
  const endpoints = member(root, 'endpoints');
  if (!endpoints || isOpen(endpoints.value) || !hasIps(root)) return [];
  if (endpoints.blocks) return readBlocks(endpoints.blocks, keysInSlice);
  return endpoints.children.flatMap((endpoint) =>
    ipsOf(endpoint).flatMap((ip) => {
      const key = canonicalText(textOf(ip) ?? '');
      return key === undefined ? [] : [{ node: endpoint, ip, key, uid: uidOf(endpoint) }];
    }),
  );
});

/** Equal for addresses of a slice that are the same endpoint; undefined where the host name is unknown. */
export function endpointIdentity({ key, uid, node }: Address): string | undefined {
  const hostname = member(node, 'hostname');
  const name = hostname ? textOf(hostname) : '';
  return name === undefined ? undefined : `${key} ${uid} ${name}`;
}
