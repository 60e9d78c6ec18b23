/** Server-side apply of what no server would take, over what no server can have printed: an answer, and soon. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { liveObject, perform } from '../server/src/analysis/apply/api-server.ts';
import type { ApplyStep } from '../server/src/analysis/apply/apply-step.ts';
import { configs, histories, minimal, minors, steps } from './support/apply-arbitraries.ts';
import { times } from './support/runs.ts';

const numRuns = times(3_000);

/** Keys and values that something is made of, and others. */
const words = fc.constantFrom(
  'metadata',
  'labels',
  'finalizers',
  'ownerReferences',
  'uid',
  'subsets',
  'ports',
  'managedFields',
  'f:metadata',
  'f:labels',
  'f:subsets',
  'k:{"uid":"a"}',
  'k:{"port":1,"x":[]}',
  'v:"a"',
  'v:[{}]',
  'i:0',
  '.',
  'f:',
  'k:',
  '__proto__',
  'constructor',
  '',
);
const { anything } = fc.letrec<{ anything: Json }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.double(), words, fc.string()),
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(words, words, fc.string()), tie('anything'), { maxKeys: 5 }),
  ),
}));
const entries = fc.array(
  fc.record(
    {
      manager: fc.constantFrom('one', 'two', ''),
      operation: fc.constantFrom('Apply', 'Update', ''),
      apiVersion: fc.constant('v1'),
      fieldsV1: fc.record({ 'f:metadata': anything, 'f:subsets': anything }, { requiredKeys: [] }),
    },
    { requiredKeys: ['operation'] },
  ),
  { maxLength: 4 },
);
const objects = fc
  .record({ metadata: fc.oneof(fc.dictionary(words, anything), anything), subsets: anything, other: anything })
  .map(({ metadata, subsets, other }): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata,
    subsets,
    other,
  }));

/** Some are as they should be, or nearly. */
const endpoint = fc.record(
  { addresses: fc.oneof(fc.constant(['10.0.0.1']), anything), conditions: anything, hints: anything },
  { requiredKeys: [] },
);
const slices = fc
  .record(
    {
      addressType: fc.oneof(fc.constantFrom('IPv4', 'IPv6'), anything),
      endpoints: fc.oneof(fc.array(fc.oneof(endpoint, anything), { maxLength: 3 }), anything),
      ports: fc.oneof(fc.constant([{ port: 80 }]), anything),
    },
    { requiredKeys: [] },
  )
  .map((rest): JsonObject => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web' },
    ...rest,
  }));

describe('server-side apply of nonsense', function () {
  this.timeout(120_000);

  it('answers', () => {
    const request = fc.record({ ...stepParts, config: fc.oneof(objects, configs) });
    holds(fc.tuple(histories, request), ([{ live, minor }, step]) => {
      // Of the processor: a machine may have something else to do.
      const start = process.cpuUsage();
      assert.ok(['result', 'conflicts', 'rejected'].includes(perform(live, step, minor).kind));
      assert.ok(process.cpuUsage(start).user < 1_000_000);
    });
  });

  it('answers over owners that no server can have printed', () => {
    const printed = fc.record({ object: configs, managedFields: fc.oneof(entries, anything), request: steps });
    let count = 0;
    holds(fc.tuple(printed, fc.constantFrom(...minors)), ([{ object, managedFields, request }, minor]) => {
      const metadata = { ...(object['metadata'] as JsonObject), managedFields };
      const read = liveObject({ ...object, metadata }, minor);
      if ('problem' in read) {
        assert.match(read.problem, /\.$/);
        return;
      }
      count++;
      perform(read.live, request, minor);
    });
    assert.ok(count > times(100), `${count} could be read`);
  });

  it('answers over slices that no server would take', () => {
    const request = fc.record({ ...stepParts, config: slices });
    holds(fc.tuple(slices, entries, request, fc.constantFrom(...minors)), ([object, managedFields, asked, minor]) => {
      const read = liveObject({ ...object, metadata: { name: 'web', managedFields } }, minor);
      const live = 'live' in read ? read.live : undefined;
      const outcome = perform(live, asked, minor);
      if (outcome.kind === 'result') perform(outcome.live, step('apply', asked.config), minor);
    });
  });

  it('answers to an update that brings owners of its own', () => {
    const update = fc.tuple(configs, fc.oneof(entries, anything));
    holds(fc.tuple(histories, update), ([{ live, minor }, [config, managedFields]]) => {
      const metadata = { ...(config['metadata'] as JsonObject), managedFields };
      const outcome = perform(live, step('update', { ...config, metadata }), minor);
      if (outcome.kind !== 'result') return;
      perform(outcome.live, step('apply', config), minor);
      perform(outcome.live, step('apply', minimal), minor);
    });
  });
});

const stepParts = {
  operation: fc.constantFrom('create', 'update', 'apply'),
  manager: fc.oneof(fc.constantFrom('one', 'kubectl', ''), fc.string()),
  force: fc.boolean(),
} as const;

function step(operation: ApplyStep['operation'], config: JsonObject): ApplyStep {
  return { operation, manager: 'one', force: true, config };
}

function holds<T>(values: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(values, property), { numRuns });
}
