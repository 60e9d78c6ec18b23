/** `endpoints traffic`: which files it reads, and what it shows of kustomizations, charts, programs and dumps. */
import assert from 'node:assert/strict';
import { folderOf, type Outcome } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { endpoints, service, slice } from './support/traffic-texts.ts';

const kustomization = (text: string): string =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${text}`;

describe('endpoints traffic, its files', () => {
  const make = temporary(folderOf);
  const run = (files: Readonly<Record<string, string>>, ...args: readonly string[]): Outcome =>
    make(files).run('traffic', ...args);

  it('shows a Service of two kustomizations twice, with the place in the patch', () => {
    const patch =
      'patches:\n  - target: { kind: EndpointSlice }\n    patch: |-\n      [{"op": "replace", "path": "/ports/0/name", "value": "htp"}]\n';
    const files = {
      'base/kustomization.yaml': kustomization('resources: [web.yaml]\n'),
      'base/web.yaml':
        service('web', '- { name: http, port: 80 }') + slice('web', '{ name: http, port: 80 }', ['10.0.0.1']),
      'prod/kustomization.yaml': kustomization(`namespace: prod\nresources: [../base]\n${patch}`),
      'test/kustomization.yaml': kustomization('namespace: test\nresources: [../base]\n'),
    };
    const { out, code } = run(files);
    assert.match(out, /^Service prod\/web \(base\/web\.yaml:3:19, built in prod\)\n {2}http 80\/TCP: no endpoint/);
    assert.match(out, /\(prod\/kustomization\.yaml:8:\d+\)/);
    assert.match(
      out,
      /^Service test\/web \(base\/web\.yaml:3:19, built in test\)\n {2}http 80\/TCP: 1 of 1 address\n/m,
    );
    assert.equal(code, 1);
    assert.doesNotMatch(run(files, 'test').out, /prod/);
    assert.match(run(files, '--build', 'test').out, /^Service test\/web /);
    assert.equal(run(files, '--build', 'test').code, 0);
  });

  it('names the values of charts and programs that are not known, and does not fail for them', () => {
    const files = {
      'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 0.1.0\n',
      'chart/templates/a.yaml': service('db', '- { port: 80 }') + endpoints('db', '{{ .Values.ip }}'),
      'infra/Pulumi.yaml':
        'name: a\nruntime: yaml\nresources:\n  web:\n    type: kubernetes:core/v1:Service\n    properties:\n      metadata: { name: web, namespace: b }\n      spec: { ports: [{ port: 80 }] }\n  backend:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      metadata: { name: web, namespace: b }\n      subsets: [{ addresses: [{ ip: "${ip}" }], ports: [{ port: 80 }] }]\n',
    };
    const { out, err, code } = run(files);
    assert.match(out, /80\/TCP: 1 of 1 address \(not certain\)\n {4}\{\{ \.Values\.ip \}\}:80 {2}used/);
    assert.match(out, /Not known: \{\{ \.Values\.ip \}\} \(chart\/templates\/a\.yaml:11:\d+\)\./);
    assert.match(out, /Not known: \$\{ip\} \(infra\/Pulumi\.yaml:13:\d+\)\./);
    assert.deepEqual([err, code], ['', 0]);
  });

  it('reads the Service of a slice in the files around it, and shows no others', () => {
    const files = {
      '.git/HEAD': '',
      'services.yaml': service('db', '- { port: 80 }') + service('other', '- { port: 80 }'),
      'slices/db.yaml': slice('db', '{ port: 80 }', ['10.0.0.1']),
    };
    const { out, code } = run(files, 'slices/db.yaml');
    assert.match(out, /^Service default\/db \(services\.yaml:3:19\)\n {2}80\/TCP: 1 of 1 address\n/);
    assert.doesNotMatch(out, /other/);
    assert.equal(code, 0);
  });

  it('reads standard input, as a process', () => {
    const text = service('db', '- { port: 80 }') + slice('db', '{ port: 80 }', ['10.0.0.1']);
    const { out, code } = make({}).runWith(text, 'traffic', '-');
    assert.match(out, /10\.0\.0\.1:80 {2}used {2}<stdin>:15:19\n/);
    assert.equal(code, 0);
  });

  it('shows no copy of an address that gets traffic, as a dump of a cluster has it', () => {
    const copied = slice('db', '{ port: 80 }', ['10.0.0.1']).replace(
      'service-name: db }',
      'service-name: db, endpointslice.kubernetes.io/managed-by: endpointslicemirroring-controller.k8s.io }',
    );
    const made = slice('web', '{ port: 80 }', ['10.0.0.1']);
    const text =
      service('db', '- { port: 80 }') +
      endpoints('db', '10.0.0.1') +
      copied +
      service('web', '- { port: 80 }', 'selector: { app: web }') +
      endpoints('web', '10.0.0.1') +
      made;
    const { out, code } = run({ 'a.yaml': text });
    assert.equal(out.match(/ {2}80\/TCP: 1 of 1 address\n {4}10\.0\.0\.1:80 {2}used {2}\S+\n\n/g)?.length, 2, out);
    assert.equal(code, 0);
  });

  it('names files that it does not read, and fails for one that cannot be read', () => {
    const text = service('db', '- { port: 80 }') + slice('db', '{ port: 80 }', ['10.0.0.1']);
    assert.match(
      run({ 'a.yaml': text, 'b.yaml.j2': endpoints('web', '10.0.0.1') }).out,
      /1 skipped: Jinja\s\(b\.yaml\.j2\)\.\n$/,
    );
    const { err, code } = run({ 'a.yaml': text, 'b.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: [\n' });
    assert.match(err, /^endpoints: b\.yaml:\d+:\d+: /);
    assert.equal(code, 2);
  });
});
