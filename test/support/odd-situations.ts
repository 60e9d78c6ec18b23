/** The behavior of server-side apply for unusual requests, with their results. */
import type { JsonObject } from '../../server/src/analysis/apply/json-value.ts';
import {
  apply,
  create,
  finalizers,
  force,
  labels,
  memberTexts,
  owners,
  pod,
  subsets,
  update,
  type Situation,
} from './apply-requests.ts';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
/** The object after kubectl's client-side apply. */
const kept = (of: JsonObject, last: JsonObject | string): JsonObject => {
  const text = typeof last === 'string' ? last : JSON.stringify({ apiVersion: 'v1', kind: 'Endpoints', ...last });
  return { metadata: { labels: of, annotations: { [lastApplied]: text } } };
};
const client = 'kubectl-client-side-apply';
const time = '2026-01-01T00:00:00Z';
const managed = (...entries: readonly JsonObject[]): JsonObject => ({
  metadata: { labels: { x: '1' }, managedFields: entries },
});
const entry: JsonObject = {
  manager: 'c',
  operation: 'Apply',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:metadata': { 'f:labels': { 'f:x': {} } } },
};
const owned = '.metadata.labels .metadata.labels.x';

export const oddSituations: readonly Situation[] = [
  {
    what: 'a finalizer that is there twice stays until it is applied; before 1.29 nothing could be applied beside it',
    rows: [
      [create('a', finalizers('a/x', 'a/x')), 'a: .metadata.finalizers .metadata.finalizers[="a/x"] (by update)'],
      [
        apply('b', labels({ x: '1' })),
        'b: .metadata.labels.x; a: .metadata.finalizers .metadata.finalizers[="a/x"] (by update)',
      ],
      [apply('c', finalizers('a/x')), 'conflict: .metadata.finalizers[="a/x"] with a (by update)'],
      [
        force('b', finalizers('a/x')),
        'b: .metadata.finalizers[="a/x"]; a: .metadata.finalizers (by update) (taken from a: .metadata.finalizers[="a/x"] (by update))',
      ],
    ],
    before: [
      [create('a', finalizers('a/x', 'a/x')), 'nobody owns anything'],
      [apply('b', labels({ x: '1' })), 'refused: metadata.finalizers FieldValueDuplicate'],
      [update('b', finalizers('a/x')), 'nobody owns anything'],
    ],
    left: finalizers('a/x'),
  },
  {
    what: 'of two owners that say the same, a create keeps one',
    rows: [
      [
        create('a', owners(pod('1'), pod('1'))),
        'a: .metadata.ownerReferences .metadata.ownerReferences[uid="1"] (by update)',
      ],
    ],
    before: [[create('a', owners(pod('1'), pod('1'))), `a: .metadata.ownerReferences ${memberTexts('1')} (by update)`]],
    left: owners(pod('1')),
  },
  {
    what: 'an item of a list with keys, or of a set, cannot be null',
    rows: [
      [apply('a', { metadata: { finalizers: [null] } }), 'refused: metadata.finalizers[0] FieldValueInvalid'],
      [apply('a', { metadata: { ownerReferences: [null] } }), 'refused: metadata.ownerReferences[0] FieldValueInvalid'],
      [apply('a', { subsets: [null] }), 'a: .subsets'],
    ],
  },
  {
    what: 'an update with no entry of managedFields, or with an empty one, makes all owners forgotten',
    rows: [
      [apply('a', labels({ x: '1' })), 'a: .metadata.labels.x'],
      [update('b', managed()), 'nobody owns anything (taken from a: .metadata.labels.x)'],
      [apply('a', labels({ x: '1' })), `a: .metadata.labels.x; before-first-apply: ${owned} (by update)`],
      [
        update('b', managed({})),
        `nobody owns anything (taken from a: .metadata.labels.x; before-first-apply: ${owned} (by update))`,
      ],
    ],
  },
  {
    what: 'managedFields that cannot be read count as not sent',
    rows: [
      [apply('a', labels({ x: '1' })), 'a: .metadata.labels.x'],
      [update('b', managed({}, {})), 'a: .metadata.labels.x'],
      [update('b', managed({ ...entry, fieldsType: '' })), 'a: .metadata.labels.x'],
      [update('b', managed({ ...entry, apiVersion: '' })), 'a: .metadata.labels.x'],
      [update('b', managed({ ...entry, operation: 'Patch' })), 'a: .metadata.labels.x'],
      [update('b', managed(entry)), 'c: .metadata.labels.x (taken from a: .metadata.labels.x)'],
    ],
  },
  {
    what: 'kubectl takes what its client-side apply set, but nothing else, and says so in the annotation',
    rows: [
      [create(client, kept({ x: '<1>', y: '1' }, labels({ x: '<1>', z: '1' }))), '…'],
      [apply('a', labels({ x: '2' })), `conflict: .metadata.labels.x with ${client} (by update)`],
      [apply('kubectl', labels({ x: '<2>', y: '2' })), `conflict: .metadata.labels.y with ${client} (by update)`],
      [
        apply('kubectl', { subsets: null, ...labels({ x: '<2>' }) }),
        `…(taken from ${client}: .metadata.labels.x (by update))`,
      ],
    ],
    left: {
      metadata: {
        labels: { x: '<2>', y: '1' },
        annotations: {
          [lastApplied]: `{"apiVersion":"v1","kind":"Endpoints","metadata":{"labels":{"x":"\\u003c2\\u003e"},"name":"db"},"subsets":null}\n`,
        },
      },
    },
  },
  ...[
    '{',
    '[]',
    '{"apiVersion":"v1","kind":"Service","metadata":{"labels":{"x":"1"}}}',
    '{"apiVersion":"v2","kind":"Endpoints","metadata":{"labels":{"x":"1"}}}',
    '{"apiVersion":"v1","kind":"Endpoints","metadata":{"labels":{"x":"1"}},"spec":{}}',
  ].map((text): Situation => ({
    what: `what kubectl's client-side apply left as ${text} allows nothing`,
    rows: [
      [create(client, kept({ x: '1' }, text)), '…'],
      [apply('kubectl', labels({ x: '2' })), `conflict: .metadata.labels.x with ${client} (by update)`],
    ],
  })),
  {
    what: 'of the checks of a request, each is made where those before it found nothing',
    rows: [
      [apply('', { kind: 'Service', subset: [] }), 'refused: fieldManager FieldValueRequired'],
      [update('x'.repeat(129), { kind: 'Service' }), 'refused: fieldManager FieldValueTooLong'],
      [create('a\n', {}), 'refused: fieldManager FieldValueInvalid'],
      [
        apply('a', { apiVersion: 'v2', kind: 'Service', subset: [] }),
        'refused: apiVersion FieldValueInvalid, kind FieldValueInvalid',
      ],
      [apply('a', { ...managed(), subset: [] }), 'refused: metadata.managedFields FieldValueForbidden'],
      [create('', subsets('10.0.0.1')), ': .subsets (by update)'],
      [create('a', labels({ x: 1 })), 'refused: metadata.labels.x FieldValueTypeInvalid'],
      [create('a', labels({ x: '1' })), 'refused: metadata.name AlreadyExists'],
    ],
  },
  {
    what: 'what the server decides itself is not taken from a request',
    rows: [
      [
        apply('a', { metadata: { creationTimestamp: time, deletionTimestamp: time } }),
        'a: .metadata.deletionTimestamp',
      ],
      [update('b', { metadata: { creationTimestamp: time, generation: 4 } }), 'a: .metadata.deletionTimestamp'],
    ],
    left: {},
  },
];
