/** The lists of endpoints that kube-proxy uses for a Service port, by policies, readiness and hints: part of the model in `traffic-model.ts`. */
import type { ModelServicePort } from './traffic-model-services.ts';
import type { Viewpoint } from './traffic-objects.ts';

/** An endpoint that kube-proxy knows, with the conditions after defaults, and the hints where there are some. */
export interface ModelEndpoint {
  readonly address: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly local: boolean;
  readonly zones?: readonly string[];
  readonly nodes?: readonly string[];
}

/** A Service port as recorded in traffic.json. */
export interface ModelPort extends ModelServicePort {
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly all: readonly string[];
  readonly any: boolean;
  readonly topology: '' | 'PreferSameZone' | 'PreferSameNode';
  readonly known: readonly ModelEndpoint[];
}

export function modelPort(
  port: ModelServicePort,
  endpoints: readonly ModelEndpoint[],
  { node, zone }: Viewpoint,
): ModelPort {
  const ready = endpoints.filter((each) => each.ready);
  const terminating = endpoints.filter((each) => each.serving && each.terminating);
  const topology = port.usesCluster ? topologyOf(ready, node, zone) : '';

  let cluster: readonly ModelEndpoint[] = [];
  if (port.usesCluster) {
    if (topology === 'PreferSameNode') cluster = ready.filter(({ nodes = [] }) => nodes.includes(node));
    else if (topology === 'PreferSameZone') cluster = ready.filter(({ zones = [] }) => zones.includes(zone ?? ''));
    else cluster = ready;
    if (cluster.length === 0) cluster = terminating;
  }
  let local: readonly ModelEndpoint[] = [];
  if (port.usesLocal) {
    local = ready.filter((each) => each.local);
    if (local.length === 0) local = terminating.filter((each) => each.local);
  }
  return {
    ...port,
    cluster: addressesOf(cluster),
    local: addressesOf(local),
    all: addressesOf([...cluster, ...local]),
    any: cluster.length > 0 || (port.usesLocal && (ready.length > 0 || terminating.length > 0)),
    topology,
    known: endpoints.toSorted((one, other) => (one.address < other.address ? -1 : 1)),
  };
}

function topologyOf(ready: readonly ModelEndpoint[], node: string, zone: string | null): ModelPort['topology'] {
  if (ready.length === 0) return '';
  if (ready.every(({ nodes }) => nodes) && ready.some(({ nodes = [] }) => nodes.includes(node)))
    return 'PreferSameNode';
  if (zone === null || !ready.every(({ zones }) => zones)) return '';
  return ready.some(({ zones = [] }) => zones.includes(zone)) ? 'PreferSameZone' : '';
}

function addressesOf(endpoints: readonly ModelEndpoint[]): readonly string[] {
  return [...new Set(endpoints.map(({ address }) => address))].sort();
}
