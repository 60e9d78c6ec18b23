/** The size of an object in etcd: compared with an encoder that writes protobuf as the API server's generated code does. */
import assert from 'node:assert/strict';
import { checkText } from './support/checking.ts';

/** The number of a field, its type, and whether Go writes it without a value too. */
type Message = {
  readonly [field: string]: readonly [number: number, type: Message | 'text' | 'number' | 'map', always?: 'always'];
};

const reference: Message = {
  kind: [1, 'text', 'always'],
  namespace: [2, 'text', 'always'],
  name: [3, 'text', 'always'],
  uid: [4, 'text', 'always'],
  apiVersion: [5, 'text', 'always'],
  resourceVersion: [6, 'text', 'always'],
  fieldPath: [7, 'text', 'always'],
};
const address: Message = {
  ip: [1, 'text', 'always'],
  targetRef: [2, reference],
  hostname: [3, 'text', 'always'],
  nodeName: [4, 'text'],
};
const metadata: Message = {
  name: [1, 'text', 'always'],
  generateName: [2, 'text', 'always'],
  namespace: [3, 'text', 'always'],
  selfLink: [4, 'text', 'always'],
  uid: [5, 'text', 'always'],
  resourceVersion: [6, 'text', 'always'],
  generation: [7, 'number', 'always'],
  creationTimestamp: [8, {}, 'always'],
  labels: [11, 'map'],
  annotations: [12, 'map'],
};
const port: Message = {
  name: [1, 'text', 'always'],
  port: [2, 'number', 'always'],
  protocol: [3, 'text', 'always'],
  appProtocol: [4, 'text'],
};
const messages: { readonly [kind: string]: Message } = {
  Endpoints: {
    metadata: [1, metadata, 'always'],
    subsets: [2, { addresses: [1, address], notReadyAddresses: [2, address], ports: [3, port] }],
  },
  EndpointSlice: {
    metadata: [1, metadata, 'always'],
    addressType: [4, 'text', 'always'],
    endpoints: [
      2,
      {
        addresses: [1, 'text'],
        conditions: [2, { ready: [1, 'number'], serving: [2, 'number'] }, 'always'],
        hostname: [3, 'text'],
        targetRef: [4, reference],
        nodeName: [6, 'text'],
        zone: [7, 'text'],
        hints: [8, { forZones: [1, { name: [1, 'text', 'always'] }] }],
      },
    ],
    ports: [3, { name: [1, 'text'], protocol: [2, 'text'], port: [3, 'number'], appProtocol: [4, 'text'] }],
  },
};

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function tagged(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2, ...varint(bytes.length)]), bytes]);
}

type Plain = { readonly [name: string]: unknown };

function encode(message: Message, value: Plain): Buffer {
  const parts = Object.entries(message).flatMap(([name, [number, type, always]]) => {
    const found = value[name];
    if (found === undefined && !always) return [];
    return (Array.isArray(found) ? found : [found]).flatMap((each: unknown) => {
      if (type === 'number') return [Buffer.from([number * 8, ...varint(Number(each ?? 0))])];
      if (type === 'text') return [tagged(number, Buffer.from((each ?? '') as string))];
      if (type !== 'map') return [tagged(number, encode(type, (each ?? {}) as Plain))];
      const pair: Message = { key: [1, 'text', 'always'], value: [2, 'text', 'always'] };
      return Object.entries(each as Plain).map(([key, text]) => tagged(number, encode(pair, { key, value: text })));
    });
  });
  return Buffer.concat(parts);
}

const limit = 1_572_864;

/** Undefined where nothing is reported. */
function reportedSize(object: Plain): number | undefined {
  const found = checkText(JSON.stringify(object), { path: 'a.json' }).find(({ code }) => code === 'object-too-large');
  return found && Number(/takes (\d+) bytes in etcd/.exec(found.message)?.[1]);
}

/** The size without the apiVersion and the kind, which the API server stores beside the object. */
function encodedSize(object: Plain): number {
  return encode(messages[object['kind'] as string] ?? {}, object).length;
}

const endpoints = (addresses: readonly Plain[]): Plain => ({
  kind: 'Endpoints',
  metadata: { name: 'db', labels: { app: 'db' }, annotations: { 'example.com/note': 'é'.repeat(90_000) } },
  subsets: [{ addresses, ports: [{ port: 5432 }, { name: 'web', port: 80, protocol: 'TCP', appProtocol: 'http' }] }],
  apiVersion: 'v1',
});

const slice = (list: readonly Plain[]): Plain => ({
  kind: 'EndpointSlice',
  metadata: { name: 'db-1', namespace: 'shop' },
  addressType: 'FQDN',
  endpoints: list,
  ports: [{}, { name: 'web', port: 8080, protocol: 'TCP' }],
  apiVersion: 'discovery.k8s.io/v1',
});

describe('the size of an object in etcd', () => {
  const targetRef = { kind: 'Pod', name: 'db-0', namespace: 'shop', uid: 'd9607e19-f88f-11e6-a518-42010a800195' };
  const ip = (i: number): string => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
  const many = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
  const cases: readonly (readonly [string, Plain])[] = [
    [
      'hosts and targets',
      endpoints(many(16_000, (i) => ({ ip: ip(i), hostname: `h-${i}`, nodeName: 'n', targetRef }))),
    ],
    [
      'endpoints of a slice',
      slice(
        many(1_000, (i) => ({
          addresses: many(100, (j) => `h${i}.${j}.example.com`),
          conditions: { ready: true },
          zone: 'a',
          hints: { forZones: [{ name: 'a' }] },
        })),
      ),
    ],
  ];

  for (const [name, object] of cases)
    it(`is that of protobuf: ${name}`, () => {
      const [reported = 0, encoded] = [reportedSize(object), encodedSize(object)];
      assert.ok(encoded > limit, `${encoded}`);
      // The kind and the apiVersion, each with its tag and its length.
      assert.ok(reported >= encoded && reported <= encoded + 50, `${reported} and ${encoded}`);
    });

  it('may be 1.5 MiB', () => {
    // Each address takes 20 bytes, and 24 as JSON.
    const of = (count: number): Plain => ({
      kind: 'Endpoints',
      subsets: [
        {
          addresses: many(count, (i) => ({ ip: `10.${100 + (i >> 14)}.${100 + ((i >> 7) % 128)}.${100 + (i % 128)}` })),
        },
      ],
      metadata: { name: 'db' },
      apiVersion: 'v1',
    });
    const most = Math.floor(limit / 20);
    assert.equal(reportedSize(of(most - 10)), undefined);
    assert.equal(JSON.stringify(of(most - 10)).length > 1_880_000, true);
    assert.ok(reportedSize(of(most + 10)));
  });
});
