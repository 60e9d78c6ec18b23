/** Judges each Service port of a report: whether it has endpoints, certainly has none, or cannot be known. */
import { familyOfIp, parseIp } from '../../contract/ip.ts';
import { hostOf, proxiedPorts } from '../../analysis/traffic/proxy.ts';
import {
  sortedServices,
  trafficReport,
  type LocateField,
  type ReportedPort,
  type ReportedService,
  type TrafficQuery,
  type TrafficReport,
} from '../../analysis/traffic/report.ts';
import type { ServiceWorld, TrafficEndpoint, TrafficWorld } from '../../analysis/traffic/model.ts';
import { nodeTest } from '../../analysis/traffic/viewpoints.ts';

/**
 * `served` has an endpoint, `empty` certainly has none although objects are written for it, and `unwritten` has nothing
 * written for it. `pods` gets its endpoints from Pods.
 */
export type PortState = 'served' | 'empty' | 'uncertain' | 'unwritten' | 'pods';

/** A Service with its answers, one for each IP family. */
export interface ServiceTraffic {
  readonly world: ServiceWorld;
  readonly services: readonly ReportedService[];
  readonly skipped: TrafficReport['skipped'];
  readonly slices: TrafficReport['slices'];
  /** By port. */
  readonly states: readonly PortState[];
}

/** By namespace and name. */
export function serviceTraffic(
  world: TrafficWorld,
  query: TrafficQuery,
  locate: LocateField,
): readonly ServiceTraffic[] {
  const asked: StateQuestion = { query, mayExist: nodeTest(world.nodes) };
  return sortedServices(world).map((each) => {
    const own = { ...world, services: [each], strays: [], strayEndpoints: [] };
    const { services, skipped, slices } = trafficReport(own, query, locate);
    const ports = services[0]?.ports ?? [];
    return { world: each, services, skipped, slices, states: ports.map((_, i) => stateOf(i, each, services, asked)) };
  });
}

/** One report of all Services and of the slices of none. */
export function joinedReport(
  all: readonly ServiceTraffic[],
  strays: TrafficReport['slices'],
): Pick<TrafficReport, 'version' | 'services' | 'skipped' | 'slices'> {
  const slices = [...all.map((each) => each.slices), strays];
  return {
    version: 1,
    services: all.flatMap(({ services }) => services),
    skipped: all.flatMap(({ skipped }) => skipped),
    slices: {
      read: slices.flatMap(({ read }) => read).sort(),
      ignored: slices.flatMap(({ ignored }) => ignored).sort((a, b) => (a.slice < b.slice ? -1 : 1)),
    },
  };
}

interface StateQuestion {
  readonly query: TrafficQuery;
  readonly mayExist: (node: string) => boolean;
}

function stateOf(
  i: number,
  world: ServiceWorld,
  services: readonly ReportedService[],
  asked: StateQuestion,
): PortState {
  const { query } = asked;
  const all = services.flatMap(({ family, ports }) => {
    const port = ports[i];
    return port ? [{ port, family }] : [];
  });
  const hasObjects = world.slices.length + world.endpoints.length > 0;
  // A family without any address is a choice where the other one has some.
  const ofFamily = all.filter(({ port, family }) => port.endpoints.some(({ address }) => isOfFamily(address, family)));
  const judged = query.family || ofFamily.length === 0 ? all : ofFamily;
  if (all.some(({ port }) => !port.certain)) return 'uncertain';
  if (judged.every(({ port, family }) => !isEmpty(port, { ...asked, world, family }))) return 'served';
  if (world.service.hasSelector) return 'pods';
  return hasObjects ? 'empty' : 'unwritten';
}

/** True for a text that is no address: it may be of any family. */
function isOfFamily(address: string, family: ReportedService['family']): boolean {
  if (family === null) return true;
  const ip = parseIp(hostOf(address));
  return !ip || familyOfIp(ip) === family;
}

interface PortQuestion extends StateQuestion {
  readonly world: ServiceWorld;
  readonly family: ReportedService['family'];
}

/** True where a policy of the port has no endpoint: on the node, or on any node where none is named. */
function isEmpty(port: ReportedPort, { world, family, query, mayExist }: PortQuestion): boolean {
  if (query.consumer || family === null) return port.all.length === 0;
  if (port.usesCluster && port.cluster.length === 0) return true;
  if (!port.usesLocal || port.local.length > 0) return false;
  if (query.node !== '' && world.service.internalPolicy === 'Local') return true;
  const nodes = nodesOf(world).filter(mayExist);
  if (nodes.length > mostNodes) return false;
  const zone = query.zone ?? null;
  return nodes.every((node) => {
    const same = proxiedPorts(world, { node, zone, family }).find(
      ({ port: { name, protocol } }) => name === port.name && protocol === port.protocol,
    );
    return same?.local.length === 0;
  });
}

/** Of more nodes, one has an endpoint: trying them all would take too long. */
const mostNodes = 50;

/** The nodes on which an endpoint may be used. */
function nodesOf({ slices }: ServiceWorld): readonly string[] {
  const usable = slices.flatMap(({ endpoints }) => endpoints.filter(isUsable));
  return [...new Set(usable.map(({ nodeName }) => nodeName).filter((name) => name !== ''))];
}

function isUsable({ ready = true, serving = true, terminating = false }: TrafficEndpoint): boolean {
  return ready || (serving && terminating);
}
