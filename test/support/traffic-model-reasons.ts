/** What becomes of each address that the slices of a Service write, and the first test that it fails: part of the model in `traffic-model.ts`. */
import type { ModelPort } from './traffic-model-lists.ts';
import { canonical, isClaimed } from './traffic-model-mirror.ts';
import {
  headlessLabel,
  serviceOfSlice,
  type SliceManifest,
  type TrafficManifest,
  type Viewpoint,
} from './traffic-objects.ts';

/**
 * For each written address of the slices of the Service, sorted: the address and the codes that explain it, or `used`. For a
 * port of which all outcomes are the same.
 */
export function expectedFates(
  port: ModelPort,
  objects: readonly TrafficManifest[],
  viewpoint: Viewpoint,
  mirroring: 'on' | 'off',
): readonly string[] {
  const slices = objects.filter((each) => each.kind === 'EndpointSlice').filter((each) => serviceOfSlice(each) === port.service); // prettier-ignore
  const fates: string[] = [];
  const kept = new Set<string>();
  for (const slice of slices) {
    const reason = sliceReason(slice, port, viewpoint, mirroring);
    const number = slice.ports?.find(({ name = '' }) => name === port.port)?.port ?? 0;
    for (const { addresses } of slice.endpoints ?? [])
      for (const [i, address] of addresses.entries()) {
        const host = canonical(address);
        const key = host.includes(':') ? `[${host}]:${number}` : `${host}:${number}`;
        const own = reason ?? (i > 0 ? 'later-address' : undefined);
        // All endpoints of one address are alike between slices, so one of them counts and the others are replaced.
        const last = own ?? (kept.has(key) ? 'replaced' : reasonOf(key, port));
        if (own === undefined) kept.add(key);
        fates.push(`${host} ${last}`);
      }
  }
  return fates.sort();
}

function sliceReason(
  slice: SliceManifest,
  port: ModelPort,
  { ipFamily }: Viewpoint,
  mirroring: 'on' | 'off',
): string | undefined {
  if (slice.metadata.labels?.[headlessLabel] !== undefined) return 'headless-label';
  if (slice.addressType !== ipFamily) return 'family';
  if (mirroring === 'on' && isClaimed(slice)) return 'claimed';
  const ports = slice.ports ?? [];
  if (ports.length === 0) return 'no-ports';
  const match = ports.find(({ name = '' }) => name === port.port);
  if (!match) return 'port-name';
  if ((match.protocol ?? 'TCP') !== port.protocol) return 'port-protocol';
  return match.port === undefined || match.port === 0 ? 'port-number' : undefined;
}

/** What the lists say of the endpoint that kube-proxy keeps for an address. */
function reasonOf(address: string, { known, all, usesCluster, topology }: ModelPort): string {
  const endpoint = known.find((each) => each.address === address);
  if (!endpoint || all.includes(address)) return 'used';
  const { ready, serving, terminating, local } = endpoint;
  if (!ready && !terminating) return 'not-ready';
  if (!ready && !serving) return 'terminating';
  // A draining endpoint of another node: both are true, the library names one.
  if (!ready) return usesCluster || local || known.some((each) => each.ready) ? 'draining' : 'not-local';
  if (!usesCluster) return 'not-local';
  return topology === 'PreferSameNode' ? 'node-hint' : 'zone-hint';
}
