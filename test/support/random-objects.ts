/** Random Endpoints and EndpointSlices with every field of the contract, and now and then a field too much. */
import { list, pick, rarely, type Random } from './random.ts';
import { integer, ip, otherType, port, values, type Json } from './random-values.ts';

type Fields = { [key: string]: Json };
type Make = (random: Random) => Json;

/** Fields with the odds of being written: 1 is always, 3 is once in three times. */
function fields(random: Random, all: Readonly<Record<string, readonly [odds: number, make: Make]>>): Fields {
  const written: Fields = {};
  for (const [key, [odds, make]] of Object.entries(all))
    if (random(odds) === 0) written[key] = rarely(random, 60) ? otherType(random) : make(random);
  if (rarely(random, 60)) written[pick(random, ['spec', 'Name', 'IP', 'adresses', 'ports ', 'x', ''])] = otherType(random); // prettier-ignore
  return shuffled(random, written);
}

function shuffled(random: Random, object: Fields): Fields {
  const entries = Object.entries(object);
  if (random(4) > 0) return object;
  for (let i = entries.length - 1; i > 0; i--) {
    const j = random(i + 1);
    const [one, other] = [entries[i], entries[j]];
    if (one && other) [entries[i], entries[j]] = [other, one];
  }
  return Object.fromEntries(entries);
}

function map(random: Random, value: (random: Random) => string): Fields {
  return Object.fromEntries(list(random, 3, () => [values.key(random), value(random)]));
}

const bool: Make = (random) => pick<Json>(random, [true, false, null, true, false, 'true', 0, 'yes']);

function owner(random: Random): Json {
  return fields(random, {
    apiVersion: [1, (r) => pick(r, ['v1', 'apps/v1', 'v1', '', 'a/b/c', '/v1', 'apps/', 'apps/v1 '])],
    kind: [1, (r) => pick(r, ['Pod', 'ReplicaSet', 'Event', 'Pod', 'Pod', ''])],
    name: [1, values.name],
    uid: [1, values.uid],
    controller: [3, bool],
    blockOwnerDeletion: [4, bool],
  });
}

function managed(random: Random): Json {
  return fields(random, {
    manager: [1, values.manager],
    operation: [1, (r) => pick(r, ['Update', 'Apply', 'Apply', '', 'update', 'Create'])],
    apiVersion: [1, (r) => pick(r, ['v1', 'discovery.k8s.io/v1', 'v1', '', 'v2', 'a/b/c'])],
    time: [3, values.time],
    fieldsType: [1, (r) => pick(r, ['FieldsV1', 'FieldsV1', '', 'FieldsV2'])],
    fieldsV1: [1, owned],
    subresource: [8, (r) => pick(r, ['', 'status', 'x'.repeat(256), 'x'.repeat(257)])],
  });
}

function owned(random: Random): Json {
  return pick<Json>(random, [{}, { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } } }, { 'f:subsets': {} }, { 'f:metadata': {} }, { 'v:"a"': {} }, { 'f:a': 1 }, { a: {} }, { 'f:metadata': { 'f:finalizers': { 'v:"orphan"': {} } } }, { 'k:{"ip":"a"}': {} }, { 'i:0': {} }, { 'k:x': {} }, null, { 'f:endpoints': { '.': {} } }]); // prettier-ignore
}

function metadata(random: Random): Json {
  return fields(random, {
    name: [random(8) === 0 ? 8 : 1, values.name],
    generateName: [6, values.generateName],
    namespace: [2, values.namespace],
    labels: [3, (r) => map(r, values.label)],
    annotations: [4, (r) => map(r, values.annotation)],
    finalizers: [6, (r) => list(r, 3, () => values.finalizer(r))],
    ownerReferences: [8, (r) => list(r, 3, () => owner(r))],
    managedFields: [8, (r) => list(r, 2, () => managed(r))],
    uid: [12, values.uid],
    resourceVersion: [12, (r) => pick<Json>(r, ['1', '0', '', 'a', 1, '-1', '18446744073709551616'])],
    generation: [12, integer],
    creationTimestamp: [12, values.time],
    deletionTimestamp: [16, values.time],
    deletionGracePeriodSeconds: [16, integer],
    selfLink: [20, values.annotation],
    clusterName: [20, values.annotation],
  });
}

function targetRef(random: Random): Json {
  return fields(random, {
    kind: [1, () => 'Pod'],
    name: [1, values.name],
    namespace: [2, values.namespace],
    uid: [3, values.uid],
    apiVersion: [8, values.annotation],
    resourceVersion: [8, values.annotation],
    fieldPath: [8, values.annotation],
  });
}

function address(random: Random): Json {
  return fields(random, { ip: [1, ip], hostname: [5, values.hostname], nodeName: [5, values.node], targetRef: [8, targetRef] }); // prettier-ignore
}

function addressList(random: Random): Json {
  return list(random, 3, () => address(random));
}

function subset(random: Random): Json {
  return fields(random, {
    addresses: [rarely(random, 8) ? 4 : 1, addressList],
    notReadyAddresses: [6, addressList],
    ports: [2, (r) => list(r, 3, () => fields(r, { name: [1, values.portName], port: [1, port], protocol: [2, values.protocol], appProtocol: [6, values.appProtocol] }))], // prettier-ignore
  });
}

const hints: Make = (random) =>
  fields(random, {
    forZones: [2, (r) => list(r, rarely(r, 4) ? 9 : 2, () => fields(r, { name: [1, values.zone] }))],
    forNodes: [3, (r) => list(r, rarely(r, 4) ? 9 : 2, () => fields(r, { name: [1, values.node] }))],
  });

function endpoint(random: Random, type: string): Json {
  const one = type === 'FQDN' ? values.fqdn : ip;
  return fields(random, {
    addresses: [rarely(random, 12) ? 4 : 1, (r) => list(r, rarely(r, 200) ? 101 : 2, () => (rarely(r, 60) ? otherType(r) : one(r)))], // prettier-ignore
    conditions: [3, (r) => fields(r, { ready: [1, bool], serving: [3, bool], terminating: [3, bool] })],
    hostname: [6, values.hostname],
    nodeName: [6, values.node],
    targetRef: [12, targetRef],
    zone: [6, values.zone],
    hints: [6, hints],
    deprecatedTopology: [12, (r) => map(r, values.label)],
  });
}

function slice(random: Random): Json {
  const type = rarely(random, 12) ? pick(random, ['', 'IP', 'ipv4', 'IPv4 ']) : pick(random, ['IPv4', 'IPv4', 'IPv6', 'FQDN']); // prettier-ignore
  return fields(random, {
    apiVersion: [1, () => 'discovery.k8s.io/v1'],
    kind: [1, () => 'EndpointSlice'],
    metadata: [1, metadata],
    addressType: [1, () => type],
    endpoints: [rarely(random, 12) ? 3 : 1, (r) => list(r, 3, () => endpoint(r, type))],
    ports: [2, (r) => list(r, 3, () => fields(r, { name: [2, values.portName], port: [2, port], protocol: [2, values.protocol], appProtocol: [6, values.appProtocol] }))], // prettier-ignore
  });
}

function endpoints(random: Random): Json {
  return fields(random, {
    apiVersion: [1, () => 'v1'],
    kind: [1, () => 'Endpoints'],
    metadata: [1, metadata],
    subsets: [rarely(random, 12) ? 3 : 1, (r) => list(r, 3, () => subset(r))],
  });
}

export type Kind = 'Endpoints' | 'EndpointSlice';

export function randomObject(random: Random, kind: Kind): Fields {
  const object = kind === 'Endpoints' ? endpoints(random) : slice(random);
  return { ...(object as Fields), apiVersion: kind === 'Endpoints' ? 'v1' : 'discovery.k8s.io/v1', kind };
}
