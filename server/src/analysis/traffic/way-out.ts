/** For each reason why an address gets no traffic: what is wrong with which object, and what to change. */
import { managedByLabel, serviceNameLabel, sliceControllers } from '../../contract/endpoint-slice.ts';
import { ignoredSliceLabel } from '../../contract/service.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { mostAddresses } from '../slices/mirror.ts';
import { isSlice, shownService, titleOf, type FieldPlace } from './explanation.ts';
import type { BackendPort, MirrorObstacle, OfferedPort, TrafficObject, TrafficService } from './model.ts';
import type { Reason } from './reasons.ts';

export interface Blame {
  /** True where the object is to blame, for all of its addresses; else the text continues `10.1.0.1 gets no traffic: `. */
  readonly isOfObject: boolean;
  readonly text: string;
  readonly change: string | undefined;
  /** Undefined for the place of the address. */
  readonly at: FieldPlace | undefined;
}

interface About {
  readonly object: TrafficObject;
  readonly service: TrafficService;
  readonly port: OfferedPort;
}

export function blameOf(reason: Reason, about: About): Blame {
  const { object, service, port } = about;
  const title = titleOf(object);
  const isMirror = !isSlice(object) || object.isMirrored;
  const whole = (text: string, change: string | undefined, path: Path): Blame => ({
    isOfObject: true,
    text,
    change,
    at: { entry: object.entry, path },
  });
  const each = (text: string, change: string | undefined, at?: FieldPlace): Blame => ({
    isOfObject: false,
    text,
    change,
    at,
  });
  switch (reason.kind) {
    case 'no-label':
      return whole(
        `${title} has no label ${serviceNameLabel}, so it belongs to no Service.`,
        `Add the label ${serviceNameLabel}: ${service.name} to the slice.`,
        ['metadata', 'labels'],
      );
    case 'no-service':
      return whole(
        `${title} names a Service in its label ${serviceNameLabel} that is not in its namespace.`,
        `Set the label to ${service.name}, in the namespace ${service.namespace}.`,
        ['metadata', 'labels', serviceNameLabel],
      );
    case 'headless-label':
      return whole(
        isMirror
          ? `${title} has the label ${ignoredSliceLabel}. The mirroring controller copies it to the slices, and kube-proxy ignores slices with this label.`
          : `kube-proxy ignores ${title}, because it has the label ${ignoredSliceLabel}. The value of the label does not matter.`,
        `Remove the label ${ignoredSliceLabel}.`,
        ['metadata', 'labels', ignoredSliceLabel],
      );
    case 'overwritten':
    case 'deleted':
      return whole(
        `${title} has the label of slices that the mirroring controller makes, so this controller ${reason.kind === 'deleted' ? 'deletes it' : 'overwrites it with the Endpoints'}.`,
        `Write a name of your own into the label ${managedByLabel}.`,
        ['metadata', 'labels', managedByLabel],
      );
    case 'family':
      return whole(...familyBlame(reason, title), ['addressType']);
    case 'no-ports':
      return whole(`${title} has no ports.`, `Add the port ${wanted(port)} to it.`, ['ports']);
    case 'port-name':
    case 'port-protocol':
    case 'port-number':
      return whole(...portBlame(reason, about), reason.port.path);
    case 'later-address':
      return each(
        'kube-proxy uses only the first address of an endpoint.',
        'Write an endpoint of its own for each address.',
      );
    case 'replaced':
      return each(
        'another endpoint has the same address and port, and kube-proxy uses that one.',
        'Remove one of both endpoints.',
        { entry: reason.by.slice.entry, path: reason.by.path },
      );
    case 'not-ready':
      return isMirror
        ? each('notReadyAddresses of the Endpoints lists it.', 'Move it to addresses once it serves.')
        : each('conditions.ready is false.', 'Set conditions.ready: true once it serves.');
    case 'terminating':
      return each('it is terminating, and serving is false.', 'Remove the endpoint, or set terminating: false.');
    case 'draining':
      return each('it is terminating, and other endpoints are ready.', undefined);
    case 'not-local':
      return each(
        'internalTrafficPolicy is Local, so kube-proxy uses an endpoint only on the node that its nodeName names.',
        'Set nodeName to the node of the client, or set internalTrafficPolicy: Cluster in the Service.',
      );
    case 'node-hint':
      return each(
        `its hints name only ${hintWords('node', reason.hints)}.`,
        'Add the node to the hints, or remove the hints from all endpoints of the port.',
      );
    case 'zone-hint':
      return each(
        `its hints name only ${hintWords('zone', reason.hints)}.`,
        'Add the zone to the hints, or remove the hints from all endpoints of the port.',
      );
    case 'unmirrored':
      return whole(
        ...obstacleBlame(reason.obstacle, title, service),
        'path' in reason.obstacle ? reason.obstacle.path : [],
      );
    case 'unmirrored-address':
      return each(...lossBlame(reason.why));
  }
}

function hintWords(kind: 'node' | 'zone', hints: readonly string[]): string {
  return hints.length === 0 ? `no ${kind}` : `the ${kind}${hints.length > 1 ? 's' : ''} ${listed(hints.map(quote))}`;
}

type Words = readonly [text: string, change: string | undefined];

function familyBlame({ addressType, family }: Extract<Reason, { kind: 'family' }>, title: string): Words {
  if (addressType === 'FQDN')
    return [
      `${title} has host names (addressType FQDN), and kube-proxy ignores such slices.`,
      'Write IP addresses, or use a Service of type ExternalName for a host name.',
    ];
  return [
    `${title} has ${addressType} addresses, and the Service has only an ${family} cluster IP: kube-proxy does not translate between IP families.`,
    `Write ${family} addresses, or add ${addressType} to ipFamilies of the Service.`,
  ];
}

function portBlame(
  reason: Extract<Reason, { kind: 'port-name' | 'port-protocol' | 'port-number' }>,
  { object, service, port }: About,
): Words {
  const title = titleOf(object);
  if (reason.kind === 'port-number')
    return [
      `The port ${shownName(port.name)} of ${title} has no number, and kube-proxy ignores such a port.`,
      'Write the number of the port.',
    ];
  if (reason.kind === 'port-protocol')
    return [
      `The port ${shownName(port.name)} is ${reason.port.protocol} in ${title} and ${port.protocol} in the Service.`,
      `Write protocol: ${port.protocol} at the port of ${title}.`,
    ];
  const has = portsOf(object, reason.port);
  const rule = 'Ports match by name and protocol, never by number.';
  const [other] = has;
  const text =
    port.name === ''
      ? `The Service port ${port.number} has no name, but in ${title} the port is named ${listed(has.map(quote), 'or')}.`
      : has.length === 1 && other === ''
        ? `The Service port is named ${quote(port.name)}, but in ${title} the port has no name.`
        : `The Service port is named ${quote(port.name)}, but ${title} has only ${listed(has.map(shownName))}.`;
  const change =
    port.name === ''
      ? `Remove the name from the port of ${title}, or name the Service port ${quote(other ?? '')}.`
      : `Name the port ${quote(port.name)} in ${title}${other === undefined || other === '' ? '' : `, or rename the port of the Service ${shownService(service)}`}.`;
  return [`${text} ${rule}`, change];
}

/** The names of the ports with the likely one first. */
function portsOf(object: TrafficObject, likely: BackendPort): readonly string[] {
  const ports = isSlice(object) ? object.ports : [likely];
  return [...new Set([likely, ...ports].map(({ name }) => name))];
}

export function shownName(name: string): string {
  return name === '' ? 'without a name' : quote(name);
}

function wanted({ name, protocol, number }: OfferedPort): string {
  return name === '' ? `${protocol} ${number}` : `${quote(name)} (${protocol})`;
}

function obstacleBlame({ kind }: MirrorObstacle, title: string, service: TrafficService): Words {
  switch (kind) {
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
        `A label, an annotation or a deletion mark keeps the mirroring controller from ${title}, so there is no slice.`,
        'Remove it, or write an EndpointSlice instead.',
      ];
    case 'rejected':
      return [
        `The API server rejects the slice that the mirroring controller makes of ${title}.`,
        'Correct the value; "endpoints check" names the mistake.',
      ];
  }
}

function lossBlame(why: Extract<Reason, { kind: 'unmirrored-address' }>['why']): Words {
  switch (why) {
    case 'beyond':
      return [
        `the mirroring controller takes only the first ${mostAddresses} addresses of a subset.`,
        'Write EndpointSlices instead.',
      ];
    case 'not-an-ip':
      return ['the mirroring controller drops what is no IP address.', 'Write an IP address.'];
    case 'same-endpoint':
      return ['a later record of the same address replaces it in the mirror.', 'Remove one of both records.'];
  }
}

/** Names that only controllers of the control plane write. */
export function isMadeByController(label: string | undefined): boolean {
  return sliceControllers.some((name) => name === label);
}
