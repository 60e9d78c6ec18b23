/** Compares two states of the files: which addresses each Service port loses or gains, and from where. */
import type { IpFamily } from '../../contract/ip.ts';
import { groupBy } from '../../text/group.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { AddressFate } from './fate.ts';
import type { OfferedPort, ServiceWorld, TrafficNode, TrafficService } from './model.ts';
import {
  addressesFrom,
  answerIn,
  isKnownAnswer,
  isOfPods,
  portKey,
  type StateQuery,
  type ChangeQuery,
  type StatePair,
  type ComparedPort,
} from './port-answers.ts';
import type { TrafficSide } from './policies.ts';
import { hostOf, skipReason, type ProxiedPort } from './proxy.ts';
import { renamedPorts, type RenamedPort } from './renamed-ports.ts';
import { nodesByName, viewpointsOf, type AskedViewpoint } from './viewpoints.ts';

/** Equal changes of several viewpoints are one change. */
export interface TrafficChange {
  /** The Service as it is, or as it was where it is gone. */
  readonly service: TrafficService;
  readonly port: OfferedPort;
  /** Null for a consumer that reads both families. */
  readonly family: IpFamily | null;
  /** Traffic from inside or outside of the cluster, where the policies differ. */
  readonly from: 'anywhere' | 'inside' | 'outside';
  readonly isEverywhere: boolean;
  readonly zones: readonly string[];
  readonly nodes: readonly string[];
  /** True for nodes that no object names. */
  readonly hasOthers: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  /** True where the Service or its port does not exist any more. */
  readonly isRemoved: boolean;
  /** The former name of a port that keeps its number and all of its addresses; undefined for every other change. */
  readonly renamedFrom?: string;
  /** True where the port exists and certainly has lost its last address. */
  readonly isLast: boolean;
  readonly isCertain: boolean;
  /** What became of the lost addresses that are still written. */
  readonly fates: readonly AddressFate[];
}

/** A state of the files. */
export interface TrafficState {
  readonly services: readonly {
    /** Equal for the same Service in both states. */
    readonly key: string;
    readonly world: ServiceWorld;
  }[];
  readonly nodes: readonly TrafficNode[];
}

export interface TrafficChanges {
  readonly changes: readonly TrafficChange[];
  /** The Services with more nodes than are compared. */
  readonly shortened: readonly TrafficService[];
}

export function trafficChanges(before: TrafficState, after: TrafficState, query: ChangeQuery): TrafficChanges {
  const areNodesSame = sameItems(
    before.nodes.map(({ entry }) => entry),
    after.nodes.map(({ entry }) => entry),
  );
  const nodes = { before: nodesByName(before), after: nodesByName(after) };
  const allNodes = [...before.nodes, ...after.nodes];
  const changes: TrafficChange[] = [];
  const shortened: TrafficService[] = [];
  for (const pair of pairsOf(before, after)) {
    if (areNodesSame && sameItems(entriesOf(pair.before), entriesOf(pair.after))) continue;
    const worlds = [pair.before, pair.after].filter((world) => world !== undefined);
    const [service] = worlds.map((world) => world.service).toReversed();
    if (!service) continue;
    const { viewpoints, leftCount } = viewpointsOf(worlds, allNodes);
    const asked = query.viewpoint ? [query.viewpoint] : viewpoints;
    if (leftCount > 0 && !query.viewpoint) shortened.push(service);
    changes.push(...serviceChanges(pair, service, { ...query, viewpoints: asked, nodes }));
  }
  return { changes, shortened };
}

/** Of several Services with one key, first those of the same file. */
function pairsOf(before: TrafficState, after: TrafficState): readonly StatePair[] {
  const old = groupBy(before.services, ({ key }) => key);
  const now = groupBy(after.services, ({ key }) => key);
  const keys = [...new Set([...now.keys(), ...old.keys()])].sort();
  return keys.flatMap((key): readonly StatePair[] => {
    const left = new Set((old.get(key) ?? []).map(({ world }) => world));
    const all = (now.get(key) ?? []).map(({ world }) => world);
    const take = (isIt: (world: ServiceWorld) => boolean): ServiceWorld | undefined => {
      const found = [...left].find(isIt);
      if (found) left.delete(found);
      return found;
    };
    const same = new Map(
      all.map((world) => [world, take(({ service }) => service.entry.uri === world.service.entry.uri)]),
    );
    const pairs = all.map((world) => ({ before: same.get(world) ?? take(() => true), after: world }));
    return [...pairs, ...[...left].map((world) => ({ before: world, after: undefined }))];
  });
}

function entriesOf(world: ServiceWorld | undefined): readonly IndexedObject[] {
  return world ? [world.service, ...world.slices, ...world.endpoints].map(({ entry }) => entry) : [];
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

function serviceChanges(pair: StatePair, service: TrafficService, asked: StateQuery): readonly TrafficChange[] {
  const families = asked.consumer ? [null] : familiesOf(pair, asked.family);
  const ports = new Map(
    [...(pair.before?.service.ports ?? []), ...(pair.after?.service.ports ?? [])].map((port) => [portKey(port), port]),
  );
  const renamed = renamedPorts({ pair, service, asked }, families);
  for (const { from, to } of renamed) for (const each of [from, to]) ports.delete(portKey(each));
  return [
    ...renamed.filter(({ addresses }) => addresses.length > 0).map((each) => renaming(service, each)),
    ...[...ports.values()].flatMap((port) =>
      families.flatMap((family) => portChanges({ pair, service, port, family, asked })),
    ),
  ];
}

function renaming(service: TrafficService, { from, to, addresses, isCertain }: RenamedPort): TrafficChange {
  return {
    service,
    port: to,
    family: null,
    from: 'anywhere',
    isEverywhere: true,
    zones: [],
    nodes: [],
    hasOthers: true,
    before: addresses,
    after: addresses,
    lost: [],
    gained: [],
    isRemoved: false,
    isLast: false,
    isCertain,
    fates: [],
    renamedFrom: from.name,
  };
}

function familiesOf({ before, after }: StatePair, family: IpFamily | undefined): readonly IpFamily[] {
  const all = family ? [family] : (['IPv4', 'IPv6'] as const);
  return all.filter((each) => [before, after].some((world) => world && !skipReason(world.service, each)));
}

/** The answers in both states from one viewpoint; undefined where the port is not served. */
interface Answers {
  readonly viewpoint: AskedViewpoint;
  readonly before: ProxiedPort | undefined;
  readonly after: ProxiedPort | undefined;
}

function portChanges(question: ComparedPort): readonly TrafficChange[] {
  const all = question.asked.viewpoints.map((viewpoint): Answers => ({
    viewpoint,
    before: answerIn(question, 'before', viewpoint),
    after: answerIn(question, 'after', viewpoint),
  }));
  const inside = changesFrom(question, all, 'inside');
  if (!all.some(({ before, after }) => before?.isExternal || after?.isExternal))
    return inside.map((change) => ({ ...change, from: 'anywhere' }));
  const outside = changesFrom(question, all, 'outside');
  if (JSON.stringify(inside.map(comparable)) !== JSON.stringify(outside.map(comparable)))
    return [...inside, ...outside];
  return inside.map((change, i) => ({
    ...change,
    from: 'anywhere',
    isLast: change.isLast || outside[i]?.isLast === true,
  }));
}

function comparable({ zones, nodes, hasOthers, before, after }: TrafficChange) {
  return { zones, nodes, hasOthers, before, after };
}

function changesFrom(question: ComparedPort, all: readonly Answers[], side: TrafficSide): readonly TrafficChange[] {
  const lists = all.map((answers) => ({
    answers,
    before: addressesFrom(answers.before, side, question),
    after: addressesFrom(answers.after, side, question),
  }));
  // Load balancers avoid nodes without an endpoint of their own.
  const isServedSomewhere = side === 'outside' && lists.some(({ after }) => after.length > 0);
  const groups = groupBy(lists, ({ before, after }) => JSON.stringify([before, after]));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { before, after, answers } = first;
    const lost = before.filter((address) => !after.includes(address));
    const gained = after.filter((address) => !before.includes(address));
    if (lost.length + gained.length === 0) return [];
    const viewpoints = own.map((each) => each.answers.viewpoint);
    const { service, port, family, pair } = question;
    const isCertain = [answers.before, answers.after].every(isKnownAnswer) && !isOfPods(pair.after);
    const isRemoved = !pair.after?.service.ports.some((each) => portKey(each) === portKey(port));
    const isHidden = side === 'outside' && answers.after?.isExternal !== true;
    return {
      service,
      port,
      family,
      from: side,
      isEverywhere: own.length === lists.length,
      zones: viewpoints.flatMap(({ node, zone }) => (node === '' && zone ? zone : [])),
      nodes: viewpoints.flatMap(({ node }) => (node === '' ? [] : node)),
      hasOthers: viewpoints.some(({ node, zone }) => node === '' && zone === null),
      before,
      after,
      lost,
      gained,
      isRemoved,
      isLast: after.length === 0 && isCertain && !isRemoved && !isHidden && !isServedSomewhere,
      isCertain,
      fates: fatesOf(lost, after, answers.after),
    };
  });
}

/** Addresses without a matching port are written alone. */
function fatesOf(
  lost: readonly string[],
  used: readonly string[],
  after: ProxiedPort | undefined,
): readonly AddressFate[] {
  // An endpoint that only the other policy uses has no reason of its own.
  const left = (after?.written ?? [])
    .filter(({ why, address }) => why ?? !used.includes(address))
    .map((fate) => ({ ...fate, why: fate.why ?? ({ kind: 'not-local' } as const) }));
  return lost.flatMap((address) => {
    const host = hostOf(address);
    return left.find((fate) => fate.address === address) ?? left.find((fate) => fate.address === host) ?? [];
  });
}
