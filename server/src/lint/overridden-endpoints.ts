/** Finds endpoints of a slice that a later entry with the same address replaces by one that is not ready. */
import { addressesOfSlice, mayRepeatInSlice, type Address } from '../analysis/binding/addresses.ts';
import { member, type Bound } from '../analysis/binding/bind.ts';
import { isStatic } from '../analysis/binding/static-value.ts';
import { memo } from '../text/memo.ts';

export interface Overridden {
  readonly ready: Address;
  /** The later one. */
  readonly unready: Address;
}

/** Of two entries, kube-proxy uses the later one, unless that one is terminating. It reads only the first address of an entry. */
export const overriddenIn = memo((slice: Bound): readonly Overridden[] => {
  if (!mayRepeatInSlice(slice)) return [];
  const current = new Map<string, { readonly address: Address; readonly ready: Address | undefined }>();
  const seen = new Set<Bound>();
  for (const address of addressesOfSlice(slice)) {
    if (seen.has(address.node)) continue;
    seen.add(address.node);
    const before = current.get(address.key);
    const isReady = condition(address.node, 'ready') ?? true;
    const isTerminating = condition(address.node, 'terminating') ?? false;
    if (before && isTerminating && !isReady) continue;
    current.set(address.key, { address, ready: isReady ? address : before?.ready });
  }
  return [...current.values()].flatMap(({ address, ready }) =>
    ready && ready !== address && areKnown(ready, address) ? [{ ready, unready: address }] : [],
  );
});

function condition({ children }: Bound, name: string): boolean | undefined {
  const conditions = children.find((each) => each.entry?.name === 'conditions');
  const value = conditions && member(conditions, name)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}

function areKnown(...addresses: readonly Address[]): boolean {
  return addresses.every(({ node }) => {
    const conditions = member(node, 'conditions');
    return isStatic(conditions) && (conditions?.children ?? []).every(isStatic);
  });
}
