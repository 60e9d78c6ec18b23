/** The known behavior of server-side apply, as requests with their results. */
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
  ports,
  subsets,
  update,
  type Row,
  type Situation,
} from './apply-requests.ts';

export const situations: readonly Situation[] = [
  {
    what: 'one value by two managers has two owners',
    rows: [
      [apply('a', subsets('10.0.0.1')), 'a: .subsets'],
      [apply('b', subsets('10.0.0.1')), 'a: .subsets; b: .subsets'],
    ],
  },
  {
    what: 'another list of addresses is a conflict about all of them',
    rows: [
      [apply('a', subsets('10.0.0.1')), 'a: .subsets'],
      [apply('b', subsets('10.0.0.2')), 'conflict: .subsets with a'],
    ],
  },
  {
    what: 'the same addresses in another order are a conflict',
    rows: [
      [apply('a', subsets('10.0.0.1', '10.0.0.2')), 'a: .subsets'],
      [apply('b', subsets('10.0.0.2', '10.0.0.1')), 'conflict: .subsets with a'],
    ],
  },
  {
    what: 'force takes the field, and the one who lost it conflicts from then on',
    rows: [
      [apply('a', subsets('10.0.0.1')), 'a: .subsets'],
      [force('b', subsets('10.0.0.2')), 'b: .subsets (taken from a: .subsets)'],
      [apply('a', subsets('10.0.0.1')), 'conflict: .subsets with b'],
    ],
  },
  {
    what: 'the one who lost a field may set it as it is, or no longer',
    rows: [
      [apply('a', labels({ x: '1', y: '1' })), 'a: .metadata.labels.x .metadata.labels.y'],
      [
        force('b', labels({ x: '2' })),
        'a: .metadata.labels.y; b: .metadata.labels.x (taken from a: .metadata.labels.x)',
      ],
      [apply('a', labels({ x: '2', y: '1' })), 'a: .metadata.labels.x .metadata.labels.y; b: .metadata.labels.x'],
      [apply('a', labels({ y: '1' })), 'a: .metadata.labels.y; b: .metadata.labels.x'],
    ],
    left: labels({ x: '2', y: '1' }),
  },
  {
    what: 'a field that its only owner sets no longer goes',
    rows: [
      [apply('a', labels({ x: '1', y: '1' })), 'a: .metadata.labels.x .metadata.labels.y'],
      [apply('a', labels({ x: '1' })), 'a: .metadata.labels.x'],
    ],
    left: labels({ x: '1' }),
  },
  {
    what: 'a field that one of its owners sets no longer stays with the others',
    rows: [
      [apply('a', subsets('10.0.0.1')), 'a: .subsets'],
      [apply('b', subsets('10.0.0.1')), 'a: .subsets; b: .subsets'],
      [apply('a'), 'b: .subsets'],
    ],
    left: subsets('10.0.0.1'),
  },
  {
    what: 'each label has an owner of its own, and each annotation',
    rows: [
      [apply('a', labels({ x: '1' })), 'a: .metadata.labels.x'],
      [apply('b', labels({ y: '1' })), 'a: .metadata.labels.x; b: .metadata.labels.y'],
      [apply('b', labels({ x: '2', y: '1' })), 'conflict: .metadata.labels.x with a'],
      [apply('c', { metadata: { annotations: { x: '2' } } }), '…; c: .metadata.annotations.x'],
    ],
  },
  {
    what: 'finalizers are united, and each goes with its owner',
    rows: [
      [apply('a', finalizers('a/x')), 'a: .metadata.finalizers[="a/x"]'],
      [apply('b', finalizers('a/y')), 'a: .metadata.finalizers[="a/x"]; b: .metadata.finalizers[="a/y"]'],
      [apply('a'), 'b: .metadata.finalizers[="a/y"]'],
    ],
    left: finalizers('a/y'),
  },
  {
    what: 'owners are told apart by uid, and each goes with its owner',
    rows: [
      [apply('a', owners(pod('1'))), 'a: .metadata.ownerReferences[uid="1"]'],
      [apply('b', owners(pod('2'))), 'a: .metadata.ownerReferences[uid="1"]; b: .metadata.ownerReferences[uid="2"]'],
      [apply('a'), 'b: .metadata.ownerReferences[uid="2"]'],
    ],
    before: [
      [apply('a', owners(pod('1'))), `a: ${memberTexts('1')}`],
      [apply('b', owners(pod('2'))), `a: ${memberTexts('1')}; b: ${memberTexts('2')}`],
      [apply('a'), `b: ${memberTexts('2')}`],
    ],
    left: owners(pod('2')),
  },
  {
    what: 'an owner with one member more is a conflict about the whole owner; 1.20 united the members',
    rows: [
      [apply('a', owners(pod('1'))), 'a: .metadata.ownerReferences[uid="1"]'],
      [apply('b', owners(pod('1', { controller: true }))), 'conflict: .metadata.ownerReferences[uid="1"] with a'],
    ],
    before: [
      [apply('a', owners(pod('1'))), `a: ${memberTexts('1')}`],
      [
        apply('b', owners(pod('1', { controller: true }))),
        `a: ${memberTexts('1')}; b: ${memberTexts('1', 'controller')}`,
      ],
    ],
  },
  {
    what: 'an owner with another name is a conflict',
    rows: [
      [apply('a', owners(pod('1'))), '…'],
      [apply('b', owners(pod('1', { name: 'q' }))), 'conflict: .metadata.ownerReferences[uid="1"] with a'],
    ],
    before: [
      [apply('a', owners(pod('1'))), '…'],
      [apply('b', owners(pod('1', { name: 'q' }))), 'conflict: .metadata.ownerReferences[uid="1"].name with a'],
    ],
  },
  {
    what: 'an owner without uid has an empty one',
    rows: [[apply('a', owners({ apiVersion: 'v1' })), 'a: .metadata.ownerReferences[uid=""]']],
    before: [
      [
        apply('a', owners({ apiVersion: 'v1' })),
        'a: .metadata.ownerReferences[uid=""] .metadata.ownerReferences[uid=""].apiVersion',
      ],
    ],
  },
  {
    what: 'a finalizer that is there twice is refused, and an owner too',
    rows: [
      [apply('a', finalizers('a/x', 'a/x')), 'refused: metadata.finalizers FieldValueDuplicate'],
      [apply('a', owners(pod('1'), pod('1'))), 'refused: metadata.ownerReferences FieldValueDuplicate'],
    ],
  },
  {
    what: 'an unknown field and a wrong type are refused, though a create lets an unknown field pass',
    rows: [
      [apply('a', { subset: [] }), 'refused: subset FieldValueInvalid'],
      [apply('a', labels({ x: 1 })), 'refused: metadata.labels.x FieldValueTypeInvalid'],
      [create('a', { subset: [], ...subsets('10.0.0.1') }), 'a: .subsets (by update)'],
    ],
  },
  {
    what: 'a protocol that is left out is a conflict for a second manager with the same text',
    rows: [
      [apply('a', ports({})), 'a: .subsets'],
      [apply('a', ports({})), 'a: .subsets'],
      [apply('b', ports({})), 'conflict: .subsets with a'],
      [apply('b', ports({ protocol: 'TCP' })), 'a: .subsets; b: .subsets'],
    ],
    left: ports({ protocol: 'TCP' }),
  },
  {
    what: 'an empty list of subsets is owned',
    rows: [[apply('a', { subsets: [] }), 'a: .subsets']],
    left: {},
  },
  {
    what: 'subsets that are null are owned',
    rows: [[apply('a', { subsets: null }), 'a: .subsets']],
    left: {},
  },
  {
    what: 'a map without entries is owned, but not by 1.20',
    rows: [[apply('a', labels({})), 'a: .metadata.labels']],
    before: [[apply('a', labels({})), 'nobody owns anything']],
    left: {},
  },
  {
    what: 'a label that is null is empty, and owned',
    rows: [[apply('a', labels({ x: null })), 'a: .metadata.labels.x']],
    left: labels({ x: '' }),
  },
  {
    what: 'a patch that brings managedFields is refused',
    rows: [[apply('a', { metadata: { managedFields: [] } }), 'refused: metadata.managedFields FieldValueForbidden']],
  },
  {
    what: 'managedFields that are null are none',
    rows: [[apply('a', { metadata: { managedFields: null }, ...subsets('10.0.0.1') }), '…']],
  },
  {
    what: 'another version or kind is refused',
    rows: [
      [apply('a', { apiVersion: 'v2' }), 'refused: apiVersion FieldValueInvalid'],
      [apply('a', { kind: 'Service' }), 'refused: kind FieldValueInvalid'],
    ],
  },
  {
    what: 'an update takes what it changes without asking, and nothing of what it leaves',
    rows: [
      [apply('a', labels({ x: '1', y: '1' })), '…'],
      [
        update('b', labels({ x: '2', y: '1' })),
        'a: .metadata.labels.y; b: .metadata.labels.x (by update) (taken from a: .metadata.labels.x)',
      ],
      [apply('a', labels({ x: '1', y: '1' })), 'conflict: .metadata.labels.x with b (by update)'],
    ],
  },
  {
    what: 'what was created has its creator for an owner',
    rows: [
      [create('kubectl-create', subsets('10.0.0.1')), 'kubectl-create: .subsets (by update)'],
      [apply('a', subsets('10.0.0.2')), 'conflict: .subsets with kubectl-create (by update)'],
      [apply('a', subsets('10.0.0.1')), 'a: .subsets; kubectl-create: .subsets (by update)'],
    ],
  },
  {
    what: 'an apply of nothing but the name owns nothing',
    rows: [[apply('a'), 'nobody owns anything']],
  },
  {
    what: 'an apply needs a manager',
    rows: [[apply(''), 'refused: fieldManager FieldValueRequired']],
  },
  {
    what: 'who applies and who updates by one name are two',
    rows: [
      [create('a', labels({ x: '1' })), 'a: .metadata.labels .metadata.labels.x (by update)'],
      [apply('a', labels({ x: '2' })), 'conflict: .metadata.labels.x with a (by update)'],
    ],
  },
  {
    what: 'before the first apply, what is there belongs to nobody in particular',
    rows: [
      [apply('a'), 'nobody owns anything'],
      [update('b', subsets('10.0.0.1')), 'nobody owns anything'],
      [apply('a', subsets('10.0.0.2')), 'conflict: .subsets with before-first-apply (by update)'],
    ],
  },
  {
    what: 'of more than ten who update, the oldest become one',
    rows: [
      ...Array.from({ length: 11 }, (_, i): Row => [
        i === 0 ? create('m0', labels({ k0: '1' })) : update(`m${i}`, labels(numbered(i))),
        '…',
      ]),
      [apply('a', labels({ k0: '2' })), 'conflict: .metadata.labels.k0 with ancient-changes (by update)'],
    ],
  },
];

function numbered(last: number): JsonObject {
  return Object.fromEntries(Array.from({ length: last + 1 }, (_, i) => [`k${i}`, '1']));
}
