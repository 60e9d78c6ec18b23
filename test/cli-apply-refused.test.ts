/** What `endpoints apply` cannot tell for certain: a sentence with the place and the way out, exit code 2, and no answer. */
import assert from 'node:assert/strict';
import { labeled, live, manifest, next, owner, patch, platform, program } from './support/cli-apply.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

describe('endpoints apply, where nothing is certain', () => {
  const having = temporary(folderOf);

  const hostile = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'a\u001B[31m\nb\u202Ec', namespace: 'shop', managedFields: null },
  };
  const stray = live(owner('platform', '{ "f:metadata": { "f:labels": { "f:gone": {} } } }'));
  const wrong: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    args: string,
    message: string,
  ])[] = [
    [
      'more applies of one object than can be simulated',
      { 'a.yaml': `${next}---\n`.repeat(201) },
      'a.yaml',
      'Endpoints shop/orders-db has 201 applies, and at most 200 can be simulated. Apply fewer files at a time.',
    ],
    ['a missing file', {}, 'none.yaml', 'none.yaml does not exist.'],
    ['a missing file beside others', { 'a.yaml': next }, 'a.yaml none.yaml', 'none.yaml does not exist.'],
    ['a missing live file', { 'a.yaml': next }, 'a.yaml --live none.yaml', 'none.yaml does not exist.'],
    ['an empty name', { 'a.yaml': next }, 'a.yaml --field-manager=', '--field-manager must not be empty.'],
    [
      'owners of fields that do not exist',
      { 'a.yaml': next, 'l.yaml': stray },
      'a.yaml --live l.yaml',
      'l.yaml:15:41: metadata.managedFields lists .metadata.labels.gone as owned by "platform", but the object does not have it.',
    ],
    [
      'owners of fields that no Endpoints has',
      { 'l.yaml': live(owner('p', '{ "f:spec": {} }')) },
      'l.yaml',
      'l.yaml:15:11: metadata.managedFields lists .spec as owned by "p", but Endpoints have no such field.',
    ],
    [
      'keys of no field set',
      { 'a.yaml': next, 'l.yaml': live(owner('p', '{ "x:spec": {} }')) },
      'a.yaml --live l.yaml',
      'l.yaml:15:11: metadata.managedFields[0].fieldsV1["x:spec"] is invalid: "x:spec" is not a key of a field set.',
    ],
    [
      'an operation that does not exist',
      { 'l.yaml': live(owner('p', '{}', 'Patch')) },
      'l.yaml',
      'l.yaml:10:7: metadata.managedFields[0].operation is invalid: "Patch" is not a valid operation.',
    ],
    [
      'an owner without the type of its fields',
      { 'l.yaml': live(platform.replace('FieldsV1\n', '""\n')) },
      'l.yaml',
      'l.yaml:13:7: metadata.managedFields[0].fieldsType is invalid: This entry has no fieldsType. Write "FieldsV1".',
    ],
    [
      'an owner without a version',
      { 'l.yaml': live(platform.replace('      apiVersion: v1\n', '')) },
      'l.yaml',
      'l.yaml:9:7: metadata.managedFields[0].apiVersion is invalid: This entry has no apiVersion, such as "v1".',
    ],
    [
      'owners that are no list',
      { 'a.yaml': next, 'l.yaml': manifest('orders-db', '  managedFields: none\n') },
      'a.yaml --live l.yaml',
      'l.yaml:6:3: metadata.managedFields is invalid: managedFields must be a list of entries.',
    ],
    [
      'owners that are no list, in what is applied',
      { 'a.yaml': manifest('orders-db', '  managedFields: none\n') },
      'a.yaml',
      'a.yaml:6:3: metadata.managedFields is invalid: managedFields must be a list of entries.',
    ],
    ['a broken live file', { 'a.yaml': next, 'l.json': '{"kind": "Endpoints", ' }, 'a.yaml --live l.json', 'l.json:1:'],
    [
      'names with control characters',
      { 'a.yaml': next, 'l.json': JSON.stringify(hostile) },
      'a.yaml --live l.json',
      'l.json:1:27: The live state is Endpoints shop/a\uFFFD[31m\uFFFDb\uFFFDc, but the files apply Endpoints shop/orders-db.',
    ],
    [
      'live state without owners',
      { 'a.yaml': next, 'l.yaml': next },
      'a.yaml --live l.yaml',
      'l.yaml:3:1: The live state has no managedFields',
    ],
    [
      'live state of another object',
      { 'a.yaml': labeled('x'), 'l.yaml': live(platform) },
      'a.yaml --live l.yaml',
      'l.yaml:2:7: The live state is Endpoints shop/orders-db, but the files apply Endpoints shop/db.',
    ],
    [
      'live state of two objects of the name',
      { 'a.yaml': next, 'l.yaml': `${live(platform)}---\n${live(platform)}` },
      'a.yaml --live l.yaml',
      '2 objects are the live state of Endpoints shop/orders-db: l.yaml:2:7 and l.yaml:',
    ],
    [
      'an empty live file',
      { 'a.yaml': next, 'l.yaml': '' },
      'a.yaml --live l.yaml',
      'l.yaml has no Endpoints or EndpointSlice.',
    ],
    [
      'a program as live state',
      { 'a.yaml': labeled('x'), 'l.yaml': program(patch('a', 'labels: {}')) },
      'a.yaml --live l.yaml',
      'l.yaml has no Endpoints or EndpointSlice.',
    ],
    [
      'a template of fields',
      { 'a.yaml': manifest('db', '  labels:\n    {{- include "x" . }}\n') },
      'a.yaml',
      'a.yaml:6:10: The fields of this object depend on a template.',
    ],
    [
      'a template of a name',
      { 'a.yaml': manifest('{{ .Values.name }}', '') },
      'a.yaml',
      'a.yaml:4:9: The name "{{ .Values.name }}" depends on a template.',
    ],
    [
      'an expression of fields',
      { 'a.yaml': program(patch('a', 'labels: ${x.labels}')) },
      'a.yaml',
      'a.yaml:10:17: The fields of this object depend on an expression, "${x.labels}".',
    ],
    [
      'an expression of a manager',
      { 'a.yaml': program(patch('a', 'labels: {}', { manager: '"${who}"' })) },
      'a.yaml',
      'a.yaml:11:54: The field manager of this resource depends on an expression.',
    ],
    [
      'an expression of force',
      { 'a.yaml': labeled('x'), 'b.yaml': program(patch('b', 'labels: { app: z }', { force: '${f}' })) },
      'a.yaml b.yaml',
      'b.yaml:5:11: The annotation pulumi.com/patchForce depends on an expression, so "b" may take fields from "kubectl" or conflict with it.',
    ],
    [
      'a random manager that may be the owner',
      {
        'l.yaml': live(owner('pulumi-kubernetes-0123abcd', '{ "f:metadata": { "f:labels": { "f:app": {} } } }')),
        'b.yaml': program(patch('b', 'labels: { app: z }').replace('name: db', 'name: orders-db')),
      },
      'b.yaml l.yaml',
      'b.yaml:5:11: The field manager of "b" has a random name. It may be "pulumi-kubernetes-0123abcd", which owns metadata.labels.app.',
    ],
    [
      'fields that are left to others once they have set them',
      {
        'a.yaml': program(
          patch('a', 'labels: { app: z }', { options: '{ ignoreChanges: [metadata.labels] }' }).replace(
            'name: db',
            'name: orders-db',
          ),
        ),
        'l.yaml': live(platform),
      },
      'a.yaml --live l.yaml',
      'a.yaml:5:11: "a" has the option ignoreChanges, so Pulumi sends only fields that no other manager has set.',
    ],
    [
      'a patch that Pulumi refuses',
      { 'a.yaml': program(patch('a', 'labels: {}').replace('        name: db\n', '')) },
      'a.yaml',
      'a.yaml:5:11: Pulumi rejects this EndpointsPatch and sends nothing to the API server.',
    ],
    ['broken YAML', { 'a.yaml': labeled('[') }, 'a.yaml', 'a.yaml:8:1: A bracket above is not closed'],
    ['broken JSON', { 'a.json': '{"kind": "Endpoints", ' }, 'a.json', 'a.json:1:'],
    ['binary', { 'a.yaml': 'Endpoints\0' }, 'a.yaml', 'a.yaml is not UTF-8 text.'],
  ];
  for (const [what, files, args, message] of wrong) {
    it(`answers ${what} with one sentence, exit code 2 and nothing else`, () => {
      const { run } = having(files);
      for (const format of ['text', 'json']) {
        const { out, err, code } = run('apply', ...args.split(' '), '--format', format);
        assert.deepEqual({ code, out }, { code: 2, out: '' });
        assert.ok(err.startsWith(`endpoints: ${message}`), err);
        assert.equal(err.trimEnd().split('\n').length, 1);
      }
    });
  }

  it('answers two resources of one name, one live state twice on standard input and all of several problems', () => {
    const made = (name: string): string =>
      `  ${name}:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      metadata: { name: db, namespace: shop }\n`;
    const { run } = having({
      'Pulumi.yaml': program(made('a'), made('b')),
      'bad.yaml': manifest('{{ .a }}', ''),
      'worse.yaml': manifest('{{ .b }}', ''),
    });
    assert.match(
      run('apply', 'Pulumi.yaml').err,
      /^endpoints: 2 program resources create Endpoints shop\/db: Pulumi\.yaml:5:11 and Pulumi\.yaml:9:11\. Only one is possible\. Remove the others\.\n$/,
    );
    assert.match(run('apply', '-', '--live', '-').err, /^endpoints: Standard input can be read only once\./);
    assert.match(run('apply', '.').err, /^endpoints: bad\.yaml:4:9: .*\nendpoints: worse\.yaml:4:9: .*\n$/);
  });
});
