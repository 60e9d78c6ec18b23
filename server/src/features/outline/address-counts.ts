/** Counts the addresses of a resource that the API server accepts, those that it rejects, and repeated entries. */
import { addressesOf, addressesOfSlice, endpointIdentity } from '../../analysis/binding/addresses.ts';
import { addressTypeOf, isRefusedAddress, isSliceRoot } from '../../analysis/binding/address-type.ts';
import { member, textOf, type Binding, type Bound } from '../../analysis/binding/bind.ts';
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
  const nodes = addressNodes(root).filter(({ value }) => !isNull(value) && value.span.start < value.span.end);
  const refused = new Set(nodes.filter((node) => isRefused(node, type, minor)));
  const again = repeatsIn(root).filter((node) => !refused.has(node)).length;
  const accepted = new Set(refused.size > 0 ? nodes.filter((node) => !refused.has(node)).map(shownText) : []);
  return {
    valid: nodes.length - refused.size - again,
    refused: refused.size,
    repeated: again,
    refusedTexts: new Set([...refused].map(shownText).filter((text) => !accepted.has(text))),
  };
});

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

function addressNodes(root: Bound): readonly Bound[] {
  if (isSliceRoot(root)) {
    const endpoints = member(root, 'endpoints')?.children ?? [];
    return endpoints.flatMap((endpoint) => member(endpoint, 'addresses')?.children ?? []);
  }
  return subsetLists(root).flatMap(({ subset, list }) =>
    (member(subset, list)?.children ?? []).flatMap((address) => member(address, 'ip') ?? []),
  );
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
    return repeated(addressesOfSlice(root), endpointIdentity).map(({ item }) => item.ip);
  }
  return subsetLists(root).flatMap(({ subset, list }) =>
    repeated(addressesOf(subset, list), ({ key, uid }) => `${key} ${uid}`).map(({ item }) => item.ip),
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
