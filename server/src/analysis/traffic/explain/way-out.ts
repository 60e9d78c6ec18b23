/** For each reason why an address gets no traffic: what is wrong with which object, and what to change. */
import { managedByLabel, serviceNameLabel } from '../../../contract/endpoint-slice.ts';
import { ignoredSliceLabel } from '../../../contract/service.ts';
import { memo } from '../../../text/memo.ts';
import { listed, quote } from '../../../text/quote.ts';
import { mostAddresses } from '../../slices/mirror.ts';
import type { Path } from '../../../tree/path.ts';
import type { AddressFate } from '../fate.ts';
import { endpointAt } from './endpoint-at.ts';
import { isSingular, isTrafficSlice, shownService, someOf, trafficSubject, trafficTitle } from './explanation.ts';
import type {
  BackendPort,
  MirrorObstacle,
  OfferedPort,
  TrafficObject,
  TrafficService,
  TrafficSlice,
} from '../model.ts';
import { replacementWords } from '../reason-words.ts';
import type { Reason } from '../reasons.ts';

export interface Blame {
  /** True where the object is to blame, for all of its addresses; else the text continues `10.1.0.1 gets no traffic: `. */
  readonly isOfObject: boolean;
  readonly text: string;
  readonly change: string | undefined;
}

interface About {
  readonly object: TrafficObject;
  readonly service: TrafficService;
  readonly port: OfferedPort;
  /** The program that reads the endpoints, as sentences name it. */
  readonly who: string;
  /** The addresses to explain. */
  readonly addresses: readonly Pick<AddressFate, 'object' | 'path'>[];
}

export function blameOf(reason: Reason, about: About): Blame {
  const ofObject = objectWords(reason, about);
  const [text, change] = ofObject ?? addressWords(reason, about);
  return { isOfObject: ofObject !== undefined, text, change };
}

type Words = readonly [text: string, change: string | undefined];

/** Undefined for a reason that concerns single addresses. */
function objectWords(reason: Reason, about: About): Words | undefined {
  const { object, service, port } = about;
  const title = trafficTitle(object);
  const has = trafficSubject(object, 'has');
  switch (reason.kind) {
    case 'no-label':
      return [
        `${title} has no label ${serviceNameLabel}, so it belongs to no Service.`,
        `Add the label ${serviceNameLabel}: ${service.name} to the slice.`,
      ];
    case 'no-service':
      return [
        `${title} names a Service in its label ${serviceNameLabel} that is not in its namespace.`,
        `Set the label to ${service.name}, in the namespace ${service.namespace}.`,
      ];
    case 'headless-label':
      return [
        !isSingular(object)
          ? `${has} the label ${ignoredSliceLabel}. The mirroring controller copies it to the slices, and kube-proxy ignores slices with this label.`
          : `kube-proxy ignores ${title}, because it has the label ${ignoredSliceLabel}. The value of the label does not matter.`,
        `Remove the label ${ignoredSliceLabel}.`,
      ];
    case 'overwritten':
    case 'deleted':
      return [
        `${title} has the label of slices that the mirroring controller makes, so this controller ${reason.kind === 'deleted' ? 'deletes it' : 'overwrites it with the Endpoints'}.`,
        `Write a name of your own into the label ${managedByLabel}.`,
      ];
    case 'family':
      return familyWords(reason, has, service);
    case 'no-ports':
      return [`${has} no ports.`, `Add the port ${wanted(port)} to ${isSingular(object) ? 'it' : 'them'}.`];
    case 'port-name':
    case 'port-protocol':
    case 'port-number':
      return portWords(reason, about);
    case 'unmirrored':
      return obstacleWordsOf(reason.obstacle, title, service);
    default:
      return undefined;
  }
}

/** They follow `10.1.0.1 gets no traffic: `. */
function addressWords(reason: Reason, about: About): Words {
  const { object, who } = about;
  switch (reason.kind) {
    case 'later-address':
      return [`${who} uses only the first address of an endpoint.`, 'Write an endpoint of its own for each address.'];
    case 'replaced':
      return [
        `another endpoint has the same address and port, and ${who} ${replacementWords(reason)}.`,
        'Remove one of the two endpoints.',
      ];
    case 'not-ready':
      return !isSingular(object)
        ? ['notReadyAddresses of the Endpoints lists it.', 'Move it to addresses once it serves.']
        : ['conditions.ready is false.', 'Set conditions.ready: true once it serves.'];
    case 'ready-absent':
      return [
        `conditions.ready is not written, and ${who} does not take an absent one for true.`,
        'Write conditions.ready: true.',
      ];
    case 'not-serving':
      return ['conditions.serving is false.', 'Set conditions.serving: true once it serves.'];
    case 'terminating':
      return ['it is terminating, and serving is false.', 'Remove the endpoint, or set terminating: false.'];
    case 'draining':
      return ['it is terminating, and other endpoints are ready.', undefined];
    case 'not-local':
      return [
        `internalTrafficPolicy is Local, so ${who} uses an endpoint only on its own node, and ${nodeWords(about)}.`,
        'Set nodeName to the node of the client, or set internalTrafficPolicy: Cluster in the Service.',
      ];
    case 'node-hint':
    case 'zone-hint': {
      const kind = reason.kind === 'node-hint' ? 'node' : 'zone';
      return [
        `its hints name only ${hintWords(kind, reason.hints)}.`,
        `Add the ${kind} to the hints, or remove the hints from all endpoints of the port.`,
      ];
    }
    case 'unmirrored-address':
      return lossWords(reason.why);
    case 'consumer':
      return [
        reason.words.replace(/^It /, `${who} `).replace(/^(?:Only|The|A) /, (word) => word.toLowerCase()),
        reason.change,
      ];
    default:
      throw new Error(`The reason ${reason.kind} concerns an object.`);
  }
}

function nodeWords({ addresses }: About): string {
  const names = new Set(addresses.map(({ object, path }) => endpointAt(object, path)?.nodeName ?? ''));
  names.delete('');
  if (names.size === 0) return 'nodeName is absent';
  const quoted = [...names].map(quote);
  return names.size === 1 ? `its nodeName is ${quoted.join('')}` : `their nodeNames are ${someOf(quoted)}`;
}

function hintWords(kind: 'node' | 'zone', hints: readonly string[]): string {
  return hints.length === 0 ? `no ${kind}` : `the ${kind}${hints.length > 1 ? 's' : ''} ${listed(hints.map(quote))}`;
}

function familyWords(
  { addressType, family }: Extract<Reason, { kind: 'family' }>,
  has: string,
  { families }: TrafficService,
): Words {
  if (addressType === 'FQDN')
    return [
      `${has} host names (addressType FQDN), and kube-proxy ignores such slices.`,
      'Write IP addresses, or use a Service of type ExternalName for a host name.',
    ];
  if (families.some((each) => each === addressType))
    return [
      `${has} ${addressType} addresses, to which the ${family} cluster IP does not lead.`,
      `Write a slice with ${family} addresses.`,
    ];
  return [
    `${has} ${addressType} addresses, and the Service has only an ${family} cluster IP: kube-proxy does not translate between IP families.`,
    `Write ${family} addresses, or add ${addressType} to ipFamilies of the Service.`,
  ];
}

function portWords(
  reason: Extract<Reason, { kind: 'port-name' | 'port-protocol' | 'port-number' }>,
  { object, service, port, who }: About,
): Words {
  const title = trafficTitle(object);
  if (reason.kind === 'port-number')
    return [
      `The port ${shownName(port.name)} of ${title} has no number, and ${who} ignores such a port.`,
      'Write the number of the port.',
    ];
  if (reason.kind === 'port-protocol')
    return [
      `The port ${shownName(port.name)} is ${reason.port.protocol} in ${title} and ${port.protocol} in the Service.`,
      `Write protocol: ${port.protocol} at the port of ${title}.`,
    ];
  const { has, isFree } = namesIn(object, reason.port, service);
  const rule = 'Ports match by name and protocol, never by number.';
  const [other] = has;
  const text =
    port.name === ''
      ? `The Service port ${port.number} has no name, but in ${title} the port is named ${has.length > 2 ? someOf(has.map(quote)) : listed(has.map(quote), 'or')}.`
      : has.length === 1 && other === ''
        ? `The Service port is named ${quote(port.name)}, but in ${title} the port has no name.`
        : `The Service port is named ${quote(port.name)}, but ${trafficSubject(object, 'has')} only ${someOf(has.map(shownName))}.`;
  const change = !isFree
    ? `Add the port ${wanted(port)} with its number to ${title}.`
    : port.name === ''
      ? `Remove the name from the port of ${title}, or name the Service port ${quote(other ?? '')}.`
      : other === ''
        ? `Name the port ${quote(port.name)} in ${title}.`
        : `Name the port ${quote(port.name)} in ${title}, or rename the port of the Service.`;
  return [`${text} ${rule}`, change];
}

/** The names of ports that no Service port uses, or of all ports where each is used; the likely one first. */
function namesIn(
  object: TrafficObject,
  likely: BackendPort,
  service: TrafficService,
): { readonly has: readonly string[]; readonly isFree: boolean } {
  const free = isTrafficSlice(object) ? freeNames(service)(object) : [];
  const isLikelyFree = !isServing(likely, service);
  const isFree = isLikelyFree || free.length > 0;
  const all = isFree ? free : isTrafficSlice(object) ? object.ports.map(({ name }) => name) : [];
  const first = isLikelyFree || !isFree ? [likely.name] : [];
  return { has: [...new Set([...first, ...all])], isFree };
}

/** Once for each slice: every port of the Service is compared with it. */
const freeNames = memo((service: TrafficService) =>
  memo((slice: TrafficSlice): readonly string[] =>
    slice.ports.filter((each) => !isServing(each, service)).map(({ name }) => name),
  ),
);

/** True for a port that is the backend of a Service port. */
function isServing({ name, protocol }: BackendPort, service: TrafficService): boolean {
  return offeredKeys(service).has(`${protocol} ${name}`);
}

const offeredKeys = memo(
  ({ ports }: TrafficService): ReadonlySet<string> => new Set(ports.map(({ name, protocol }) => `${protocol} ${name}`)),
);

function shownName(name: string): string {
  return name === '' ? 'without a name' : quote(name);
}

function wanted({ name, protocol, number }: OfferedPort): string {
  return name === '' ? `${protocol} ${number}` : `${quote(name)} (${protocol})`;
}

function obstacleWordsOf(obstacle: MirrorObstacle, title: string, service: TrafficService): Words {
  switch (obstacle.kind) {
    case 'no-service':
      return [
        `There is no Service of the name and namespace of ${title}, so nothing mirrors them to a slice.`,
        `Give the Endpoints the name and namespace of the Service ${shownService(service)}.`,
      ];
    case 'selector':
      return [
        `The Service has a selector, so the control plane overwrites ${title} with the matching Pods, and does not mirror what is written.`,
        'Remove the selector from the Service, or delete the Endpoints.',
      ];
    case 'off':
      return [
        `Nothing mirrors ${title} to a slice in this cluster, and kube-proxy reads only EndpointSlices.`,
        'Write an EndpointSlice instead ("endpoints convert" makes it).',
      ];
    case 'stopped':
      return [
        `${stopWords(obstacle.path)} keeps the mirroring controller from ${title}, so there is no slice.`,
        'Remove it, or write an EndpointSlice instead.',
      ];
    case 'rejected':
      return [
        `The API server rejects the slice that the mirroring controller makes of ${title}.`,
        'Correct the value; "endpoints check" names the mistake.',
      ];
  }
}

function stopWords([, field = '', key = '']: Path): string {
  if (field === 'labels') return `The label ${key}`;
  return field === 'annotations' ? `The annotation ${key}` : `metadata.${field}`;
}

function lossWords(why: Extract<Reason, { kind: 'unmirrored-address' }>['why']): Words {
  switch (why) {
    case 'beyond':
      return [
        `the mirroring controller takes only the first ${mostAddresses} addresses of a subset.`,
        'Write EndpointSlices instead.',
      ];
    case 'not-an-ip':
      return ['the mirroring controller drops what is no IP address.', 'Write an IP address.'];
    case 'rejected':
      return [
        'the API server rejects the mirrored slice, because two of its ports have one name.',
        'Give each port a name of its own.',
      ];
    case 'same-endpoint':
      return ['a later record of the same address replaces it in the mirror.', 'Remove one of the two records.'];
  }
}
