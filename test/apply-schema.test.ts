/** Server-side apply always enforces its schema: an unknown field or a wrong type is an error anywhere, said once. */
import assert from 'node:assert/strict';
import { isList, isObject, type Json } from '../server/src/analysis/apply/json-value.ts';
import { EndpointsPatch } from '../server/src/contract/endpoints.ts';
import type { ObjectType, Type } from '../server/src/contract/type.ts';
import { pathText, type Path } from '../server/src/tree/path.ts';
import { appliedTypes, appliedVersions, errorsIn } from './support/apply-checking.ts';

/** Every field that reaches the server, with a value that it takes. */
const whole = {
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: {
    name: 'orders-db',
    namespace: 'shop',
    labels: { tier: 'data' },
    annotations: { 'example.com/team': 'orders' },
    finalizers: ['example.com/deregister'],
    ownerReferences: [
      { apiVersion: 'v1', kind: 'Node', name: 'worker-1', uid: 'u', controller: true, blockOwnerDeletion: true },
    ],
    selfLink: '/a',
  },
  subsets: [
    {
      addresses: [
        {
          ip: '10.20.0.15',
          hostname: 'primary',
          nodeName: 'worker-1',
          targetRef: {
            apiVersion: 'v1',
            kind: 'Pod',
            name: 'orders-db-0',
            namespace: 'shop',
            uid: 'v',
            resourceVersion: '5',
            fieldPath: 'spec.containers{db}',
          },
        },
      ],
      notReadyAddresses: [{ ip: '10.20.0.16' }],
      ports: [{ name: 'db', port: 5432, protocol: 'TCP', appProtocol: 'postgresql' }],
    },
  ],
} satisfies Json;

const wrong: readonly Json[] = [7, 7.5, true, 'text', [], ['text'], {}, { a: 'b' }];

describe('server-side apply', () => {
  it('has a whole sample without errors', () => {
    for (const type of appliedTypes)
      for (const minor of appliedVersions) assert.deepEqual(errorsIn(whole, type, minor), []);
  });

  it('has a sample with every field but one that Pulumi refuses, and one that is gone', () => {
    const sampled = new Set(placesIn(whole, EndpointsPatch).map(({ field }) => field));
    assert.deepEqual(
      fieldsOf(EndpointsPatch).filter((field) => !sampled.has(field)),
      ['ObjectMeta.generateName', 'ObjectMeta.clusterName'],
    );
  });

  for (const { path, type } of placesIn(whole, EndpointsPatch).filter((place) => place.path.length > 0)) {
    it(`refuses every other type at ${pathText(path)}, by one rule`, () => {
      for (const value of wrong.filter((each) => !fits(each, type))) {
        const changed = replaced(whole, path, value);
        for (const resource of appliedTypes) {
          for (const minor of appliedVersions) {
            const paths = errorsIn(changed, resource, minor).map((each) => each.path);
            assert.deepEqual(paths, [pathText(path)], `${JSON.stringify(value)} in ${resource}, 1.${minor}`);
          }
        }
      }
    });
  }

  for (const { path } of placesIn(whole, EndpointsPatch).filter((place) => place.type.kind === 'object')) {
    it(`refuses a field that it does not know at ${pathText(path) || 'the top'}, by one rule`, () => {
      const at = [...path, 'weight'];
      const changed = replaced(whole, at, 1);
      for (const resource of appliedTypes) {
        for (const minor of appliedVersions) {
          const paths = errorsIn(changed, resource, minor).map((each) => each.path);
          assert.deepEqual(paths, [pathText(at)], `${resource}, 1.${minor}`);
        }
      }
    });
  }

  it('leaves to the running program what an expression gives', () => {
    for (const { path } of placesIn(whole, EndpointsPatch).filter((place) => place.path.length > 0)) {
      for (const resource of appliedTypes) {
        assert.deepEqual(errorsIn(replaced(whole, path, '${value}'), resource, 36), [], pathText(path));
      }
    }
  });
});

interface Place {
  readonly path: Path;
  readonly type: Type;
  /** `ObjectMeta.name` for a field. */
  readonly field?: string;
}

/** The sample's values, each with its type. */
function placesIn(value: Json, type: Type, path: Path = [], field?: string): readonly Place[] {
  const here: Place = { path, type, ...(field === undefined ? {} : { field }) };
  const below = isList(value)
    ? value.map((item, i) => [i, item] as const)
    : Object.entries(isObject(value) ? value : {});
  return [
    here,
    ...below.flatMap(([step, item]) => {
      if (type.kind === 'list') return placesIn(item, type.item, [...path, step]);
      if (type.kind === 'map') return placesIn(item, type.value, [...path, step]);
      const found = type.kind === 'object' ? type.fields[step] : undefined;
      assert.ok(found && type.kind === 'object', `${pathText(path)} has no ${step}`);
      return placesIn(item, found.type, [...path, step], `${type.base}.${step}`);
    }),
  ];
}

/** The fields that a client may write, also those of the types below. */
function fieldsOf(type: ObjectType): readonly string[] {
  const written = Object.entries(type.fields).filter(
    ([, field]) => !field.output && (!field.readOnly || field.deprecated !== undefined),
  );
  const names = written.flatMap(([name, field]) => {
    const inner = field.type.kind === 'list' ? field.type.item : field.type;
    return [`${type.base}.${name}`, ...(inner.kind === 'object' ? fieldsOf(inner) : [])];
  });
  return [...new Set(names)];
}

function replaced(value: Json, path: Path, by: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  if (isList(value)) return value.map((item, i) => (i === step ? replaced(item, rest, by) : item));
  const entries = isObject(value) ? value : {};
  return { ...entries, [step]: replaced(entries[step] ?? null, rest, by) };
}

function fits(value: Json, type: Type): boolean {
  if (isList(value)) return type.kind === 'list';
  if (typeof value === 'object') return type.kind === 'object' || type.kind === 'map';
  if (typeof value === 'number') return type.kind === 'integer' && Number.isInteger(value);
  return typeof value === type.kind;
}
