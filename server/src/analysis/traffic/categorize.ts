/** Chooses the endpoints of a Service port for a node, as `CategorizeEndpoints` in `pkg/proxy/topology.go` of Kubernetes 1.36. */
import type { Reason } from './reasons.ts';
import type { TrafficService, Viewpoint } from './model.ts';

/** An endpoint that kube-proxy knows, with absent conditions filled in. */
export interface Candidate {
  /** With the port. */
  readonly address: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly isLocal: boolean;
  readonly hintedNodes: readonly string[];
  readonly hintedZones: readonly string[];
}

export interface Categories {
  /** Addresses, sorted. */
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly all: readonly string[];
  /** False where connections are refused. */
  readonly hasAny: boolean;
  readonly usesCluster: boolean;
  readonly usesLocal: boolean;
  /** What the hints led to. */
  readonly topology: '' | 'PreferSameZone' | 'PreferSameNode';
  /** Why each endpoint that is in no list is left out. */
  readonly reasons: ReadonlyMap<Candidate, Reason>;
}

interface Port {
  readonly service: Pick<TrafficService, 'internalPolicy' | 'externalPolicy'>;
  readonly isExternal: boolean;
  readonly viewpoint: Viewpoint;
}

export function categorize(
  known: readonly Candidate[],
  { service: { internalPolicy, externalPolicy }, isExternal, viewpoint }: Port,
): Categories {
  const usesCluster = internalPolicy !== 'Local' || isExternal;
  const usesLocal = internalPolicy === 'Local' || (externalPolicy === 'Local' && isExternal);
  const topology = usesCluster
    ? topologyOf(
        known.filter(({ ready }) => ready),
        viewpoint,
      )
    : '';
  const near = known.filter((each) => each.ready && isNear(each, topology, viewpoint));
  const cluster = usesCluster ? (near.length > 0 ? near : draining(known)) : [];
  const ownReady = known.filter(({ ready, isLocal }) => ready && isLocal);
  const local = usesLocal ? (ownReady.length > 0 ? ownReady : draining(known.filter(({ isLocal }) => isLocal))) : [];
  const all = new Set([...cluster, ...local]);
  const anyReady = known.some(({ ready }) => ready);
  const reasons = new Map(
    known.filter((each) => !all.has(each)).map((each) => [each, reasonOf(each, { topology, usesCluster, anyReady })]),
  );
  const hasAny = all.size > 0 || hasEndpointsAnywhere(known, { usesCluster, usesLocal });
  const [clusterList, localList] = [sorted(cluster), sorted(local)];
  return {
    cluster: clusterList,
    local: localList,
    all: localList.length === 0 ? clusterList : sorted(all),
    hasAny,
    usesCluster,
    usesLocal,
    topology,
    reasons,
  };
}

/** A port with only a Local policy has endpoints once some node has usable ones: packets are dropped, not refused. */
function hasEndpointsAnywhere(
  known: readonly Candidate[],
  { usesCluster, usesLocal }: { readonly usesCluster: boolean; readonly usesLocal: boolean },
): boolean {
  return (
    usesLocal && !usesCluster && known.some(({ ready, serving, terminating }) => ready || (serving && terminating))
  );
}

function topologyOf(ready: readonly Candidate[], { node, zone }: Viewpoint): Categories['topology'] {
  if (ready.length === 0) return '';
  if (ready.every(({ hintedNodes }) => hintedNodes.length > 0) && ready.some((each) => each.hintedNodes.includes(node)))
    return 'PreferSameNode';
  const areZoned = zone !== null && zone !== '' && ready.every(({ hintedZones }) => hintedZones.length > 0);
  return areZoned && ready.some(({ hintedZones }) => hintedZones.includes(zone)) ? 'PreferSameZone' : '';
}

function isNear({ hintedNodes, hintedZones }: Candidate, topology: Categories['topology'], at: Viewpoint): boolean {
  if (topology === 'PreferSameNode') return hintedNodes.includes(at.node);
  return topology === '' || (at.zone !== null && hintedZones.includes(at.zone));
}

/** Used only where no endpoint is ready. */
function draining(known: readonly Candidate[]): readonly Candidate[] {
  return known.filter(({ ready, serving, terminating }) => !ready && serving && terminating);
}

function reasonOf(
  { ready, serving, terminating, hintedNodes, hintedZones }: Candidate,
  {
    topology,
    usesCluster,
    anyReady,
  }: { readonly topology: Categories['topology']; readonly usesCluster: boolean; readonly anyReady: boolean },
): Reason {
  if (!ready && !terminating) return { kind: 'not-ready' };
  if (!ready && !serving) return { kind: 'terminating' };
  if (!ready && anyReady) return { kind: 'draining' };
  if (!usesCluster) return { kind: 'not-local' };
  return topology === 'PreferSameNode'
    ? { kind: 'node-hint', hints: hintedNodes }
    : { kind: 'zone-hint', hints: hintedZones };
}

function sorted(all: Iterable<Candidate>): readonly string[] {
  return [...new Set([...all].map(({ address }) => address))].sort();
}
