/** The control plane mirrors a thousand addresses of a port and no more. Splitting them over subsets of equal ports changes nothing. */
import { mirroredPorts, mirrorStop, mostAddresses } from '../analysis/mirroring.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';

export const tooManyAddresses = defineRule({
  code: 'too-many-addresses',
  summary: 'Of the addresses that share their ports, only 1,000 reach EndpointSlices.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, minor }) {
    if (mirrorStop(binding.root)) return;
    const reported = new Set<unknown>();
    for (const { addresses } of mirroredPorts(subsets, minor)) {
      const first = [...addresses.values()][mostAddresses]?.address;
      if (!first || reported.has(first.node)) continue;
      reported.add(first.node);
      const message = `${grouped(addresses.size)} addresses share these ports, and the control plane copies only ${grouped(mostAddresses)} of them to EndpointSlices; the rest get no traffic. Use fewer addresses, or write the EndpointSlices yourself.`;
      report(first.ip, message);
    }
  },
});

/** `1,001`. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
