/** What the text report says once and `--all` says each time, and what its summary counts. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const endpoints = (name: string, ...ips: readonly string[]): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n- addresses:\n${ips.map((ip) => `  - ip: ${ip}\n`).join('')}  ports:\n  - port: 80\n`;
const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n  - port: 80\n';
const loops = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
const quiet = '--severity=deprecated-endpoints=off';

describe('the text report', () => {
  const having = temporary(folderOf);
  const heads = (out: string): readonly string[] => out.split('\n').filter((line) => /\[[a-z-]+\]/.test(line));

  it('shows the first finding of a rule in an object, and the number of the others', () => {
    const { run } = having({ 'a.yaml': endpoints('db', ...loops) });
    const { out, code } = run('check', quiet);
    assert.equal(heads(out).length, 1);
    assert.match(
      out,
      /\^ rejected by the API server\n {2}… and 2 more loopback-ip in Endpoints "db" \(--all shows them\)\n/,
    );
    assert.match(out, /^3 errors in 1 resource in 1 file\.$/m);
    assert.equal(code, 1);
    const whole = run('check', quiet, '--all');
    assert.equal(heads(whole.out).length, 3);
    assert.doesNotMatch(whole.out, /… and/);
    assert.match(whole.out, /^3 errors in 1 resource in 1 file\.$/m);
    assert.equal(whole.code, 1);
  });

  it('folds infos and hints, and names one object or the number of objects', () => {
    const live = (name: string): string =>
      endpoints(name, '10.0.0.1').replace(
        `  name: ${name}\n`,
        `  name: ${name}\n  creationTimestamp: "2026-01-31T08:00:00Z"\n  resourceVersion: "42"\n  uid: 5b8c6e1e-3d0c-4a0e-9c8b-6f0a1f2e3d4c\n`,
      );
    const { run } = having({ 'a.yaml': live('a'), 'b.yaml': live('b') });
    const { out } = run('check', 'a.yaml');
    assert.match(
      out,
      /^a\.yaml:5:3 {2}info\[live-state-field\] .*\n {2}… and 2 more live-state-field in Endpoints "a" /m,
    );
    assert.match(
      run('check').out,
      /\n {2}… and 1 more like it\n {2}… and 4 more live-state-field in 2 objects \(--all/,
    );
    assert.equal(heads(run('check', '--all').out).length, 6);
  });

  it('shows infos before hints, and last what is true of every object', () => {
    const { out } = having({ 'a.yaml': endpoints('a', '203.0.113.1', '10.0.0.1', '10.0.0.1') }).run(
      'check',
      '--severity=special-purpose-ip=hint',
      '--severity=duplicate-address=info',
    );
    assert.deepEqual(
      heads(out).map((line) => /\[(.*)\]/.exec(line)?.[1]),
      ['duplicate-address', 'special-purpose-ip', 'deprecated-endpoints'],
    );
  });

  it('names a single other finding as one', () => {
    const { out } = having({ 'a.yaml': endpoints('db', '127.0.0.1', '127.0.0.2') }).run('check', quiet);
    assert.match(out, /^ {2}… and 1 more loopback-ip in Endpoints "db" \(--all shows it\)$/m);
  });

  it('folds neither two rules, nor two objects, nor two files, nor objects without a name', () => {
    const one = endpoints('db', '127.0.0.1');
    const unnamed = one.replace('name: db', 'generateName: db-');
    const files = {
      'a.yaml': `${one}---\n${endpoints('other', '127.0.0.1', '169.254.0.1')}`,
      'b.yaml': `${unnamed}---\n${unnamed}`,
      'c.yaml': endpoints('db', '127.0.0.1'),
    };
    const { out } = having(files).run('check', quiet, '--quiet');
    assert.equal(heads(out).filter((line) => /error\[(loopback|link-local)-ip\]/.test(line)).length, 6);
    assert.doesNotMatch(out, /… and/);
  });

  it('counts every warning for --max-warnings, and leaves other formats whole', () => {
    const text = endpoints('db', '203.0.113.1', '203.0.113.2');
    const { run } = having({ 'a.yaml': text });
    const { err, code } = run('check', quiet, '--severity=special-purpose-ip=warning', '--max-warnings', '1');
    assert.deepEqual([err, code], ['endpoints: There are 2 warnings; the limit is 1.\n', 1]);
    for (const format of ['json', 'gitlab', 'github', 'checkstyle', 'tap', 'sarif'])
      assert.equal(run('check', '-f', format, quiet).out.match(/203\.0\.113\.[12] /g)?.length, 2, format);
  });

  it('says once what is true of every object, with the number of files in each folder', () => {
    const files = {
      'base/a.yaml': endpoints('a', '10.0.0.1'),
      'base/b.yaml': `${endpoints('b', '10.0.0.1')}---\n${endpoints('c', '10.0.0.1')}`,
      'c.yaml': endpoints('d', '10.0.0.1'),
    };
    const { run } = having(files);
    const { out } = run('check', '--severity=missing-service=off');
    assert.equal(heads(out).length, 1);
    assert.match(
      out,
      /^base\/a\.yaml:2:7 {2}hint\[deprecated-endpoints\] .* \(advice\)\n {2}base\/ {2}2 files\n {2}\.\/ {2}1 file\n\n3 hints in 4 resources in 3 files\.$/m,
    );
    assert.equal(heads(run('check', '--severity=missing-service=off', '--all').out).length, 3);
  });

  it('names ten folders, and the number of the others', () => {
    const files = Object.fromEntries(
      Array.from({ length: 13 }, (_, n) => [`f${n}/a.yaml`, endpoints('a', '10.0.0.1')]),
    );
    const { out } = having(files).run('check', '--severity=missing-service=off');
    assert.equal(out.match(/^ {2}f\d+\/ {2}1 file$/gm)?.length, 10);
    assert.match(out, /^ {2}… and 3 files in 3 more folders \(--all shows them\)$/m);
  });

  it('advertises the rule of the worst finding, not of the first', () => {
    const files = { 'a.yaml': endpoints('a', '10.0.0.1', '10.0.0.1'), 'b.yaml': endpoints('b', '127.0.0.1') };
    const { run } = having(files);
    assert.match(run('check').out, /\nRun "endpoints explain loopback-ip" for more\.\n$/);
    assert.match(run('check', 'a.yaml', '--severity=missing-service=off').out, /explain duplicate-address"/);
    assert.doesNotMatch(run('check', '--severity', '*=info').out, /endpoints explain/);
  });

  it('is the same of merged shards', () => {
    const { run } = having({
      'a.yaml': endpoints('a', ...loops),
      'b.yaml': endpoints('b', ...loops),
      'values.yaml': 'a: 1\n',
    });
    for (const index of [1, 2]) run('check', '--shard', `${index}/2`, '-f', 'json', '-o', `out${index}.report`);
    for (const more of [[], ['--all']])
      assert.equal(run('merge', 'out1.report', 'out2.report', ...more).out, run('check', ...more).out);
  });

  it('counts the manifests, also of other kinds, and kustomizations', () => {
    const files = {
      'k8s/endpoints.yaml': endpoints('db', '10.0.0.1'),
      'k8s/service.yaml': service,
      'k8s/config.json': '{"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "a"}}',
      'k8s/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [endpoints.yaml, service.yaml]\n',
      'endpoints.config.yaml': 'baseline: known.json\n',
      'known.json': '{"version": 1, "findings": {}}',
      'k8s/plain/kustomization.yaml': 'resources: []\n',
      'values.yaml': '# kind: Endpoints\n# apiVersion: v1\nkind: a\n',
      'Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
      'package.json': '{"name": "a"}',
      'app/Pulumi.yaml': 'name: a\nruntime: yaml\nresources:\n  a:\n    type: kubernetes:core/v1:Namespace\n',
      'flux/kustomization.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec: {path: ./k8s}\n',
    };
    const { run } = having(files);
    assert.match(run('check', quiet).out, /^No problems in 2 resources in 7 files\.$/m);
    const report = JSON.parse(run('check', '-f', 'json').out) as { files: number; read: number };
    assert.deepEqual([report.files, report.read], [7, 11]);
    assert.match(
      run('check', 'values.yaml', 'package.json').out,
      /^No Endpoints found in 2 files; nothing to check\.$/m,
    );
    const one = JSON.parse(run('check', '-f', 'json', 'k8s/service.yaml').out) as { read?: number };
    assert.equal(one.read, undefined);
  });

  it('counts a file with a finding, whatever is in it', () => {
    const { out } = having({ 'a.yaml': 'kind: Endpoints\nmetadata: {name: a}\nsubsets: []\n' }).run('check', quiet);
    assert.match(out, / in 1 file\.$/m);
  });
});
