/** Finds the ports of Endpoints and slices that match no port of the Service: wrong names, which lose traffic, and spare ports. */
import { isSliceRoot } from '../analysis/binding/address-type.ts';
import { member, type Bound } from '../analysis/binding/bind.ts';
import { hasAllItems } from '../analysis/binding/static-value.ts';
import { portFacts, type PortFacts } from '../analysis/facts/port-facts.ts';
import { unmatchedPorts, type Offer, type UnmatchedPort } from '../analysis/traffic/backends/port-names.ts';
import { serviceBackends, type Backend, type ServiceBackends } from '../analysis/traffic/backends/service-backends.ts';
import { groupsOf, isServedBy } from '../analysis/traffic/backends/unserved-ports.ts';
import { writtenEndpoints, type WrittenEndpoint } from '../analysis/traffic/backends/written-endpoints.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import {
  hasManualEndpoints,
  isSameNumber,
  isSamePort,
  isWellFormed,
  servicesFor,
} from '../analysis/workspace/pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import { dnsLabelProblem } from '../contract/string-format.ts';
import { memoWith } from '../text/memo.ts';
import { isSameWord, nearest } from '../text/nearest.ts';
import type { RelationContext } from './rule.ts';
import { isOpen, type Mapping } from '../tree/value.ts';

/** An unmatched port of this object, with its place. */
export interface OwnUnmatchedPort extends UnmatchedPort {
  readonly node: Bound<Mapping>;
  readonly offers: readonly Offer[];
  readonly effect: Effect;
}

/** A port whose name the API server rejects, so that its fix can be the name of the Service port. */
export interface MalformedPort extends UnmatchedPort {
  readonly node: Bound<Mapping>;
  readonly meant: Offer;
}

/**
 * `wrong` where a Service port or an address loses its traffic because of this port; `idle` where no port of the list
 * matches and its addresses get no traffic otherwise; `spare` where nothing is lost.
 */
type Effect = 'wrong' | 'idle' | 'spare' | 'unknown';

/** The unmatched ports of each subset, or of the slice. Empty where the Service is uncertain. */
export function ownUnmatchedPorts({
  binding: { root },
  document,
  around,
}: RelationContext): readonly OwnUnmatchedPort[] {
  return document.issues.length > 0 || areAllMatched(around) ? none : unmatchedIn(around, root);
}

const none: readonly OwnUnmatchedPort[] = [];

/** True for nearly all objects. Asks nothing but the Service. */
function areAllMatched(around: RelatedObjects): boolean {
  const { slice, endpoints } = around.entry.facts;
  const services = servicesFor(around);
  const own = slice ?? endpoints;
  if (services.length === 0 || !own?.hasAllPorts || own.backends.some(({ hasEndpoints }) => !hasEndpoints)) {
    return services.length === 0;
  }
  return own.ports.every((port) =>
    services.every(({ service }) => service.ports.some((each) => isSamePort(each, port))),
  );
}

/** The ports with malformed names that mean a port of the Service. */
export function malformedPorts(root: Bound, around: RelatedObjects): readonly MalformedPort[] {
  const { slice, endpoints } = around.entry.facts;
  const isMalformed = ({ name }: PortFacts): boolean => name !== '' && dnsLabelProblem(name) !== undefined;
  if (!(slice ?? endpoints)?.ports.some(isMalformed)) return [];
  const services = servicesFor(around);
  return unmatchedLists(root, services, offersOf(services)).flatMap(({ list, found }) =>
    found.flatMap((each) => {
      const { meant, port, index } = each;
      const node = list.children[index] as Bound<Mapping>;
      return meant && meant.port.name !== '' && isMalformed(port) ? [{ ...each, meant, node }] : [];
    }),
  );
}

/** True where both sides have no other port left, and name and number agree, so that no other port can be meant. */
export function isCertainlyMeant({ port, free, isOnlyWrong }: UnmatchedPort, { port: meant }: Offer): boolean {
  const isOnlyFree = free.every((offer) => isSamePort(offer.port, meant));
  const isNear = nearest(port.name, [meant.name]) !== undefined && isSameNumber(port, meant);
  return isOnlyWrong && isOnlyFree && (isNear || isSameWord(port.name, meant.name));
}

function offersOf(services: readonly PairedService[]): readonly Offer[] {
  return services.flatMap(({ entry, service }) => service.ports.map((port) => ({ entry, port })));
}

interface UnmatchedList {
  readonly holder: Bound;
  readonly list: Bound;
  readonly found: readonly UnmatchedPort[];
}

/** Those of each subset, or of the slice. */
function unmatchedLists(
  root: Bound,
  services: readonly PairedService[],
  offers: readonly Offer[],
): readonly UnmatchedList[] {
  if (offers.length === 0 || !services.every(hasKnownPorts)) return [];
  return holdersIn(root).flatMap((holder) => {
    const list = member(holder, 'ports');
    if (!list || !hasAllItems(list) || isOpen(holder.value)) return [];
    const ports = list.children.map((node) => portFacts(node) ?? null);
    return [{ holder, list, found: unmatchedPorts(ports, offers) }];
  });
}

function holdersIn(root: Bound): readonly Bound[] {
  return isSliceRoot(root) ? [root] : (member(root, 'subsets')?.children ?? []);
}

/** Several rules ask for them. */
const unmatchedIn = memoWith((around: RelatedObjects, root: Bound): readonly OwnUnmatchedPort[] => {
  const services = servicesFor(around);
  const offers = offersOf(services);
  const holders = holdersIn(root);
  const isHeadless = services.some(({ service }) => service.isHeadless);
  const seen = new Set<string>();
  return unmatchedLists(root, services, offers).flatMap(({ holder, list, found }) =>
    found.flatMap((unmatched): OwnUnmatchedPort[] => {
      const { port, index, isAlone } = unmatched;
      const node = list.children[index] as Bound<Mapping>;
      // In a list of several ports, the API server requires names, and unnamed-port reports a missing one.
      if (!isWellFormed(port) || (!isAlone && port.name === '')) return [];
      // A port behind an alias is reported only once.
      const key = JSON.stringify([port.name, port.protocol, port.number]);
      if (isAlias(node) && seen.has(key)) return [];
      seen.add(key);
      const effect = isHeadless ? headlessEffect(unmatched) : effectOf(unmatched, found, { holder, holders, around });
      return [{ ...unmatched, node, offers, effect }];
    }),
  );
});

/** Clients of a headless Service find all ports by DNS, except by a misspelled name. */
function headlessEffect({ meant, why }: UnmatchedPort): Effect {
  return meant && why !== 'left-over' ? 'wrong' : 'unknown';
}

interface Surroundings {
  readonly holder: Bound;
  readonly holders: readonly Bound[];
  readonly around: RelatedObjects;
}

function effectOf(unmatched: UnmatchedPort, found: readonly UnmatchedPort[], surroundings: Surroundings): Effect {
  const all = serviceBackends(surroundings.around);
  const isServed = ({ port }: Offer): boolean => isServedElsewhere(port, surroundings, all);
  if (losesTraffic(unmatched, isServed, surroundings, all)) return 'wrong';
  const isMeant = ({ port }: Offer): boolean => found.some(({ meant }) => meant && isSamePort(meant.port, port));
  if (!all) return 'spare';
  if (!unmatched.free.every((offer) => isServed(offer) || isMeant(offer))) return 'unknown';
  const isNoneMatched = found.length === member(surroundings.holder, 'ports')?.children.length;
  const isReady = (each: WrittenEndpoint): boolean => each.isReady !== false;
  return isNoneMatched && isAnyLost(all.service.ports, isReady, surroundings, all) ? 'idle' : 'spare';
}

function hasKnownPorts({ service }: PairedService): boolean {
  return hasManualEndpoints(service) && service.hasAllPorts && service.ports.every(isWellFormed);
}

function isAlias({ value, parent }: Bound): boolean {
  return [value, parent?.value].some((each) => each && each.kind !== 'opaque' && each.isAlias);
}

/** True where other endpoints of the same IP family serve the port. Without certain backends, only this object counts. */
function isServedElsewhere(
  port: PortFacts,
  { holder, holders, around }: Surroundings,
  all: ServiceBackends | undefined,
): boolean {
  if (!all) {
    const others = holders.filter((each) => each !== holder);
    return others.some((each) => member(each, 'ports')?.children.some((node) => isPort(node, port)) ?? false);
  }
  const path = holder.path.join();
  const isOwn = (each: Backend): boolean => each.entry === around.entry && each.path.join() === path;
  return groupsOf(all)
    .filter((group) => group.some(isOwn))
    .every((group) => isServedBy(group, port));
}

function isPort(node: Bound, port: PortFacts): boolean {
  const facts = portFacts(node);
  return facts !== undefined && isSamePort(facts, port);
}

/** Where other endpoints serve the Service port, a name is wrong only if an address has no other way. */
function losesTraffic(
  { meant, why }: UnmatchedPort,
  isServed: (offer: Offer) => boolean,
  surroundings: Surroundings,
  all: ServiceBackends | undefined,
): boolean {
  if (!meant) return false;
  if (!isServed(meant)) return true;
  if (why === 'left-over') return false;
  return isAnyLost([meant.port], (each) => why === 'near-name' || each.isReady !== false, surroundings, all);
}

/** True where other endpoints of these Service ports lack one of the counted addresses. */
function isAnyLost(
  ports: readonly PortFacts[],
  isCounted: (endpoint: WrittenEndpoint) => boolean,
  { holder, around: { entry, at } }: Surroundings,
  all: ServiceBackends | undefined,
): boolean {
  const served = new Set(
    (all?.backends ?? [])
      .filter((each) => ports.some((port) => isServedBy([each], port)))
      .flatMap((each) => writtenEndpoints(each, at)?.map(({ address }) => address) ?? []),
  );
  return (
    writtenEndpoints({ entry, path: holder.path }, at)?.some((each) => isCounted(each) && !served.has(each.address)) ??
    true
  );
}
