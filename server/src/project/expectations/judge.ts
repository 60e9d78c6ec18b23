/** Compares an expectation on traffic with the simulation, and says why an address is or is not reached. */
import { consumerOf } from '../../analysis/traffic/consumers/consumers.ts';
import { consumedPorts } from '../../analysis/traffic/consumers/consume.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import type { OfferedPort, ServiceWorld, TrafficWorld } from '../../analysis/traffic/model.ts';
import { proxiedPorts, skipReason, type ProxiedPort } from '../../analysis/traffic/proxy.ts';
import { reasonWords, skipWords } from '../../analysis/traffic/reason-words.ts';
import { zoneOf } from '../../analysis/traffic/report.ts';
import { nearest } from '../../text/nearest.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { ExpectedAddress, TrafficExpectation } from './expectation.ts';

export interface Failure {
  /** In the file with the expectations. */
  readonly span: Span;
  /** A sentence or two. */
  readonly message: string;
}

/** Empty where the expectation holds. */
export function judgeTraffic(expectation: TrafficExpectation, world: TrafficWorld): readonly Failure[] {
  const { namespace, service: name, span, only, reaches, not } = expectation;
  const owners = world.services.filter(({ service }) => service.namespace === namespace && service.name === name);
  if (owners.length === 0) return [{ span, message: missingService(expectation, world) }];
  const views = owners.flatMap((owner) => viewsOf(owner, expectation, world));
  if (views.length === 0) return [{ span, message: missingPort(expectation, owners) }];
  const used = [...new Set(views.flatMap(({ addresses }) => addresses))].sort();
  const doubt = views.flatMap(({ port }) => port.unknown).find(({ text }) => text !== '');
  const hasDoubt = views.some(({ port }) => port.unknown.length > 0 || port.isByChance);
  if (hasDoubt && (reaches.length > 0 || not.length > 0 || only)) {
    const what = doubt ? `${quote(doubt.text)} is not known before the files are rendered` : 'Not all values are known';
    const met = [...reaches, ...(only?.value ?? [])].every(({ value }) => used.some((each) => isMeant(each, value)));
    if (!met || not.length > 0 || only) return [{ span, message: `${what}, so it is not certain what gets traffic.` }];
  }
  const expected = [...reaches, ...(only?.value ?? [])];
  return [
    ...expected.flatMap((address) =>
      used.some((each) => isMeant(each, address.value)) ? [] : unreached(address, views),
    ),
    ...not.flatMap(({ value, span: at }) =>
      used.filter((each) => isMeant(each, value)).map((each) => ({ span: at, message: `${each} gets traffic.` })),
    ),
    ...(only ? unexpected(used, only.value, only.span) : []),
  ];
}

interface View {
  readonly port: ProxiedPort;
  /** Those that clients of the expectation reach. */
  readonly addresses: readonly string[];
  readonly who: string;
}

function viewsOf(owner: ServiceWorld, expectation: TrafficExpectation, world: TrafficWorld): readonly View[] {
  const { node, family, isOutside, consumer: name } = expectation;
  const zone = expectation.zone === undefined ? zoneOf(world, node) : expectation.zone;
  const consumer = consumerOf(name);
  const families = family ? [family] : owner.service.families;
  const ports = consumer
    ? consumedPorts(owner, consumer, { node, zone, family: family ?? 'IPv4' })
    : families.flatMap((each) => proxiedPorts(owner, { node, zone, family: each }));
  return ports
    .filter(({ port }) => isAsked(port, expectation.port))
    .map((port) => ({ port, addresses: reachedIn(port, isOutside), who: consumer?.title ?? kubeProxy }));
}

function isAsked({ name, number, protocol }: OfferedPort, asked: string): boolean {
  const [text = '', of] = asked.split('/');
  return (text === '' || text === name || text === String(number)) && (of === undefined || of === protocol);
}

function reachedIn({ service, cluster, local, isExternal }: ProxiedPort, isOutside: boolean): readonly string[] {
  if (isOutside && !isExternal) return [];
  return (isOutside ? service.externalPolicy : service.internalPolicy) === 'Local' ? local : cluster;
}

/** An expected address without a port stands for any port. */
function isMeant(address: string, expected: string): boolean {
  return address === expected || address.replace(/:\d+$/, '') === expected;
}

function unreached({ value, span }: ExpectedAddress, views: readonly View[]): readonly Failure[] {
  const host = value.replace(/^\[|\](?::\d+)?$|(?<=^[^:]*):\d+$/g, '');
  for (const { port, who } of views) {
    const fate = port.written.find(
      ({ address, why }) =>
        why && (isMeant(address, value) || address.replace(/^\[|\](?::\d+)?$|(?<=^[^:]*):\d+$/g, '') === host),
    );
    if (fate?.why) return [{ span, message: `${value} gets no traffic. ${reasonWords(fate.why, port, who)}` }];
  }
  return [{ span, message: `${value} gets no traffic. No endpoint of the Service has this address.` }];
}

function unexpected(used: readonly string[], only: readonly ExpectedAddress[], span: Span): readonly Failure[] {
  const others = used.filter((each) => !only.some(({ value }) => isMeant(each, value)));
  if (others.length === 0) return [];
  return [{ span, message: `${listed(others, 'and')} ${others.length === 1 ? 'gets' : 'get'} traffic as well.` }];
}

function missingService({ namespace, service }: TrafficExpectation, { services }: TrafficWorld): string {
  const full = `${namespace}/${service}`;
  const names = services.map(({ service: each }) => `${each.namespace}/${each.name}`);
  const same = services.find(({ service: each }) => each.name === service);
  const meant = same ? `${same.service.namespace}/${service}` : nearest(full, names);
  return `There is no Service ${full}. ${meant === undefined ? 'Add its file to "paths".' : `Did you mean ${meant}?`}`;
}

function missingPort({ port, family }: TrafficExpectation, owners: readonly ServiceWorld[]): string {
  const [first] = owners;
  const skip = first && skipReason(first.service, family ?? first.service.families[0] ?? 'IPv4');
  if (skip) return skipWords(skip, family ?? 'IPv4');
  const ports = owners.flatMap(({ service }) => service.ports.map(({ name, number }) => name || String(number)));
  return ports.length === 0
    ? 'The Service has no ports.'
    : `The Service has no port ${quote(port)}. It has ${listed([...new Set(ports)], 'and')}.`;
}
