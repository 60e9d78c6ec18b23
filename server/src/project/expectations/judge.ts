/** Compares an expectation on traffic with the simulation, and says why an address is or is not reached. */
import { consumerOf } from '../../analysis/traffic/consumers/consumers.ts';
import type { AddressFate } from '../../analysis/traffic/fate.ts';
import type { ServiceWorld, TrafficSlice, TrafficWorld } from '../../analysis/traffic/model.ts';
import { isLocalFor } from '../../analysis/traffic/policies.ts';
import { hostOf, skipReason, type ProxiedPort } from '../../analysis/traffic/proxy.ts';
import { reasonField, type FieldOf } from '../../analysis/traffic/reason-place.ts';
import { firstSliceWords, reasonWords, skipWords } from '../../analysis/traffic/reason-words.ts';
import type { Reason } from '../../analysis/traffic/reasons.ts';
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { ExpectedAddress, TrafficExpectation } from './expectation.ts';
import { isAsked, isMeant, reachedPorts, type ReachedPort } from './reach.ts';

export interface Failure {
  /** In the file with the expectations. */
  readonly span: Span;
  /** Sentences. */
  readonly message: string;
  /** The fields of the manifests that decide. */
  readonly related: readonly { readonly field: FieldOf; readonly message: string }[];
}

/** Empty where the expectation holds. Where several Services have the name, it must hold for each of them. */
export function judgeTraffic(expectation: TrafficExpectation, world: TrafficWorld): readonly Failure[] {
  const { namespace, service: name, span } = expectation;
  const owners = servicesByName(world).get(`${namespace}/${name}`) ?? [];
  if (owners.length === 0) return [{ span, message: missingService(expectation, world), related: [] }];
  const judged = owners.map((owner) => ({ owner, failures: judgeService(expectation, owner, world) }));
  const failing = judged.filter(({ failures }) => failures.length > 0);
  const [first] = failing;
  if (!first || failing.length === owners.length) return first?.failures ?? [];
  const field: FieldOf = { entry: first.owner.service.entry, path: ['metadata', 'name'] };
  const message = `This is one of ${owners.length} Services of this name.`;
  return first.failures.map((failure) => ({ ...failure, related: [...failure.related, { field, message }] }));
}

/** Once for all expectations. */
const servicesByName = memo(({ services }: TrafficWorld) =>
  groupBy(services, ({ service: { namespace, name } }) => `${namespace}/${name}`),
);

function judgeService(expectation: TrafficExpectation, owner: ServiceWorld, world: TrafficWorld): readonly Failure[] {
  const { span, only, reaches, not } = expectation;
  const ports = reachedPorts(owner, expectation, world);
  if (ports.length === 0) {
    const isNothing = reaches.length === 0 && (only?.value ?? []).length === 0;
    if (isNothing && isUnserved(expectation, owner)) return [];
    const field = { entry: owner.service.entry, path: ['metadata', 'name'] };
    return [{ span, message: missingPort(expectation, owner), related: [{ field, message: 'This is the Service.' }] }];
  }
  const doubt = doubtOf(expectation, owner, ports);
  if (doubt) return [doubt];
  const used = [...new Set(ports.flatMap(({ addresses }) => addresses))].sort();
  return [
    ...[...reaches, ...(only?.value ?? [])].flatMap((address) =>
      used.some((each) => isMeant(each, address.value)) ? [] : [unreached(address, used, expectation, ports)],
    ),
    ...not.flatMap(({ value, span: at }) =>
      reached(
        used.filter((each) => isMeant(each, value)),
        at,
        '',
        ports,
      ),
    ),
    ...(only ? reached(othersIn(used, only.value), only.span, ' as well', ports) : []),
  ];
}

function othersIn(used: readonly string[], only: readonly ExpectedAddress[]): readonly string[] {
  return used.filter((each) => !only.some(({ value }) => isMeant(each, value)));
}

/** Why the answer is not certain. */
function doubtOf(
  { only, span, consumer }: TrafficExpectation,
  { service }: ServiceWorld,
  ports: readonly ReachedPort[],
): Failure | undefined {
  const unknown = ports.flatMap(({ proxied }) => proxied.unknown)[0];
  if (unknown) {
    const { text, entry, path, pod } = unknown;
    const field = { entry, path };
    if (pod !== undefined)
      return {
        span,
        message: `The endpoint names ${text}, which decides what gets traffic, and Pods are not simulated.`,
        related: [{ field, message: 'targetRef names the Pod.' }],
      };
    const what =
      text === '' ? 'A template may add values' : `${quote(text)} is not known before the files are rendered`;
    const related = [{ field, message: 'This value is not known.' }];
    return { span, message: `${what}, so it is not certain what gets traffic.`, related };
  }
  const random = ports.find(({ proxied }) => proxied.isByChance);
  if (random) {
    const message = consumerOf(consumer)
      ? firstSliceWords(random.who)
      : 'Two slices have the same address with different states, and kube-proxy uses a random one of them.';
    return { span, message, related: [] };
  }
  if (!only || !service.hasSelector) return undefined;
  const field = { entry: service.entry, path: ['spec', 'selector'] };
  return {
    span: only.span,
    message: 'The Service has a selector, so Pods get traffic as well, and no file has them. Use "reaches" and "not".',
    related: [{ field, message: 'This is the selector.' }],
  };
}

function unreached(
  { value, span }: ExpectedAddress,
  used: readonly string[],
  expectation: TrafficExpectation,
  ports: readonly ReachedPort[],
): Failure {
  const head = `${value} gets no traffic.`;
  const host = hostOf(value);
  const near = used.filter((each) => hostOf(each) === host);
  if (near.length > 0) return { span, message: `${head} ${gets(near)}.`, related: placesOf(near, ports) };
  for (const { proxied, who } of ports) {
    const fates = proxied.written.filter(({ address }) => hostOf(address) === host);
    const fate = fates.find(({ why }) => why) ?? fates[0];
    if (!fate) continue;
    const { service, isExternal } = proxied;
    if (expectation.isOutside && !isExternal && !consumerOf(expectation.consumer)) {
      const field = { entry: service.entry, path: ['spec', 'type'] };
      const message = `${head} The port has no node port and no external IP, so clients outside of the cluster do not reach it.`;
      return { span, message, related: [{ field, message: 'This is the type of the Service.' }] };
    }
    const why = fate.why ?? listReason(fate, proxied, expectation);
    const related = [{ field: reasonField(why, fate, service), message: `This keeps ${fate.address} from traffic.` }];
    return { span, message: `${head} ${reasonWords(why, { port: proxied.port, object: fate.object }, who)}`, related };
  }
  return { span, message: `${head} No endpoint of the Service has this address.`, related: [] };
}

/** Why an address that clients of the other policy reach is not reached here. */
function listReason(fate: AddressFate, { service, topology }: ProxiedPort, { isOutside }: TrafficExpectation): Reason {
  if (isLocalFor(service, isOutside ? 'outside' : 'inside') && !fate.isLocal) return { kind: 'not-local' };
  if (!fate.ready) return { kind: 'draining' };
  const { object, path } = fate;
  const endpoints = 'endpoints' in object ? (object as TrafficSlice).endpoints : [];
  const endpoint = endpoints.find(({ addressPaths }) => addressPaths.includes(path));
  return topology === 'PreferSameNode'
    ? { kind: 'node-hint', hints: endpoint?.hintedNodes ?? [] }
    : { kind: 'zone-hint', hints: endpoint?.hintedZones ?? [] };
}

function reached(
  addresses: readonly string[],
  span: Span,
  also: string,
  ports: readonly ReachedPort[],
): readonly Failure[] {
  if (addresses.length === 0) return [];
  return [{ span, message: `${gets(addresses)}${also}.`, related: placesOf(addresses, ports) }];
}

function gets(addresses: readonly string[]): string {
  return `${listed(addresses)} ${addresses.length === 1 ? 'gets' : 'get'} traffic`;
}

/** Where the addresses are written; of many, the first ones. */
function placesOf(addresses: readonly string[], ports: readonly ReachedPort[]): Failure['related'] {
  return addresses.slice(0, mostPlaces).flatMap((address) => {
    const fates = ports.flatMap(({ proxied }) => proxied.written);
    const fate = fates.find((each) => each.address === address && !each.why);
    return fate ? [{ field: { entry: fate.object.entry, path: fate.path }, message: `This is ${address}.` }] : [];
  });
}

const mostPlaces = 5;

function missingService({ namespace, service }: TrafficExpectation, { services }: TrafficWorld): string {
  const full = `${namespace}/${service}`;
  const same = services.find(({ service: each }) => each.name === service);
  const names = services.map(({ service: each }) => `${each.namespace}/${each.name}`);
  const meant = same ? `${same.service.namespace}/${service}` : nearest(full, names);
  const wayOut = meant === undefined ? 'Correct the name, or add its file to "paths".' : `Did you mean ${meant}?`;
  return `There is no Service ${full}. ${wayOut}`;
}

/** True for a port that exists, and that the consumer does not serve. Clients reach the endpoints of a headless Service directly. */
function isUnserved(expectation: TrafficExpectation, { service }: ServiceWorld): boolean {
  return !service.isHeadless && service.ports.some((port) => isAsked(port, expectation.port));
}

function missingPort({ port, family, consumer: name }: TrafficExpectation, { service }: ServiceWorld): string {
  const consumer = consumerOf(name);
  const asked = family ?? service.families[0] ?? 'IPv4';
  const skip = skipReason(service, asked);
  const words = consumer ? consumer.skips(service)?.words : skip && skipWords(skip, asked);
  if (words !== undefined) return words;
  const ports = service.ports.map(({ name: own, number }) => own || String(number));
  if (ports.length === 0) return 'The Service has no ports.';
  return `The Service has no port ${quote(port)}. It has ${listed(ports)}.`;
}
