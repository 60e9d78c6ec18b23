/** Says why an address gets no traffic, and why kube-proxy skips a Service, in one sentence. */
import { proxyLabel, ignoredSliceLabel } from '../../contract/service.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { listed, quote } from '../../text/quote.ts';
import { mostAddresses } from '../slices/mirror.ts';
import { isTrafficSlice } from './explain/explanation.ts';
import type { BackendPort, MirrorObstacle, OfferedPort, TrafficObject } from './model.ts';
import type { Reason, SkipReason, SliceReason } from './reasons.ts';

export function skipWords(reason: SkipReason, family: string): string {
  switch (reason) {
    case 'other-proxy':
      return `The label ${proxyLabel} gives the Service to another proxy than kube-proxy.`;
    case 'headless':
      return 'The Service is headless: DNS answers with the endpoints, and kube-proxy serves none of its ports.';
    case 'external-name':
      return 'The Service is of type ExternalName: DNS answers with its externalName, and endpoints have no effect.';
    case 'no-family':
      return `The Service has no ${family} cluster IP.`;
    case 'no-ports':
      return 'The Service has no ports.';
    case 'unknown-family':
      return `The IP families of the Service are not known, so it may have no ${family} cluster IP.`;
    case 'unknown-ports':
      return 'The ports of the Service are not known.';
  }
}

/** Why a slice is not read. */
export function sliceWords(reason: SliceReason): string {
  switch (reason.kind) {
    case 'no-label':
      return `The slice has no label ${serviceNameLabel}, so it belongs to no Service.`;
    case 'no-service':
      return 'There is no Service of the name that the slice has in its label.';
    case 'headless-label':
      return `kube-proxy ignores each slice with the label ${ignoredSliceLabel}, whatever its value.`;
    case 'overwritten':
      return 'The slice claims to be mirrored, so the mirroring controller overwrites it with the Endpoints.';
    case 'deleted':
      return 'The slice claims to be mirrored, so the mirroring controller deletes it.';
    case 'family':
      return reason.addressType === 'FQDN'
        ? 'kube-proxy ignores slices with host names (addressType FQDN).'
        : `The slice has ${reason.addressType} addresses, and the ${reason.family} proxy ignores them.`;
  }
}

export const notLocalWords = 'The policy is Local, and nodeName does not name the node of the client.';

export interface AddressPlace {
  readonly port: OfferedPort;
  /** Has the address. */
  readonly object: TrafficObject;
}

/** The reason for an address of a Service port. `who` is the program that reads it. */
export function reasonWords(reason: Reason, { port, object }: AddressPlace, who: string): string {
  const isSlice = isTrafficSlice(object) && !object.isMirrored;
  const noun = isSlice ? 'slice' : 'Endpoints';
  const owner = `The ${noun} ${isSlice ? 'has' : 'have'}`;
  switch (reason.kind) {
    case 'no-ports':
      return `${owner} no ports.`;
    case 'port-name':
      return `${owner} no port ${nameOf(port.name)}; ${otherName(reason.port.name, isSlice)}. Ports match by name, never by number.`;
    case 'port-protocol':
      return `The port ${nameOf(port.name)} is ${reason.port.protocol} in the ${noun} and ${port.protocol} in the Service.`;
    case 'port-number':
      return isUnknownNumber(reason.port, object)
        ? `The number of the port ${nameOf(port.name)} in the ${noun} is not known.`
        : `The port ${nameOf(port.name)} of the ${noun} has no number, and ${who} ignores such a port.`;
    case 'later-address':
      return `${who} uses only the first address of an endpoint.`;
    case 'replaced':
      return `Another endpoint has the same address and port, and ${who} ${replacementWords(reason)}.`;
    case 'not-ready':
      return 'The endpoint is not ready.';
    case 'ready-absent':
      return 'The endpoint does not say ready: true.';
    case 'not-serving':
      return 'The endpoint is not serving.';
    case 'consumer':
      return reason.words;
    case 'terminating':
      return 'The endpoint is terminating and no longer serving.';
    case 'draining':
      return 'The endpoint is terminating, and others are ready.';
    case 'not-local':
      return notLocalWords;
    case 'node-hint':
      return `The hints of the endpoint name other nodes: ${listed(reason.hints.map(quote), 'and')}.`;
    case 'zone-hint':
      return `The hints of the endpoint name other zones: ${listed(reason.hints.map(quote), 'and')}.`;
    case 'unmirrored':
      return obstacleWords(reason.obstacle);
    case 'unmirrored-address':
      if (reason.why === 'rejected')
        return 'The API server rejects the mirrored slice: two of its ports have one name.';
      return reason.why === 'beyond'
        ? `The mirroring controller takes only the first ${mostAddresses} addresses.`
        : reason.why === 'not-an-ip'
          ? 'The mirroring controller drops what is no IP address.'
          : 'A later record of the same address replaces this one in the mirror.';
    default:
      return sliceWords(reason);
  }
}

/** True where a template or a program writes the number. */
export function isUnknownNumber({ number, path }: BackendPort, { unknown }: TrafficObject): boolean {
  const own = `${path.join('/')}/port`;
  return number === undefined && unknown.some((part) => part.path.join('/') === own);
}

/** What a program does with the endpoint that counts. */
export function replacementWords({ by }: Extract<Reason, { kind: 'replaced' }>): string {
  return by.why ? 'takes that one, which gets no traffic either' : 'uses that one';
}

export function obstacleWords({ kind }: MirrorObstacle): string {
  switch (kind) {
    case 'no-service':
      return 'There is no Service of this name and namespace, so the Endpoints are not mirrored.';
    case 'selector':
      return 'The Service has a selector, so the control plane overwrites the Endpoints and does not mirror them.';
    case 'off':
      return 'No controller mirrors Endpoints in this cluster, and kube-proxy reads only EndpointSlices.';
    case 'stopped':
      return 'A label, an annotation or a deletion mark keeps the mirroring controller from these Endpoints.';
    case 'rejected':
      return 'The API server rejects the slice that the mirroring controller would make.';
  }
}

function otherName(name: string, isSlice: boolean): string {
  if (name === '') return `${isSlice ? 'its' : 'their'} port has no name`;
  return `${isSlice ? 'it has' : 'they have'} ${quote(name)}`;
}

function nameOf(name: string): string {
  return name === '' ? 'without a name' : quote(name);
}

/** For a program that takes each address once. `who` is its name. */
export function firstSliceWords(who: string): string {
  return `Two slices write the same address with different ports, and ${who} uses that of the slice that it reads first.`;
}
