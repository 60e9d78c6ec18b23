/** Reports hand-written addresses that are not ready beside others that are: no controller makes them ready, so nothing uses them. */
import { addressesAmong, addressesOf, type Address } from '../analysis/binding/addresses.ts';
import { memoOfBlock } from '../analysis/binding/blocks.ts';
import { isSliceRoot } from '../analysis/binding/address-type.ts';
import { member, type Bound } from '../analysis/binding/bind.ts';
import { serviceBackends, type Backend } from '../analysis/traffic/backends/service-backends.ts';
import { isServedBy } from '../analysis/traffic/backends/unserved-ports.ts';
import { writtenEndpoints } from '../analysis/traffic/backends/written-endpoints.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { defineRule } from '../lint/rule.ts';

export const neverReadyAddress = defineRule({
  code: 'never-ready-address',
  summary: 'A hand-written address that is not ready should be removed.',
  enforcedBy: 'advice',
  severity: 'off',
  explains: ['not-ready'],
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(_resource, { report, binding: { root }, around }) {
    const { slice, endpoints } = around.entry.facts;
    const unready = (slice ?? endpoints)?.backends.filter(({ hasUnready }) => hasUnready) ?? [];
    const all = unready.length > 0 ? serviceBackends(around) : undefined;
    const ready = all?.backends.filter(({ hasReady }) => hasReady) ?? [];
    // The rule no-ready-endpoint reports a Service or a port without any ready address.
    const isServed = unready.every(({ ports }) => ports.every((port) => port && isServedBy(ready, port)));
    if (ready.length === 0 || !isServed) return;
    // Other rules report an address that is also listed as ready.
    const used = new Set(ready.flatMap((each) => readyAddresses(each, around)));
    const unused = unusedIn(root).filter(({ key }) => !used.has(key));
    const [first] = unused;
    if (!first) return;
    const rest = unused.length - 1;
    const others = rest === 0 ? '' : rest === 1 ? ' and one other address here' : ` and ${rest} other addresses here`;
    const [be, them] = rest === 0 ? ['is', 'it'] : ['are', 'them'];
    const way = slice ? 'Write ready: true' : `Move ${them} to "addresses"`;
    const message = `${first.key}${others} ${be} not ready, and no controller changes that in a hand-written object, so kube-proxy and DNS skip ${them}. ${way}, or remove ${them}.`;
    report(first.ip, message);
  },
});

function readyAddresses(backend: Backend, { at }: RelatedObjects): readonly string[] {
  return (writtenEndpoints(backend, at) ?? []).flatMap(({ address, isReady }) => (isReady === false ? [] : [address]));
}

function unusedIn(root: Bound): readonly Address[] {
  if (isSliceRoot(root)) return addressesAmong(root, hasUnused).filter(({ node }) => isUnused(node));
  return (member(root, 'subsets')?.children ?? []).flatMap((subset) => addressesOf(subset, 'notReadyAddresses'));
}

const hasUnused = memoOfBlock((endpoints) => endpoints.some(isUnused));

/** Terminating endpoints that serve are used if no other endpoint is ready. */
function isUnused(endpoint: Bound): boolean {
  const conditions = member(endpoint, 'conditions');
  const is = (name: string, absent: boolean): boolean => {
    const value = conditions && member(conditions, name)?.value;
    return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : absent;
  };
  return !is('ready', true) && !(is('terminating', false) && is('serving', true));
}
