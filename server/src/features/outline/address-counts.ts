/** Counts the addresses of a resource that the API server accepts, those that it rejects, and repeated entries. */
import {
  addressesOf,
  addressesOfSlice,
  endpointIdentity,
  mayRepeat,
  mayRepeatInSlice,
} from '../../analysis/binding/addresses.ts';
import { addressTypeOf, isOrdinary, isRefusedAddress, isSliceRoot } from '../../analysis/binding/address-type.ts';
import { member, textOf, type Binding, type Bound, type BoundBlock } from '../../analysis/binding/bind.ts';
import { blocksIn, memoOfBlock } from '../../analysis/binding/blocks.ts';
import { Endpoint } from '../../contract/endpoint-slice.ts';
import { canonicalText } from '../../contract/ip.ts';
import { repeated } from '../../lint/repeated.ts';
import { memoBy } from '../../text/memo.ts';
import { isNull } from '../../tree/value.ts';

export interface AddressCounts {
  /** The addresses that are neither refused nor repeated. One whose value is opaque counts as valid. */
  readonly valid: number;
  readonly refused: number;
  /** The entries that repeat an earlier one of their list. Only the first one counts. */
  readonly repeated: number;
  /** The refused addresses that have no valid spelling in the resource: their canonical texts, or the texts. */
  readonly refusedTexts: ReadonlySet<string>;
}

/** The counts for a Kubernetes minor version. Entries without an address are left out. */
export const addressCounts = memoBy(({ root }: Binding, minor: number): AddressCounts => {
  const type = addressTypeOf(root);
  const blocks = addressBlocks(root);
  const doubtful = blocks.filter((block) => !areAccepted(addressesIn(block), type));
  const nodes = doubtful.flatMap((block) => block.nodes.flatMap(ipsOf));
  const refused = new Set(nodes.filter((node) => isRefused(node, type, minor)));
  const again = repeatsIn(root).filter((node) => !refused.has(node)).length;
  const accepted = refused.size > 0 ? acceptedTexts(blocks, doubtful, refused) : new Set<string>();
  const count = blocks.reduce((sum, block) => sum + addressesIn(block).texts.length, 0);
  return {
    valid: count - refused.size - again,
    refused: refused.size,
    repeated: again,
    refusedTexts: new Set([...refused].map(shownText).filter((text) => !accepted.has(text))),
  };
});

/** The addresses in a block of a list, as the table of endpoints names them. */
interface AddressesInBlock {
  readonly texts: readonly string[];
  /** Their families where all of them are ordinary, which most are; undefined where some are not. */
  readonly families: ReadonlySet<string> | undefined;
}

const addressesIn = memoOfBlock((items): AddressesInBlock => {
  const ips = items.flatMap(ipsOf);
  const areOrdinary = ips.every((ip) => isOrdinary(textOf(ip) ?? '', undefined));
  const families = areOrdinary ? new Set(ips.map((ip) => (textOf(ip)?.includes(':') ? 'IPv6' : 'IPv4'))) : undefined;
  return { texts: ips.map(shownText), families };
});

/** True where no address of the block is refused, whatever the version. */
function areAccepted({ families }: AddressesInBlock, type: string | undefined): boolean {
  if (!families || type === undefined) return families !== undefined;
  return families.size <= 1 && (families.size === 0 || families.has(type));
}

function acceptedTexts(
  blocks: readonly BoundBlock[],
  doubtful: readonly BoundBlock[],
  refused: ReadonlySet<Bound>,
): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const block of blocks)
    if (!doubtful.includes(block)) for (const text of addressesIn(block).texts) texts.add(text);
  for (const ip of doubtful.flatMap((block) => block.nodes.flatMap(ipsOf)))
    if (!refused.has(ip)) texts.add(shownText(ip));
  return texts;
}

/** True where the API server rejects the object because of an address, so that there are no slices to speak of. */
export function hasRefusedAddress(binding: Binding, minor: number): boolean {
  return addressCounts(binding, minor).refused > 0;
}

/** `1 valid, 2 refused, 1 repeated`; undefined where all addresses are valid. */
export function addressCountsPhrase(binding: Binding, minor: number): string | undefined {
  const counts = addressCounts(binding, minor);
  if (counts.refused + counts.repeated === 0) return undefined;
  const words = (['valid', 'refused', 'repeated'] as const).flatMap((word) =>
    counts[word] > 0 || word === 'valid' ? [`${counts[word]} ${word}`] : [],
  );
  return words.join(', ');
}

function addressBlocks(root: Bound): readonly BoundBlock[] {
  const endpoints = isSliceRoot(root) ? [member(root, 'endpoints')] : [];
  const lists = isSliceRoot(root) ? endpoints : subsetLists(root).map(({ subset, list }) => member(subset, list));
  return lists.flatMap((list) => (list ? blocksIn(list) : []));
}

/** The addresses of an entry, except missing values. */
function ipsOf(entry: Bound): readonly Bound[] {
  const ips = isOfSlice(entry) ? (member(entry, 'addresses')?.children ?? []) : [member(entry, 'ip')];
  return ips.filter(
    (ip) => ip !== undefined && !isNull(ip.value) && ip.value.span.start < ip.value.span.end,
  ) as Bound[];
}

function isOfSlice({ type }: Bound): boolean {
  return type.kind === 'object' && type.base === Endpoint.base;
}

/** A scalar of another type than a string is rejected, too. */
function isRefused(node: Bound, type: string | undefined, minor: number): boolean {
  if (node.value.kind === 'opaque') return false;
  const text = textOf(node);
  return text === undefined || isRefusedAddress(text, type, minor);
}

/** The addresses that repeat an earlier one as rules see it: in a slice, another host name makes another endpoint. */
function repeatsIn(root: Bound): readonly Bound[] {
  if (isSliceRoot(root)) {
    if (!mayRepeatInSlice(root)) return [];
    return repeated(addressesOfSlice(root), endpointIdentity).map(({ item }) => item.ip);
  }
  return subsetLists(root).flatMap(({ subset, list }) =>
    mayRepeat(subset)
      ? repeated(addressesOf(subset, list), ({ key, uid }) => `${key} ${uid}`).map(({ item }) => item.ip)
      : [],
  );
}

function subsetLists(root: Bound): readonly { subset: Bound; list: 'addresses' | 'notReadyAddresses' }[] {
  const subsets = member(root, 'subsets')?.children ?? [];
  return subsets.flatMap((subset) => (['addresses', 'notReadyAddresses'] as const).map((list) => ({ subset, list })));
}

/** The text by which the table of endpoints names an address. */
function shownText(node: Bound): string {
  const text = textOf(node) ?? '';
  return canonicalText(text) ?? text;
}
