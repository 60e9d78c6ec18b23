/** `endpoints apply --steps`: what each version of the API server does where the recordings have no example of the version. */
import assert from 'node:assert/strict';
import { replaying, type Answer } from './support/replaying.ts';

const slice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' };
const named = (more: object = {}) => ({ metadata: { name: 'db', ...more } });

describe('endpoints apply --steps, by request and version', () => {
  const { replayed } = replaying();

  for (const [version, merged] of [
    ['1.20', 'b c d a'],
    ['1.21', 'b a c d'],
    ['1.36', 'b a c d'],
  ] as const) {
    it(`${version} merges finalizers and owners as ${merged}`, async () => {
      const finalizers = (...names: string[]) => names.map((name) => `e.io/${name}`);
      const owners = (...uids: string[]) => uids.map((uid) => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid }));
      const both = (...names: string[]) =>
        endpoints(named({ finalizers: finalizers(...names), ownerReferences: owners(...names) }));
      const answers = await replayed(
        [step('apply', 'one', both('b', 'c', 'd')), step('apply', 'two', both('a', 'c'))],
        '--kubernetes-version',
        version,
      );
      const { result } = answers.at(-1) ?? {};
      assert.deepEqual(result?.finalizers, finalizers(...merged.split(' ')));
      assert.deepEqual(result['ownerReferences'], owners(...merged.split(' ')));
    });
  }

  it('takes the applied order, even where nothing else changes', async () => {
    const finalizers = (...names: string[]) => endpoints(named({ finalizers: names }));
    const answers = await replayed([
      step('apply', 'one', finalizers('e.io/a', 'e.io/b')),
      step('apply', 'one', finalizers('e.io/b', 'e.io/a')),
    ]);
    assert.deepEqual(answers[1]?.result?.finalizers, ['e.io/b', 'e.io/a']);
  });

  for (const [version, left] of [
    ['1.35', '{"f:metadata":{"f:finalizers":{}}}'],
    ['1.36', undefined],
  ] as const) {
    it(`${version} leaves ${left ?? 'no owner'} where an applier removes the last item of a list`, async () => {
      const finalizers = (...names: string[]) => endpoints(named({ finalizers: names }));
      const answers = await replayed(
        [
          step('create', 'one', finalizers('e.io/a')),
          step('update', 'two', finalizers('e.io/b')),
          step('apply', 'three', finalizers('e.io/c')),
          step('update', 'two', finalizers('e.io/c')),
          step('apply', 'three', endpoints(named())),
        ],
        '--kubernetes-version',
        version,
      );
      const owners = answers.at(-1)?.result?.managedFields ?? [];
      const one = owners.find(({ manager }) => manager === 'one');
      assert.equal(JSON.stringify(one?.fieldsV1), left);
    });
  }

  it('lists conflicts by owner, and the fields of a level before those below', async () => {
    const config = (value: string, labels: object) =>
      endpoints({ ...named({ labels, annotations: { a: value } }), subsets: [{ addresses: [{ ip: value }] }] });
    const answers = await replayed([
      step('update', 'zoe', config('10.0.0.1', { tier: 'x', app: 'x' })),
      step('apply', 'zoe', endpoints(named({ labels: { tier: 'x' } }))),
      step('apply', 'ann', endpoints(named({ labels: { tier: 'x' } }))),
      step('apply', 'bob', config('10.0.0.2', { tier: 'y', app: 'y' })),
    ]);
    assert.deepEqual(
      answers.at(-1)?.conflicts?.map((each) => `${each.with} ${each.using ?? ''} ${each.field}`),
      [
        'ann  .metadata.labels.tier',
        'zoe  .metadata.labels.tier',
        'zoe v1 .subsets',
        'zoe v1 .metadata.annotations.a',
        'zoe v1 .metadata.labels.app',
        'zoe v1 .metadata.labels.tier',
      ],
    );
  });

  it('rejects a uid that no object has', async () => {
    const uid = endpoints(named({ uid: 'x' }));
    const answers = await replayed([
      step('apply', 'one', uid),
      step('create', 'one', uid),
      step('apply', 'one', uid),
      step('update', 'one', uid),
      step('apply', 'one', endpoints(named({ uid: '' }))),
    ]);
    assert.deepEqual(answers.map(outcome), [
      'metadata.uid Conflict',
      'result',
      'metadata.uid FieldValueInvalid',
      'metadata.uid Conflict',
      'result',
    ]);
  });

  it('rejects another uid together with everything else that is wrong', async () => {
    const sent = endpoints({ ...named({ uid: 'x' }), subsets: [{}] });
    const answers = await replayed([
      step('apply', 'one', endpoints(named())),
      step('apply', 'one', sent),
      step('update', 'one', sent),
    ]);
    assert.deepEqual(answers.map(outcome), [
      'result',
      'metadata.uid FieldValueInvalid, subsets[0] FieldValueRequired',
      'metadata.uid Conflict',
    ]);
  });

  it('counts an empty list inside the subsets as a change by an update', async () => {
    const subsets = (more: object = {}) =>
      endpoints({ ...named(), subsets: [{ addresses: [{ ip: '10.0.0.1' }], ...more }] });
    for (const version of ['1.20', '1.36']) {
      const answers = await replayed(
        [
          step('create', 'one', subsets({ ports: [] })),
          step('update', 'two', subsets()),
          step('update', 'three', subsets({ ports: [] })),
          step('update', 'four', subsets({ ports: null })),
        ],
        '--kubernetes-version',
        version,
      );
      assert.deepEqual(answers.map(managers), ['one', 'one', 'three', 'three']);
    }
  });

  it('counts a dropped topology as a change by an update', async () => {
    const topology = (more: object = {}) => ({
      ...slice,
      ...named(),
      endpoints: [{ addresses: ['10.0.0.1'], ...more }],
    });
    const answers = await replayed([
      step('create', 'one', topology()),
      step('update', 'two', topology({ deprecatedTopology: {} })),
    ]);
    assert.deepEqual(answers.map(managers), ['one', 'one two']);
  });

  for (const [version, left] of [
    ['1.20', { '.': {}, 'f:app': {} }],
    ['1.21', {}],
  ] as const) {
    it(`${version} reads a label map without owned labels as ${JSON.stringify(left)}`, async () => {
      const labels = (value: string) => endpoints(named({ labels: { app: value } }));
      const answers = await replayed(
        [
          step('create', 'one', labels('a')),
          { ...step('apply', 'two', labels('b')), force: true },
          step('apply', 'two', endpoints(named())),
        ],
        '--kubernetes-version',
        version,
      );
      const [, taken, dropped] = answers.map(({ result }) =>
        result?.managedFields.find(({ manager }) => manager === 'one'),
      );
      assert.deepEqual(taken?.fieldsV1, { 'f:metadata': { 'f:labels': {} } });
      assert.deepEqual(dropped?.fieldsV1, { 'f:metadata': { 'f:labels': left } });
    });
  }

  it('1.20 names the last of the conflicting fields of an owner reference for each of them', async () => {
    const owner = (isController: boolean) =>
      endpoints(named({ ownerReferences: [{ ...pod, controller: isController, blockOwnerDeletion: isController }] }));
    const pod = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
    const answers = await replayed(
      [step('apply', 'one', owner(false)), step('apply', 'two', owner(true))],
      '--kubernetes-version',
      '1.20',
    );
    const field = '.metadata.ownerReferences[uid="u"].controller';
    assert.deepEqual(answers[1]?.conflicts, [
      { field, with: 'one' },
      { field, with: 'one' },
    ]);
  });

  it('1.20 validates an owner reference without a uid, and does not merge two of them', async () => {
    const owners = (...ownerReferences: object[]) => endpoints(named({ ownerReferences }));
    const answers = await replayed(
      [step('apply', 'one', owners({})), step('apply', 'one', owners({}, {}))],
      '--kubernetes-version',
      '1.20',
    );
    assert.match(outcome(answers[0]), /metadata\.ownerReferences\.uid/);
    assert.equal(outcome(answers[1]), 'metadata.ownerReferences FieldValueDuplicate');
  });

  it('keeps a sent owner of metadata, and prints no empty manager', async () => {
    const fieldsV1 = { 'f:metadata': {} };
    const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
    const [answer] = await replayed([step('create', 'one', endpoints(named({ managedFields: [entry] })))]);
    assert.deepEqual(answer?.result?.managedFields, [entry]);
  });

  it('creates Endpoints by an update, but no slice', async () => {
    const [made] = await replayed([step('update', 'one', endpoints(named()))]);
    const [missing] = await replayed([step('update', 'one', { ...slice, ...named() })]);
    assert.deepEqual([made, missing].map(outcome), ['result', 'metadata.name NotFound']);
  });

  it('drops the topology of an endpoint, so that the next apply of it conflicts', async () => {
    const config = {
      ...slice,
      ...named(),
      endpoints: [{ addresses: ['10.0.0.1'], deprecatedTopology: { 'a b': '-' } }],
    };
    const answers = await replayed([step('apply', 'one', config), step('apply', 'two', config)]);
    assert.deepEqual(answers[0]?.result?.['endpoints'], [{ addresses: ['10.0.0.1'], conditions: {} }]);
    assert.deepEqual(answers[1]?.conflicts, [{ field: '.endpoints', with: 'one' }]);
  });

  for (const [version, hints] of [
    ['1.23', undefined],
    ['1.33', { forZones: [{ name: 'z' }] }],
    ['1.34', { forZones: [{ name: 'z' }], forNodes: [{ name: 'n' }] }],
  ] as const) {
    it(`${version} stores ${JSON.stringify(hints)} of the hints`, async () => {
      const sent = { forZones: [{ name: 'z' }], ...(version === '1.23' ? {} : { forNodes: [{ name: 'n' }] }) };
      const config = { ...slice, ...named(), endpoints: [{ addresses: ['10.0.0.1'], hints: sent }] };
      const [answer] = await replayed([step('create', 'one', config)], '--kubernetes-version', version);
      assert.deepEqual(answer?.result?.['endpoints'], [
        { addresses: ['10.0.0.1'], conditions: {}, ...(hints ? { hints } : {}) },
      ]);
    });
  }
});

function endpoints(more: object): object {
  return { apiVersion: 'v1', kind: 'Endpoints', ...more };
}

function step(operation: 'create' | 'update' | 'apply', manager: string, config: object): object {
  return { operation, manager, config };
}

/** The causes of a rejection, or the kind of the answer. */
function outcome(answer: Answer | undefined): string {
  const causes = answer?.rejected?.causes.map(({ field, reason }) => `${field} ${reason}`);
  return causes?.join(', ') ?? Object.keys(answer ?? {}).join();
}

function managers({ result }: Answer): string {
  return result?.managedFields.map(({ manager }) => manager).join(' ') ?? '';
}
