/** EndpointSlice as data against discovery.k8s.io/v1: test/data/endpoint-slice.json states its types and fields. */
import assert from 'node:assert/strict';
import { apiVersions, kindOfType, resourceType, typeNamed, typeTokens } from '../server/src/contract/contract.ts';
import { EndpointSlice, EndpointSlicePatch } from '../server/src/contract/endpoint-slice.ts';
import { ObjectReference } from '../server/src/contract/endpoints.ts';
import { ObjectMeta } from '../server/src/contract/meta.ts';
import type { ObjectType } from '../server/src/contract/type.ts';
import { checkText } from './support/checking.ts';
import {
  choicesOf,
  describedFields,
  expectedFields,
  listTypes,
  readTable,
  typesBelow,
} from './support/contract-table.ts';

const table = readTable('endpoint-slice.json');
const shared = new Set(typesBelow(ObjectMeta, ObjectReference).map(({ name }) => name));
const ours = typesBelow(EndpointSlice).filter(({ name }) => !shared.has(name));
const twins = typesBelow(EndpointSlicePatch).filter(({ base }) => !shared.has(base));

/** What the server refuses to do without. */
const required: { readonly [type: string]: readonly string[] } = {
  EndpointSlice: ['addressType'],
  Endpoint: ['addresses'],
  ForZone: ['name'],
  ForNode: ['name'],
};

describe('contract: EndpointSlice', () => {
  it('has the types of the API, none missing and none added, and those that Endpoints has, too', () => {
    assert.deepEqual(ours.map(({ name }) => name).sort(), Object.keys(table).sort());
    for (const type of typesBelow(ObjectMeta, ObjectReference)) {
      assert.ok(typesBelow(EndpointSlice).includes(type), type.name);
    }
  });

  for (const name of Object.keys(table)) {
    it(`has the fields of ${name}`, () => {
      const type = ours.find((each) => each.name === name);
      assert.ok(type);
      assert.deepEqual(describedFields(type), expectedFields(name, table));
    });
  }

  it('has apiVersion and kind as constants', () => {
    for (const { fields } of [EndpointSlice, EndpointSlicePatch] as readonly ObjectType[]) {
      assert.deepEqual(choicesOf(fields['apiVersion']?.type), [apiVersions.EndpointSlice]);
      assert.deepEqual(choicesOf(fields['kind']?.type), ['EndpointSlice']);
    }
    assert.equal(apiVersions.EndpointSlice, 'discovery.k8s.io/v1');
  });

  it('is found by its names', () => {
    assert.equal(resourceType('EndpointSlice'), EndpointSlice);
    assert.equal(resourceType('EndpointSlicePatch'), EndpointSlicePatch);
    assert.deepEqual(['EndpointSlice', 'EndpointSlicePatch', 'EndpointsPatch'].map(kindOfType), [
      'EndpointSlice',
      'EndpointSlice',
      'Endpoints',
    ]);
    for (const type of [...ours, ...twins]) assert.equal(typeNamed(type.name), type);
  });

  it('has the type tokens of Pulumi', () => {
    assert.deepEqual(Object.values(typeTokens), [
      'kubernetes:core/v1:Endpoints',
      'kubernetes:core/v1:EndpointsPatch',
      'kubernetes:discovery.k8s.io/v1:EndpointSlice',
      'kubernetes:discovery.k8s.io/v1:EndpointSlicePatch',
    ]);
  });

  it('requires what the server refuses to do without, and its patch nothing', () => {
    for (const { name, fields } of ours) {
      const found = Object.keys(fields).filter((each) => fields[each]?.required);
      assert.deepEqual(found, required[name] ?? [], name);
    }
    const fields = twins.flatMap((twin) => Object.values(twin.fields));
    assert.ok(fields.length > 0 && fields.every((field) => !field.required));
  });

  it('has a twin for each type', () => {
    assert.deepEqual(
      twins.map(({ name, base }) => [name, base]),
      ours.map(({ name }) => [`${name}Patch`, name]),
    );
    for (const [i, twin] of twins.entries()) {
      const type = ours[i];
      assert.ok(type);
      assert.deepEqual({ ...twin, name: twin.base, fields: {} }, { ...type, fields: {} });
      assert.deepEqual(Object.keys(twin.fields), Object.keys(type.fields));
    }
  });

  it('knows since when forNodes is there', () => {
    const since = ours.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { since }]) =>
        since === undefined ? [] : [`${name}.${field} ${since}`],
      ),
    );
    assert.deepEqual(since, ['EndpointHints.forNodes 33']);
  });
});

describe('contract: server-side apply of an EndpointSlice', () => {
  it('merges lists as the server does', () => {
    assert.deepEqual(listTypes(ours), {
      'EndpointSlice.endpoints': 'atomic',
      'EndpointSlice.ports': 'atomic',
      'Endpoint.addresses': 'set',
      'EndpointHints.forZones': 'atomic',
      'EndpointHints.forNodes': 'atomic',
    });
  });

  it('owns whole ports', () => {
    const atomic = ours.filter((type) => type.structType === 'atomic').map((type) => type.name);
    assert.deepEqual(atomic, ['EndpointSlicePort']);
  });
});

describe('contract: every field of an EndpointSlice', () => {
  const properties = {
    metadata: {
      name: 'web-ipv4',
      labels: { 'kubernetes.io/service-name': 'web', 'endpointslice.kubernetes.io/managed-by': 'hand-written' },
    },
    addressType: 'IPv4',
    endpoints: [
      {
        addresses: ['10.20.0.15'],
        conditions: { ready: true, serving: true, terminating: false },
        hostname: 'web-0',
        nodeName: 'worker-a',
        zone: 'zone-a',
        targetRef: { kind: 'Pod', name: 'web-0' },
        hints: { forZones: [{ name: 'zone-a' }], forNodes: [{ name: 'worker-a' }] },
      },
    ],
    ports: [{ name: 'http', port: 8080, protocol: 'TCP', appProtocol: 'kubernetes.io/h2c' }],
  };

  it('is clean in a manifest', () => {
    const manifest = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', ...properties };
    assert.deepEqual(checkText(JSON.stringify(manifest)), []);
  });

  for (const name of ['EndpointSlice', 'EndpointSlicePatch'] as const) {
    it(`is clean in a program, as ${name}`, () => {
      const program = { resources: { web: { type: typeTokens[name], properties } } };
      assert.deepEqual(checkText(JSON.stringify(program), { path: 'Pulumi.yaml' }), []);
    });
  }
});
