/** What holds for server-side apply of EndpointSlices: their own lists, what the server fills in, and what never changes. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fieldsOf, fieldText } from '../server/src/analysis/apply/field-set.ts';
import { memberOf, type Json, type JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { managedFieldsJson } from '../server/src/analysis/apply/managed-fields.ts';
import { liveObject, perform } from '../server/src/analysis/apply/api-server.ts';
import { stored } from '../server/src/analysis/apply/stored.ts';
import type { Live, ApplyOutcome, ApplyStep } from '../server/src/analysis/apply/apply-step.ts';
import { times } from './support/runs.ts';

const minors = [21, 36] as const;
const newest = 36;

describe('server-side apply of slices', function () {
  this.timeout(60_000);

  it('fills in what the types of Kubernetes fill in', () => {
    const object = stored(
      slice({ endpoints: [{ addresses: ['10.0.0.1'], hostname: '', zone: null }], ports: [{ port: 80 }] }),
      newest,
    );
    assert.deepEqual(object['endpoints'], [{ addresses: ['10.0.0.1'], hostname: '', conditions: {} }]);
    assert.deepEqual(object['ports'], [{ port: 80, name: '', protocol: 'TCP' }]);
    assert.deepEqual(stored(slice({ ports: [{ protocol: '' }] }), newest)['ports'], [{ protocol: '', name: '' }]);
  });

  it('keeps both lists as null where there is nothing in them', () => {
    for (const rest of [{}, { endpoints: [], ports: [] }, { endpoints: null, ports: null }]) {
      const { endpoints, ports } = stored(slice(rest), newest);
      assert.deepEqual([endpoints, ports], [null, null]);
    }
  });

  it('gives a list to the creator that writes it, even an empty one', () => {
    const made = (operation: ApplyStep['operation'], config: JsonObject): Live =>
      resultOf(perform(undefined, { operation, manager: 'one', force: false, config }, newest));
    assert.deepEqual(ownedBy(made('create', slice({})), 'one'), ['.addressType']);
    assert.deepEqual(ownedBy(made('create', slice({ endpoints: null, ports: [] })), 'one'), ['.addressType', '.ports']);
    const labeled = made('apply', slice({}, { app: 'web' }));
    assert.deepEqual(ownedBy(labeled, 'one'), ['.addressType', '.metadata.labels.app']);
  });

  it('notes the version of the group, and names it in a conflict', () => {
    const live = resultOf(perform(undefined, step('create', 'one', { endpoints: [endpoint('10.0.0.1')] }), newest));
    assert.deepEqual(
      live.owners.map(({ apiVersion }) => apiVersion),
      ['discovery.k8s.io/v1'],
    );
    const outcome = perform(live, step('apply', 'two', { endpoints: [endpoint('10.0.0.2')] }), newest);
    assert.ok(outcome.kind === 'conflicts');
    assert.deepEqual(
      outcome.conflicts.map(({ field, with: owner }) => [field, owner.manager, owner.apiVersion]),
      [['.endpoints', 'one', 'discovery.k8s.io/v1']],
    );
  });

  it('lets one have the endpoints and another the ports', () => {
    const live = resultOf(perform(undefined, step('apply', 'one', { endpoints: [endpoint('10.0.0.1')] }), newest));
    const after = resultOf(perform(live, step('apply', 'two', { ports: [{ port: 80 }] }), newest));
    assert.deepEqual(ownedBy(after, 'one'), ['.addressType', '.endpoints']);
    assert.deepEqual(ownedBy(after, 'two'), ['.addressType', '.ports']);
  });

  it('conflicts where the same list leaves to the server what another has', () => {
    const lists = { endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] };
    const live = resultOf(perform(undefined, step('apply', 'one', lists), newest));
    const fields = (config: JsonObject): readonly string[] => {
      const outcome = perform(live, step('apply', 'two', config), newest);
      return outcome.kind === 'conflicts' ? outcome.conflicts.map(({ field }) => field) : [outcome.kind];
    };
    assert.deepEqual(fields(lists), ['.endpoints', '.ports']);
    const written = { endpoints: [endpoint('10.0.0.1')], ports: [{ port: 80, name: '', protocol: 'TCP' }] };
    assert.deepEqual(fields(written), ['result']);
  });

  it('refuses another address type, by force and by update', () => {
    const live = resultOf(perform(undefined, step('create', 'one', {}), newest));
    for (const operation of ['apply', 'update'] as const) {
      const outcome = perform(live, { ...step(operation, 'two', { addressType: 'IPv6' }), force: true }, newest);
      assert.deepEqual(outcome, {
        kind: 'rejected',
        causes: [
          {
            field: 'addressType',
            reason: 'FieldValueInvalid',
            message: 'addressType: "IPv4" is immutable and cannot become "IPv6"',
          },
        ],
      });
    }
  });

  it('takes no Endpoints for a slice, and no slice for Endpoints', () => {
    const endpoints: JsonObject = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'web' } };
    for (const [first, second] of [
      [endpoints, slice({})],
      [slice({}), endpoints],
    ] as const) {
      const live = resultOf(
        perform(undefined, { operation: 'create', manager: 'one', force: false, config: first }, newest),
      );
      const outcome = perform(live, { operation: 'apply', manager: 'two', force: true, config: second }, newest);
      assert.ok(outcome.kind === 'rejected');
      assert.deepEqual(
        outcome.causes.map(({ field }) => field),
        ['apiVersion', 'kind'],
      );
    }
  });

  it('counts the changes of what is not metadata', () => {
    const printed = { ...slice({ ports: [{ port: 80 }] }), metadata: { name: 'web', generation: 3 } };
    const read = liveObject(printed, newest);
    assert.ok('live' in read);
    const generationAfter = (config: JsonObject): Json | undefined => {
      const after = resultOf(perform(read.live, { operation: 'apply', manager: 'two', force: true, config }, newest));
      return memberOf(after.object['metadata'], 'generation');
    };
    assert.equal(generationAfter(slice({}, { app: 'web' })), 3);
    assert.equal(generationAfter(slice({ ports: [{ port: 81 }] })), 4);
  });

  it('changes nothing when the same is applied again, and takes by force what it would conflict about', () => {
    holds(fc.tuple(histories, requests), ([{ live, minor }, request]) => {
      const asked = perform(live, { ...request, operation: 'apply', force: false }, minor);
      const forced = perform(live, { ...request, operation: 'apply', force: true }, minor);
      if (asked.kind === 'result') assert.deepEqual(asked, forced);
      if (forced.kind !== 'result') return;
      const again = perform(forced.live, { ...request, operation: 'apply', force: true }, minor);
      assert.ok(again.kind === 'result');
      assert.deepEqual(shown(again.live), shown(forced.live));
    });
  });

  it('prints what it reads again as the same', () => {
    holds(histories, ({ live, minor }) => {
      if (!live) return;
      const managedFields = JSON.parse(JSON.stringify(managedFieldsJson(live.owners))) as Json;
      const metadata = { ...(live.object['metadata'] as JsonObject), managedFields };
      const read = liveObject({ ...live.object, metadata }, minor);
      assert.ok('live' in read, JSON.stringify(read));
      assert.deepEqual(shown(read.live), shown(live));
    });
  });
});

function slice(rest: JsonObject, labels?: JsonObject): JsonObject {
  const metadata = { name: 'web', ...(labels ? { labels } : {}) };
  return { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, addressType: 'IPv4', ...rest };
}

function endpoint(address: string): JsonObject {
  return { addresses: [address], conditions: {} };
}

function step(operation: ApplyStep['operation'], manager: string, rest: JsonObject): ApplyStep {
  return { operation, manager, force: false, config: slice(rest) };
}

function resultOf(outcome: ApplyOutcome): Live {
  assert.ok(outcome.kind === 'result', JSON.stringify(outcome));
  return outcome.live;
}

function ownedBy({ owners }: Live, manager: string): readonly string[] {
  return owners
    .filter((owner) => owner.manager === manager)
    .flatMap(({ fields }) => fieldsOf(fields).map(fieldText))
    .sort();
}

function shown(live: Live): Json {
  return { object: live.object, owners: managedFieldsJson(live.owners) };
}

function holds<T>(values: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(values, property), { numRuns: times(1_000) });
}

const conditions = fc.constantFrom<Json>({}, { ready: true }, { ready: false });
const endpoints = fc.array(
  fc.record(
    { addresses: fc.constantFrom<Json>(['10.0.0.1'], ['10.0.0.2'], ['10.0.0.1', '10.0.0.2']), conditions },
    { requiredKeys: ['addresses'] },
  ),
  { minLength: 1, maxLength: 2 },
);
const ports = fc.array(
  fc.record(
    { port: fc.constantFrom(80, 443), name: fc.constantFrom('', 'http'), protocol: fc.constantFrom('TCP', 'UDP') },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 2 },
);
const labels = fc.dictionary(fc.constantFrom('app', 'tier'), fc.constantFrom('a', 'b'), { minKeys: 1, maxKeys: 2 });
const requests: fc.Arbitrary<ApplyStep> = fc
  .record({
    operation: fc.constantFrom('apply', 'apply', 'update'),
    manager: fc.constantFrom('one', 'two', 'three'),
    force: fc.boolean(),
    rest: fc.record({ endpoints, ports }, { requiredKeys: [] }),
    labels: fc.option(labels, { nil: undefined }),
  })
  .map(({ rest, labels: written, ...how }): ApplyStep => ({ ...how, config: slice(rest, written) }));
const histories = fc
  .record({ made: fc.array(requests, { maxLength: 5 }), minor: fc.constantFrom(...minors) })
  .map(({ made, minor }) => {
    let live: Live | undefined;
    for (const request of made) {
      const outcome = perform(live, request, minor);
      if (outcome.kind === 'result') live = outcome.live;
    }
    return { live, minor };
  });
