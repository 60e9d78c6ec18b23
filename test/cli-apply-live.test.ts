/** `endpoints apply` and what a server has already: --live, and live state among the files. */
import assert from 'node:assert/strict';
import { live, next, owner, ownersOf, platform, program, type Resource } from './support/cli-apply.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

describe('endpoints apply, with live state', () => {
  const having = temporary(folderOf);

  it('reads live state in any spelling, and from standard input', () => {
    const yaml = live(platform);
    const json = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'v1', kind: 'Endpoints', ...(plainLive as object) }],
    });
    const { run, runWith } = having({
      'db.yaml': next,
      'live.yaml': yaml,
      'crlf.yaml': yaml.replaceAll('\n', '\r\n'),
      'bom.yaml': `\uFEFF${yaml}`,
      'live.json': json,
    });
    const printed = (text: string) => (JSON.parse(text) as { resources: readonly Resource[] }).resources[0];
    const outcome = (text: string) => ({ ...printed(text), conflicts: [] });
    const answer = (name: string) => run('apply', 'db.yaml', '--live', name, '--format', 'json').out;
    const expected = outcome(answer('live.yaml'));
    for (const name of ['crlf.yaml', 'bom.yaml', 'live.json']) assert.deepEqual(outcome(answer(name)), expected, name);
    assert.deepEqual(outcome(runWith(yaml, 'apply', 'db.yaml', '--live', '-', '--format', 'json').out), expected);
    assert.deepEqual(outcome(run('apply', 'db.yaml', 'live.yaml', '--format', 'json').out), expected);
    // Named twice, it is still one.
    const twice = run('apply', 'live.yaml', 'db.yaml', '--live', 'live.yaml', '--format', 'json').out;
    assert.deepEqual(outcome(twice), expected);
    const [, there] = printed(answer('crlf.yaml'))?.conflicts[0]?.between ?? [];
    assert.deepEqual(there, { file: 'crlf.yaml', line: 9, column: 7 });
  });

  it('shows who owns what where nothing is applied', () => {
    const { out, code } = having({ 'live.yaml': live(platform) }).run('apply', 'live.yaml');
    assert.equal(code, 0);
    assert.match(out, /1\. Live state \(live\.yaml:2:7\): platform owns label app and subsets\.\n/);
  });

  it('goes on under the random name that a program had', () => {
    const random = owner('pulumi-kubernetes-0123abcd', '{ "f:subsets": {} }');
    const { run } = having({ 'Pulumi.yaml': program(made), 'live.yaml': live(random) });
    const { out, code } = run('apply', 'Pulumi.yaml', '--live', 'live.yaml', '--format', 'json');
    const { resources } = JSON.parse(out) as { resources: readonly Resource[] };
    assert.deepEqual([code, ownersOf(resources[0])], [0, ['subsets pulumi-kubernetes-0123abcd']]);
  });

  it('leaves a random name to others where it owns nothing that the resource sets', () => {
    const random = owner('pulumi-kubernetes-0123abcd', '{ "f:metadata": { "f:labels": { "f:app": {} } } }');
    const { run } = having({ 'Pulumi.yaml': program(made), 'live.yaml': live(random) });
    const { resources } = JSON.parse(run('apply', 'Pulumi.yaml', '--live', 'live.yaml', '--format', 'json').out) as {
      resources: readonly Resource[];
    };
    const owners = ['metadata.labels.app pulumi-kubernetes-0123abcd', 'subsets pulumi-kubernetes-<db>'];
    assert.deepEqual(ownersOf(resources[0]), owners);
  });

  it('hands what kubectl owns to a resource of a program, but not to a patch', () => {
    const kubectl = owner('kubectl-client-side-apply', '{ "f:subsets": {} }', 'Update');
    const change = `subsets: [{ addresses: [{ ip: 10.20.0.99 }] }]`;
    const files = { 'live.yaml': live(kubectl), 'Pulumi.yaml': program(made), 'patch.yaml': program(patched(change)) };
    const { run } = having(files);
    const taken = run('apply', 'Pulumi.yaml', '--live', 'live.yaml');
    assert.equal(taken.code, 0);
    const how =
      'takes over what kubectl-client-side-apply (by update) owns, is applied as field manager pulumi-kubernetes-<db>';
    assert.ok(taken.out.includes(`2. Resource "db" (Pulumi.yaml:5:11) ${how} and sets subsets.`), taken.out);
    assert.equal(run('apply', 'patch.yaml', '--live', 'live.yaml').code, 1);
  });
});

const made = `  db:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      metadata: { name: orders-db, namespace: shop }\n      subsets: [{ addresses: [{ ip: 10.20.0.99 }] }]\n`;
const patched = (set: string): string =>
  `  db:\n    type: kubernetes:core/v1:EndpointsPatch\n    properties:\n      metadata: { name: orders-db, namespace: shop }\n      ${set}\n`;

const plainLive: unknown = {
  metadata: {
    name: 'orders-db',
    namespace: 'shop',
    labels: { app: 'orders' },
    managedFields: [
      {
        manager: 'platform',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2026-03-01T10:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:app': {} } }, 'f:subsets': {} },
      },
    ],
  },
  subsets: [{ addresses: [{ ip: '10.20.0.14' }] }],
};
