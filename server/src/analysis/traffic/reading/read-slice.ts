/** Reads an EndpointSlice for the simulation of traffic. */
import { managedByLabel, serviceNameLabel } from '../../../contract/endpoint-slice.ts';
import { canonicalText } from '../../../contract/ip.ts';
import { memo } from '../../../text/memo.ts';
import type { Applied } from '../../facts/apply-facts.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { memberOf } from '../../apply/json-value.ts';
import { At, JsonReading } from './json-reading.ts';
import { identityOf } from '../names.ts';
import type { TrafficEndpoint, BackendPort, TrafficSlice } from '../model.ts';

/** Undefined for an object that is no slice, or that is not sent. */
export const readSlice = memo((entry: IndexedObject): TrafficSlice | undefined => {
  const { applied, slice } = entry.facts;
  return applied && slice ? read(entry, applied, slice.target.text) : undefined;
});

function read(entry: IndexedObject, { config, isWhole }: Applied, target: string): TrafficSlice {
  const reading = new JsonReading(entry, isWhole);
  const root = new At(config);
  const metadata = reading.member(root, 'metadata');
  const labels = reading.texts(reading.member(metadata, 'labels'), [managedByLabel]);
  return {
    entry,
    ...identityOf(entry),
    labels,
    annotations: reading.texts(reading.member(metadata, 'annotations')),
    // An expression that names a Service of the program stands for its name.
    service: labels.has(serviceNameLabel) ? target : undefined,
    addressType: reading.text(root, 'addressType') ?? '',
    ports: reading.items(reading.member(root, 'ports')).map((port) => readPort(reading, port)),
    endpoints: reading.items(reading.member(root, 'endpoints')).map((endpoint) => readEndpoint(reading, endpoint)),
    isMirrored: false,
    unknown: reading.unknown,
  };
}

export function readPort(reading: JsonReading, port: At): BackendPort {
  return {
    name: reading.text(port, 'name') ?? '',
    protocol: reading.text(port, 'protocol') || 'TCP',
    number: reading.number(port, 'port') || undefined,
    appProtocol: reading.text(port, 'appProtocol') ?? '',
    path: port.path,
  };
}

function readEndpoint(reading: JsonReading, endpoint: At): TrafficEndpoint {
  const conditions = reading.member(endpoint, 'conditions');
  const hints = reading.member(endpoint, 'hints');
  const addresses = reading.items(reading.member(endpoint, 'addresses'));
  const names = (list: string): readonly string[] =>
    reading.items(reading.member(hints, list)).map((hint) => reading.text(hint, 'name') ?? '');
  return {
    addresses: addresses.map((address) => canonicalAddress(reading.text(address) ?? '')),
    ready: reading.flag(conditions, 'ready'),
    serving: reading.flag(conditions, 'serving'),
    terminating: reading.flag(conditions, 'terminating'),
    nodeName: reading.text(endpoint, 'nodeName') ?? '',
    zone: reading.text(endpoint, 'zone') ?? '',
    hostname: reading.text(endpoint, 'hostname') ?? '',
    hintedZones: names('forZones'),
    hintedNodes: names('forNodes'),
    target: targetOf(reading, reading.member(endpoint, 'targetRef')),
    path: endpoint.path,
    addressPaths: addresses.map(({ path }) => path),
  };
}

export function targetOf(reading: JsonReading, target: At): TrafficEndpoint['target'] {
  const kind = reading.text(target, 'kind') ?? '';
  const name = reading.text(target, 'name') ?? '';
  if (kind === '' && name === '') return undefined;
  // Reading them would note unknown values, which concern one consumer only.
  const isExact = ['namespace', 'uid'].every((field) => (memberOf(target.json, field) ?? '') !== '');
  return { kind, name, isExact };
}

/** An IP address in canonical spelling; any other text as it is. */
export function canonicalAddress(text: string): string {
  return canonicalText(text) ?? text;
}
