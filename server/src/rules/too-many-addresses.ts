/** Reports more than 1,000 addresses with the same ports, the most that are mirrored to EndpointSlices. */
import { countAddresses, mayRepeat } from '../analysis/binding/addresses.ts';
import { member, type Bound } from '../analysis/binding/bind.ts';
import { childCount } from '../analysis/binding/blocks.ts';
import { mostAddresses } from '../analysis/slices/mirror.ts';
import { isReady, portPacks } from '../analysis/slices/repack.ts';
import { mirrorBlocker } from '../analysis/slices/mirror-blockers.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { grouped } from '../text/quote.ts';

export const tooManyAddresses = defineRule({
  code: 'too-many-addresses',
  summary: 'At most 1,000 addresses may share the same ports.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['unmirrored-address:beyond'],
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, minor }) {
    if (addressCount(subsets) <= mostAddresses || mirrorBlocker(binding.root)) return;
    const [only, ...others] = subsets.children;
    if (only && others.length === 0 && !mayRepeat(only)) {
      const ready = countAddresses(only, 'addresses', mostAddresses);
      const notReady = countAddresses(only, 'notReadyAddresses', 0);
      if (ready.address) report(ready.address.ip, messageOn(ready.count + notReady.count));
      return;
    }
    const reported = new Set<unknown>();
    for (const { addresses } of portPacks(subsets, minor)) {
      const all = [...addresses.values()].map(({ record, ready, notReady }) => ready ?? notReady ?? record);
      const records = all.filter(({ parsed }) => parsed);
      const first = records[mostAddresses];
      // The controller copies ready addresses first.
      const ready = [...addresses.values()].filter((each) => isReady(each) && each.record.parsed);
      if (!first || ready.length <= mostAddresses || reported.has(first.node)) continue;
      reported.add(first.node);
      report(first.ip, messageOn(records.length));
    }
  },
});

function messageOn(count: number): string {
  return `${grouped(count)} addresses share these ports, but the mirroring controller copies only ${grouped(mostAddresses)} of them to EndpointSlices. The rest get no traffic. Use fewer addresses, or write the EndpointSlices yourself.`;
}

/** Counts repeated addresses, too. */
function addressCount(subsets: Bound): number {
  let count = 0;
  for (const subset of subsets.children) {
    for (const name of ['addresses', 'notReadyAddresses']) {
      const list = member(subset, name);
      if (list) count += childCount(list);
    }
  }
  return count;
}
