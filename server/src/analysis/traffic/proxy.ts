/** What kube-proxy 1.36 does with the endpoints of a Service: `pkg/proxy/endpointslicecache.go` and `topology.go` of Kubernetes. */
import { managedByLabel, mirroringController } from '../../contract/endpoint-slice.ts';
import { ignoredSliceLabel, proxyLabel } from '../../contract/service.ts';
import { memo } from '../../text/memo.ts';
import type { Path } from '../../tree/path.ts';
import { categorize, type Candidate, type Categories } from './categorize.ts';
import { isByChance } from './chance.ts';
import { familyOf } from './reading/read-service.ts';
import type { AddressFate } from './fate.ts';
import { unmatchedReason } from './port-reason.ts';
import { unknownFor } from './port-unknown.ts';
import type { Reason, SkipReason, SliceReason } from './reasons.ts';
import type {
  TrafficEndpoint,
  OfferedPort,
  ServiceWorld,
  TrafficEndpoints,
  TrafficService,
  TrafficSlice,
  UnknownPart,
  Viewpoint,
} from './model.ts';

export interface ProxiedPort extends Categories {
  readonly service: TrafficService;
  readonly port: OfferedPort;
  readonly isExternal: boolean;
  /** In the order of the objects. */
  readonly written: readonly AddressFate[];
  /** What is not known and may change the answer. */
  readonly unknown: readonly UnknownPart[];
  /** True where the order of slices decides, which is random in kube-proxy. */
  readonly isByChance: boolean;
}

/** The first test of kube-proxy that leaves the Service out; undefined for one that it serves in this IP family. */
export function skipReason(service: TrafficService, family: Viewpoint['family']): SkipReason | undefined {
  if (service.labels.has(proxyLabel)) return 'other-proxy';
  if (service.isHeadless) return 'headless';
  if (service.type === 'ExternalName') return 'external-name';
  if (!service.families.includes(family)) return service.unknown.some(isOfFamilies) ? 'unknown-family' : 'no-family';
  if (service.ports.length > 0) return undefined;
  return service.unknown.some(isOfPorts) ? 'unknown-ports' : 'no-ports';
}

function isOfFamilies({ path: [spec, field] }: UnknownPart): boolean {
  return spec === undefined || (spec === 'spec' && (field === undefined || familyFields.has(field)));
}

const familyFields: ReadonlySet<Path[number]> = new Set(['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']);

function isOfPorts({ path: [spec, field] }: UnknownPart): boolean {
  return spec === undefined || (spec === 'spec' && (field === undefined || field === 'ports'));
}

/** The first test that keeps a slice out, before its Service and its ports count; undefined for a slice that is read. */
export function sliceReason(slice: TrafficSlice, { family }: Pick<Viewpoint, 'family'>): SliceReason | undefined {
  if (slice.labels.has(ignoredSliceLabel)) return { kind: 'headless-label' };
  if (slice.addressType !== family) return { kind: 'family', addressType: slice.addressType, family };
  return slice.service ? undefined : { kind: 'no-label' };
}

/** A hand-written slice that claims to be mirrored: the controller writes its own content into it, or deletes it. */
export function claimReason(
  slice: TrafficSlice,
  { slices, isMirroring }: Pick<ServiceWorld, 'slices' | 'isMirroring'>,
): SliceReason | undefined {
  if (!isMirroring || slice.isMirrored || slice.labels.get(managedByLabel) !== mirroringController) return undefined;
  return claims(slices).get(slice);
}

/** For each IP family, as many slices are overwritten as the controller makes. */
const claims = memo((slices: ServiceWorld['slices']): ReadonlyMap<TrafficSlice, SliceReason> => {
  const left = new Map<string, number>();
  for (const { isMirrored, addressType } of slices)
    if (isMirrored) left.set(addressType, (left.get(addressType) ?? 0) + 1);
  const reasons = new Map<TrafficSlice, SliceReason>();
  for (const slice of slices) {
    if (slice.isMirrored || slice.labels.get(managedByLabel) !== mirroringController) continue;
    const free = left.get(slice.addressType) ?? 0;
    left.set(slice.addressType, free - 1);
    reasons.set(slice, { kind: free > 0 ? 'overwritten' : 'deleted' });
  }
  return reasons;
});

/** The ports of a Service that kube-proxy serves; empty for a Service that it skips. */
export function proxiedPorts(world: ServiceWorld, viewpoint: Viewpoint): readonly ProxiedPort[] {
  const { service } = world;
  if (skipReason(service, viewpoint.family)) return [];
  return service.ports.map((port) => proxiedPort(world, port, viewpoint));
}

function proxiedPort(world: ServiceWorld, port: OfferedPort, viewpoint: Viewpoint): ProxiedPort {
  const { service, slices, endpoints } = world;
  const candidates = new Map<string, Candidate>();
  const offered: Draft[] = [];
  const written: Draft[] = [];
  for (const slice of slices) {
    const reason =
      sliceReason(slice, viewpoint) ??
      claimReason(slice, world) ??
      (slice.ports.length === 0 ? { kind: 'no-ports' as const } : undefined);
    if (reason) {
      written.push(...slice.endpoints.flatMap((each) => draftsOf(slice, each, { reason, viewpoint })));
      continue;
    }
    const matches = slice.ports.filter((each) => each.name === port.name && each.protocol === port.protocol);
    const match = matches.find(({ number }) => number !== undefined);
    if (match?.number === undefined) {
      const unmatched = unmatchedReason(slice, port, matches[0]);
      written.push(...slice.endpoints.flatMap((each) => draftsOf(slice, each, { reason: unmatched, viewpoint })));
      continue;
    }
    for (const endpoint of slice.endpoints) {
      const drafts = draftsOf(slice, endpoint, { reason: undefined, viewpoint, number: match.number });
      written.push(...drafts);
      const [first] = drafts;
      if (!first) continue;
      offered.push(first);
      insert(candidates, first);
    }
  }
  for (const object of endpoints) written.push(...unmirrored(object));
  const isExternal = port.hasNodePort || service.externalIps.some((ip) => familyOf(ip)[0] === viewpoint.family);
  const categories = categorize([...candidates.values()], { service, isExternal, viewpoint });
  return {
    ...categories,
    service,
    port,
    isExternal,
    written: written.map((draft) => concluded(draft, candidates, categories)),
    unknown: unknownFor(world, port),
    isByChance: offered.length > candidates.size && isByChance(offered, categories, viewpoint),
  };
}

/** An address before it is known which endpoint of that address counts. */
interface Draft extends Candidate {
  readonly slice: TrafficSlice | TrafficEndpoints;
  readonly path: Path;
  readonly reason: Reason | undefined;
}

interface DraftOptions {
  readonly reason: Reason | undefined;
  readonly viewpoint: Viewpoint;
  readonly number?: number;
}

function draftsOf(
  slice: TrafficSlice,
  endpoint: TrafficEndpoint,
  { reason, viewpoint, number }: DraftOptions,
): readonly Draft[] {
  const { ready = true, serving = true, terminating = false, hintedNodes, hintedZones } = endpoint;
  const isLocal = isLocalTo(endpoint, viewpoint);
  return endpoint.addresses.map((address, i) => ({
    address: number === undefined ? address : `${hostText(address)}:${number}`,
    ready,
    serving,
    terminating,
    isLocal,
    hintedNodes,
    hintedZones,
    slice,
    path: endpoint.addressPaths[i] ?? endpoint.path,
    reason: reason ?? (i > 0 ? { kind: 'later-address' } : undefined),
  }));
}

/** By `nodeName`, byte for byte. */
export function isLocalTo({ nodeName }: TrafficEndpoint, { node }: Viewpoint): boolean {
  return nodeName !== '' && nodeName === node;
}

/** In brackets for IPv6. */
export function hostText(address: string): string {
  return address.includes(':') && !address.startsWith('$') ? `[${address}]` : address;
}

/** `10.1.0.1` of `10.1.0.1:80`, `2001:db8::1` of `[2001:db8::1]:80`; other texts as they are. */
export function hostOf(address: string): string {
  const inBrackets = address.startsWith('[') ? /^\[([^\]]*)\]/.exec(address)?.[1] : undefined;
  if (inBrackets !== undefined) return inBrackets;
  const colon = address.indexOf(':');
  return colon >= 0 && /^\d+$/.test(address.slice(colon + 1)) ? address.slice(0, colon) : address;
}

/** A later endpoint replaces an earlier one of the same address; a terminating one counts only if there is none yet. */
function insert(candidates: Map<string, Candidate>, draft: Draft): void {
  if (!draft.terminating || !candidates.has(draft.address)) candidates.set(draft.address, draft);
}

/** The addresses of Endpoints that are in no mirrored slice. */
function unmirrored(object: TrafficEndpoints): readonly Draft[] {
  const { obstacle, written, lost } = object;
  const draft = { slice: object, serving: true, terminating: false, isLocal: false, hintedNodes: [], hintedZones: [] };
  if (obstacle)
    return written.map(({ address, isReady, path }) => ({
      ...draft,
      address,
      ready: isReady,
      path,
      reason: { kind: 'unmirrored', obstacle },
    }));
  return lost.map(({ address, path, why }) => ({
    ...draft,
    address,
    ready: true,
    path,
    reason: { kind: 'unmirrored-address', why },
  }));
}

function concluded(draft: Draft, candidates: ReadonlyMap<string, Candidate>, { reasons }: Categories): AddressFate {
  const { address, slice: object, path, ready, serving, terminating, isLocal } = draft;
  return {
    address,
    object,
    path,
    ready,
    serving,
    terminating,
    isLocal,
    why: draft.reason ?? later(draft, candidates, reasons),
  };
}

function later(
  draft: Draft,
  candidates: ReadonlyMap<string, Candidate>,
  reasons: Categories['reasons'],
): Reason | undefined {
  const kept = candidates.get(draft.address);
  if (kept === draft) return reasons.get(draft);
  return kept && isDraft(kept) && isSlice(kept.slice)
    ? { kind: 'replaced', by: { slice: kept.slice, path: kept.path, why: conditionOf(reasons.get(kept)) } }
    : undefined;
}

/** A reason that does not depend on the viewpoint. */
function conditionOf(reason: Reason | undefined): Reason | undefined {
  return reason?.kind === 'not-ready' || reason?.kind === 'terminating' || reason?.kind === 'draining'
    ? reason
    : undefined;
}

function isDraft(candidate: Candidate): candidate is Draft {
  return 'slice' in candidate;
}

function isSlice(object: TrafficSlice | TrafficEndpoints): object is TrafficSlice {
  return 'addressType' in object;
}
