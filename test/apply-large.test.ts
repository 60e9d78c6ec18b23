/** Objects with very many fields and owners, and very many patches: what grows is the work for each of them, not its square. */
import assert from 'node:assert/strict';
import { forecastOf } from '../server/src/analysis/apply/forecast.ts';
import type { Participant } from '../server/src/analysis/apply/gathering.ts';
import type { Json, JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { ownedParts, strayFields } from '../server/src/analysis/apply/owners.ts';
import { liveObject, perform } from '../server/src/analysis/apply/api-server.ts';
import { newestMinor } from '../server/src/contract/version.ts';

const count = 30_000;
const numbers = Array.from({ length: count }, (_, i) => i);

/** Each of these takes minutes where the work for a field looks at all of them. */
describe('server-side apply of very much', function () {
  this.timeout(60_000);

  it('reads an owner of very many labels', () => {
    const labels = Object.fromEntries(numbers.map((i) => [`l${i}`, 'x']));
    const { live } = read({ labels }, [owner('one', { 'f:labels': fields((i) => `f:l${i}`) })]);
    assert.equal(owned(live), count);
  });

  it('reads an owner of very many finalizers and owner references', () => {
    const ownerReferences = numbers.map((i) => ({ apiVersion: 'v1', kind: 'Node', name: 'n', uid: `u${i}` }));
    const { live } = read({ finalizers: numbers.map((i) => `a.b/${i}`), ownerReferences }, [
      owner('one', {
        'f:finalizers': fields((i) => `v:"a.b/${i}"`),
        'f:ownerReferences': fields((i) => `k:{"uid":"u${i}"}`),
      }),
    ]);
    assert.equal(owned(live), 2 * count);
    const step = {
      operation: 'apply',
      manager: 'two',
      force: false,
      config: endpoints({ labels: { a: 'b' } }),
    } as const;
    assert.equal(perform(live, step).kind, 'result');
  });

  it('reads very many owners', () => {
    const some = numbers.slice(0, 5_000);
    const labels = Object.fromEntries(some.map((i) => [`l${i}`, 'x']));
    const { live } = read(
      { labels },
      some.map((i) => owner(`m${i}`, { 'f:labels': { [`f:l${i}`]: {} } })),
    );
    assert.equal(owned(live), some.length);
  });

  it('finds very many fields that are not there', () => {
    const { live } = read({ labels: { a: 'b' } }, []);
    const children = new Map(numbers.map((i) => [`f:x${i}`, { isMember: true, children: new Map() }]));
    const set = { isMember: false, children: new Map([['f:spec', { isMember: false, children }]]) };
    const self = { manager: 'one', operation: 'Apply', apiVersion: 'v1', subresource: '', order: 0 } as const;
    assert.equal(strayFields(live.object, { ...self, fields: set }, newestMinor).length, count);
  });

  it('applies what orders have in common once', () => {
    const patches = Array.from({ length: 30 }, (_, i) => patch(i));
    let performed = 0;
    const forecast = forecastOf({ base: undefined, patches }, newestMinor, {
      isBefore: () => false,
      perform: (live, step, minor) => {
        performed++;
        return perform(live, step, minor);
      },
    });
    assert.equal(forecast?.hasAllOrders, false);
    const turns = forecast.runs.reduce((sum, run) => sum + run.applies.length, 0);
    assert.ok(turns > 600 && performed < 150, `${performed} of ${turns}`);
    for (const { after } of forecast.runs) assert.equal(after?.owners.length, patches.length);
  });
});

function endpoints(metadata: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'db', namespace: 'shop', ...metadata } };
}

function read(metadata: JsonObject, managedFields: readonly Json[]) {
  const found = liveObject(endpoints({ ...metadata, managedFields }), newestMinor);
  assert.ok('live' in found, 'problem' in found ? found.problem : '');
  return found;
}

function owner(manager: string, metadata: JsonObject): JsonObject {
  const [operation, apiVersion, fieldsType] = ['Apply', 'v1', 'FieldsV1'];
  return { manager, operation, apiVersion, fieldsType, fieldsV1: { 'f:metadata': metadata } };
}

function fields(stepOf: (i: number) => string): JsonObject {
  return Object.fromEntries(numbers.map((i) => [stepOf(i), {}]));
}

/** How many parts somebody owns. */
function owned(live: Parameters<typeof ownedParts>[0]): number {
  return ownedParts(live, newestMinor).filter(({ owners }) => owners.length > 0).length;
}

/** Of those who meet, only what they send counts here. */
function patch(i: number): Participant {
  const config = endpoints({ labels: { [`l${i}`]: 'x' } });
  const applied = { config, means: 'apply', manager: `m${i}`, force: 'no' };
  return { entry: { facts: { form: 'pulumi' } }, applied, manager: `m${i}` } as unknown as Participant;
}
