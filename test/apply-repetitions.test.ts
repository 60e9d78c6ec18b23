/** A valid, named Endpoints without repeated finalizers or owners is a valid EndpointsPatch; with them it is none. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { appliedTypes, appliedVersions, errorsIn, errorsInManifest } from './support/apply-checking.ts';
import { times } from './support/runs.ts';

const prefixed = fc.stringMatching(/^example\.com\/[a-z]([a-z0-9.-]{0,8}[a-z0-9])?$/);
const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
const number = fc.integer({ min: 1, max: 254 });
const address = fc.record(
  {
    ip: fc.oneof(
      fc.tuple(number, number, number).map((parts) => `10.${parts.join('.')}`),
      number.map((last) => `2001:db8::${last.toString(16)}`),
    ),
    hostname: label,
    nodeName: label,
    targetRef: fc.record({ kind: fc.constant('Pod'), name: label, uid: fc.uuid() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['ip'] },
);
/** Never one of those. */
const notReady = address.map((one) => ({ ...one, ip: one.ip.replace('10.', '192.').replace('2001:db8', 'fd00') }));
const port = fc.record(
  {
    name: label,
    port: fc.integer({ min: 1, max: 65_535 }),
    protocol: fc.constantFrom('TCP', 'UDP', 'SCTP'),
    appProtocol: fc.constantFrom('http', 'kubernetes.io/h2c', 'example.com/own'),
  },
  { requiredKeys: ['name', 'port'] },
);
const owner = fc.record(
  {
    apiVersion: fc.constantFrom('v1', 'apps/v1'),
    kind: fc.constantFrom('Node', 'StatefulSet'),
    name: label,
    uid: fc.uuid(),
    controller: fc.constant(false),
    blockOwnerDeletion: fc.boolean(),
  },
  { requiredKeys: ['apiVersion', 'kind', 'name', 'uid'] },
);
/** A valid, named Endpoints without repeated finalizers or owners. */
const resource = fc.record(
  {
    metadata: fc.record(
      {
        name: label,
        namespace: label,
        labels: fc.dictionary(prefixed, fc.stringMatching(/^([A-Za-z0-9]([A-Za-z0-9._-]{0,8}[A-Za-z0-9])?)?$/)),
        annotations: fc.dictionary(
          prefixed,
          // No expression of a program, and no template.
          fc.string().map((text) => text.replace(/[${]/g, '')),
        ),
        finalizers: fc.uniqueArray(prefixed, { maxLength: 4 }),
        ownerReferences: fc.uniqueArray(owner, { maxLength: 3, selector: ({ uid }) => uid }),
      },
      { requiredKeys: ['name'] },
    ),
    subsets: fc.array(
      fc.record(
        {
          addresses: fc.array(address, { minLength: 1, maxLength: 3 }),
          notReadyAddresses: fc.array(notReady, { maxLength: 2 }),
          ports: fc.uniqueArray(port, { maxLength: 3, selector: ({ name }) => name }),
        },
        { requiredKeys: ['addresses'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['metadata'] },
);

describe('a valid, named Endpoints', () => {
  it('without repeated finalizers or owners is a valid EndpointsPatch', () => {
    fc.assert(
      fc.property(resource, fc.constantFrom(...appliedVersions), (object, minor) => {
        assert.deepEqual(errorsInManifest(object, minor), []);
        for (const type of appliedTypes) assert.deepEqual(errorsIn(object, type, minor), [], type);
      }),
      { numRuns: times(300) },
    );
  });

  it('with a repeated finalizer or owner is none, though a manifest may be created with it', () => {
    const repeated = fc.tuple(resource, fc.uniqueArray(prefixed, { minLength: 1, maxLength: 3 }), owner);
    fc.assert(
      fc.property(repeated, fc.constantFrom(...appliedVersions), ([object, finalizers, reference], minor) => {
        const metadata = {
          ...object.metadata,
          finalizers: [...finalizers, finalizers[0] ?? ''],
          ownerReferences: [reference, { ...reference, name: `${reference.name}-2` }],
        };
        const changed = { ...object, metadata };
        assert.deepEqual(errorsInManifest(changed, minor), []);
        for (const type of appliedTypes) {
          assert.deepEqual(
            errorsIn(changed, type, minor)
              .map(({ code, path }) => `${code} ${path}`)
              .sort(),
            [
              `repeated-finalizer metadata.finalizers[${finalizers.length}]`,
              'repeated-owner metadata.ownerReferences[1].uid',
            ],
          );
        }
      }),
      { numRuns: times(300) },
    );
  });
});
