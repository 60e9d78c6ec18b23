/** The command line as a person and a CI system meet it: a process with arguments, streams and an exit code. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../server/src/rules/rules.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  namespace: shop\n';
const good = `${head}subsets:\n- addresses:\n  - ip: 10.0.0.1\n`;
const bad = `${head}subsets:\n- addresses:\n  - ip: 127.0.0.1\n  ports:\n  - port: 80\n    protocol: tcp\n`;
const warned = `${head}subsets:\n- addresses:\n  - ip: 10.0.0.1\n  - ip: 10.0.0.1\n`;

describe('endpoints', () => {
  const having = temporary(folderOf);

  it('shows how it is used', () => {
    const { run } = having({});
    for (const args of [['--help'], ['-h'], ['help'], []])
      assert.match(run(...args).out, /^endpoints: checks hand-written Kubernetes Endpoints/);
    for (const command of ['check', 'explain', 'rules']) {
      const { out, code } = run(command, '--help');
      assert.equal(code, 0);
      assert.match(out, new RegExp(`^Usage: endpoints ${command}`));
      assert.ok(out.split('\n').every((line) => line.length <= 100));
    }
    assert.match(run('--version').out, /^\d+\.\d+\.\d+\n$/);
  });

  it('reports findings with a frame, a summary and exit code 1', () => {
    const { out, err, code } = having({ 'a.yaml': bad }).run('check');
    assert.equal(code, 1);
    assert.equal(err, '');
    assert.match(
      out,
      /^a\.yaml:8:9 {2}error\[loopback-ip\] {2}127\.0\.0\.1 is a loopback address.*\n {2}8 \| {3}- ip: 127\.0\.0\.1\n {4}\| {9}\^{9} rejected by the API server\n/m,
    );
    assert.match(out, /2 errors and 1 hint in 1 resource in 1 file\./);
    assert.match(out, /^1 finding has a safe fix\. Apply it with --fix\.$/m);
  });

  it('lets no control character of a text through to the terminal', () => {
    const { out } = having({ 'a.yaml': `${head}  labels: {a: "\\e[31mred", "\\u009bk": v}\n` }).run('check');
    assert.match(out, /The label value "\uFFFD\[31mred"/);
    assert.ok(!out.includes('\u001b') && !out.includes('\u009b'), JSON.stringify(out));
  });

  it('says once, and last, what is for information only', () => {
    const { out } = having({ 'a.yaml': bad, 'b.yaml': good }).run('check');
    const lines = out.split('\n');
    const at = lines.findIndex((line) =>
      line.startsWith('a.yaml:2:7  hint[deprecated-endpoints]  Endpoints are deprecated'),
    );
    assert.ok(at > lines.findIndex((line) => line.includes('error[unknown-protocol]')));
    assert.equal(lines[at + 1], '  … and 1 more like it');
    assert.equal(out.split('deprecated-endpoints').length, 2);
  });

  it('is content with what the server accepts', () => {
    const { out, code } = having({ 'a.yaml': good }).run('check', '--severity', 'deprecated-endpoints=off');
    assert.deepEqual([out, code], ['No problems in 1 resource in 1 file.\n', 0]);
  });

  it('says so where there is no manifest, with exit code 0', () => {
    const { out, code } = having({ 'b.yaml': 'kind: Deployment\n' }).run('check');
    assert.deepEqual([out, code], ['No Endpoints found in 1 file; nothing to check.\n', 0]);
    assert.deepEqual(having({ 'c.txt': '' }).run('check').out, 'No Endpoints found in 0 files; nothing to check.\n');
  });

  it('prints one JSON object of the documented shape', () => {
    const text = `${head}  labels: {"a.b/c": "-x"}\nsubsets:\n- addresses: [{}]\n  ports:\n  - port: 80\n    protocol: tcp\n`;
    const quiet = '--severity=deprecated-endpoints=off';
    const { out, err, code } = having({ 'dir/a.yaml': text }).run('check', '--format=json', quiet, 'dir');
    assert.deepEqual([err, code], ['', 1]);
    const resource = { kind: 'Endpoints', namespace: 'shop', name: 'db' };
    const report = JSON.parse(out) as { diagnostics: { message: string; fingerprint: string }[] };
    assert.ok(report.diagnostics.every(({ message }) => message.endsWith('.')));
    assert.ok(report.diagnostics.every(({ fingerprint }) => /^[0-9a-f]{32}$/.test(fingerprint)));
    const known = report.diagnostics.map(({ message: _message, fingerprint: _fingerprint, ...rest }) => rest);
    assert.deepEqual(
      { ...report, diagnostics: known },
      {
        version: 1,
        files: 1,
        resources: 1,
        placeholders: 0,
        diagnostics: [
          {
            file: 'dir/a.yaml',
            code: 'malformed-label-value',
            severity: 'error',
            enforcedBy: 'server',
            resource,
            path: 'metadata.labels["a.b/c"]',
            range: { start: { line: 6, column: 21 }, end: { line: 6, column: 25 } },
            excerpt: { before: '  labels: {"a.b/c": ', marked: '"-x"', after: '}' },
            related: [],
            fix: null,
          },
          {
            file: 'dir/a.yaml',
            code: 'missing-field',
            severity: 'error',
            enforcedBy: 'server',
            resource,
            path: 'subsets[0].addresses[0].ip',
            range: { start: { line: 8, column: 15 }, end: { line: 8, column: 17 } },
            excerpt: { before: '- addresses: [', marked: '{}', after: ']' },
            related: [],
            fix: null,
          },
          {
            file: 'dir/a.yaml',
            code: 'unknown-protocol',
            severity: 'error',
            enforcedBy: 'server',
            resource,
            path: 'subsets[0].ports[0].protocol',
            range: { start: { line: 11, column: 15 }, end: { line: 11, column: 18 } },
            excerpt: { before: '    protocol: ', marked: 'tcp', after: '' },
            related: [],
            fix: 'safe',
          },
        ],
        accepted: [],
        checkedFiles: [{ file: 'dir/a.yaml', resources: 1, placeholders: 0, fixed: 0 }],
        skipped: [],
        problems: [],
      },
    );
  });

  it('gives columns in UTF-16, and null where there is no resource, path or fix', () => {
    const { out } = having({}).runWith(
      'apiVersion: v1\nkind: Endpoints\nmetadata: {name: "😀", x\n',
      'check',
      '-',
      '--format',
      'json',
    );
    const { diagnostics } = JSON.parse(out) as { diagnostics: Record<string, unknown>[] };
    const syntax = diagnostics.find(({ code }) => code === 'syntax-error');
    assert.deepEqual([syntax?.['file'], syntax?.['path'], syntax?.['fix']], ['<stdin>', null, null]);
    const name = diagnostics.find(({ code }) => code === 'malformed-name');
    assert.deepEqual(name?.['range'], { start: { line: 3, column: 18 }, end: { line: 3, column: 22 } });
  });

  it('reads standard input, and JSON lines', () => {
    const lines = ['a', 'B']
      .map((name) => JSON.stringify({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name } }))
      .join('\n');
    const { out, code } = having({}).runWith(lines, 'check', '-', '--format', 'json', '--quiet');
    const { diagnostics, resources } = JSON.parse(out) as {
      diagnostics: { code: string; range: unknown }[];
      resources: number;
    };
    assert.equal(resources, 2);
    assert.deepEqual(
      diagnostics.map((one) => [one.code, one.range]),
      [['malformed-name', { start: { line: 2, column: 58 }, end: { line: 2, column: 61 } }]],
    );
    assert.equal(code, 1);
  });

  it('honours .gitignore in directories, and what the command line names all the same', () => {
    const { run } = having({
      '.git/HEAD': '',
      '.gitignore': 'out/\n*.gen.yaml\n',
      'out/a.yaml': bad,
      'x.gen.yaml': bad,
      'k/.gitignore': '!keep.gen.yaml\n',
      'k/keep.gen.yaml': bad,
      'node_modules/a.yaml': bad,
    });
    assert.deepEqual(filesOf(run('check', '--format', 'json').out), ['k/keep.gen.yaml']);
    assert.deepEqual(filesOf(run('check', '--format', 'json', 'k').out), ['k/keep.gen.yaml']);
    assert.deepEqual(filesOf(run('check', '--format', 'json', 'out/a.yaml', 'x.gen.yaml').out), [
      'out/a.yaml',
      'x.gen.yaml',
    ]);
  });

  it('names files as the command line does: relative or absolute', () => {
    const { run, path } = having({ 'a/one.yaml': bad });
    assert.deepEqual(filesOf(run('check', '--format', 'json', './a').out), ['a/one.yaml']);
    assert.deepEqual(filesOf(run('check', '--format', 'json', join(path, 'a')).out), [`${path}/a/one.yaml`]);
  });

  it('expands globs', () => {
    const { run } = having({ 'a/one.yaml': bad, 'a/b/two.yaml': bad, 'a/three.txt': bad });
    assert.deepEqual(filesOf(run('check', '--format', 'json', 'a/**/*.yaml').out), ['a/b/two.yaml', 'a/one.yaml']);
    const none = run('check', 'a/*.yml');
    assert.deepEqual([none.code, none.err], [2, 'endpoints: No file matches a/*.yml. Check the pattern.\n']);
  });

  it('fixes what is safe, keeps everything else as it is, and reports what remains', () => {
    const text = `\uFEFF# kept é\r\n${bad.replaceAll('\n', '\r\n')}    # kept too\r\n`;
    const { run, path } = having({ 'a.yaml': text });
    const { out, code } = run('check', '--fix', '--quiet');
    assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), text.replace('tcp', 'TCP'));
    assert.match(out, /Fixed 1 problem\. 1 error in 1 resource in 1 file\./);
    assert.equal(code, 1);
    assert.doesNotMatch(run('check', '--fix', '--quiet').out, /Fixed/);
  });

  it('counts warnings against --max-warnings', () => {
    const { run } = having({ 'a.yaml': warned });
    assert.equal(run('check').code, 0);
    assert.equal(run('check', '--max-warnings', '1').code, 0);
    assert.equal(run('check', '--max-warnings', '0').code, 1);
    const { out, err } = run('check', '--max-warnings', '0', '--quiet');
    assert.match(`${out}${err}`, /^endpoints: There is 1 warning; the limit is 0\. Remove --quiet to see them\.\n$/);
  });

  it('follows the Kubernetes version', () => {
    const { run } = having({ 'a.yaml': good.replace('10.0.0.1', '::ffff:10.0.0.1') });
    assert.equal(run('check', '--kubernetes-version', '1.35').code, 0);
    assert.equal(run('check', '--kubernetes-version', 'v1.36.2').code, 1);
    assert.equal(run('check', '--kubernetes-version', '1.99').code, 1);
  });

  it('takes settings from the file here or above, and the command line before it', () => {
    const { run } = having({
      'endpoints.config.yaml': 'severity:\n  loopback-ip: warning\n  unknown-protocol: off\n',
      'k/a.yaml': bad,
    });
    assert.deepEqual(severitiesOf(run('check', '--format', 'json').out), {
      'deprecated-endpoints': 'hint',
      'loopback-ip': 'warning',
    });
    assert.deepEqual(
      severitiesOf(run('check', '--format', 'json', '--severity', 'loopback-ip=error').out)['loopback-ip'],
      'error',
    );
    const json = having({ 'endpoints.config.json': '{"kubernetesVersion": "1.30"}', 'a.yaml': bad });
    assert.equal(severitiesOf(json.run('check', '--format', 'json').out)['deprecated-endpoints'], undefined);
  });

  it('checks a kustomize patch as part of an object', () => {
    const patch = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels: {a: b}\n';
    const { run } = having({
      'overlay/kustomization.yaml': 'patches:\n- path: p.yaml\n',
      'overlay/p.yaml': patch,
      'q.yaml': patch,
    });
    // kustomize asks for the name, and the API server asks for it in an object.
    assert.deepEqual(filesOf(run('check', '--format', 'json', '--quiet').out), ['overlay/p.yaml', 'q.yaml']);
    const others = ['--severity', 'rejected-kustomization=off'];
    assert.deepEqual(filesOf(run('check', '--format', 'json', '--quiet', ...others).out), ['q.yaml']);
  });

  it('explains every rule, and lists them all', () => {
    const { run } = having({});
    assert.match(
      run('explain', 'loopback-ip').out,
      /^# loopback-ip\n\nAn endpoint address must not be a loopback address\.\n/,
    );
    const { out } = run('rules');
    assert.deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
      rules.map(({ code }) => code),
    );
    for (const { code } of rules) assert.ok(run.length === 0 && out.includes(code));
  });

  it('checks the examples: nothing that a server refuses but in the file of mistakes, the outages and the programs', () => {
    const { out } = having({}).run('check', '--format', 'json', join(root, 'examples'));
    const { diagnostics, resources } = JSON.parse(out) as {
      diagnostics: { file: string; enforcedBy: string }[];
      resources: number;
    };
    const refused = diagnostics.filter(({ enforcedBy }) => enforcedBy === 'server').map(({ file }) => file);
    assert.ok(refused.length >= 10);
    assert.ok(refused.every((file) => /mistakes\.yaml$|\/outages\/|\/programs\//.test(file)));
    assert.ok(resources >= 11);
  });

  it('survives a file that cannot be opened, and reports the others', () => {
    const { run, path } = having({ 'a.yaml': bad });
    symlinkSync(join(path, 'nowhere.yaml'), join(path, 'dangling.yaml'));
    const { out, err, code } = run('check', 'a.yaml', 'dangling.yaml', '--format', 'json');
    assert.equal(code, 2);
    assert.match(err, /^endpoints: dangling\.yaml does not exist\. Check the path\.\n$/);
    assert.deepEqual(filesOf(out), ['a.yaml']);
  });
});

function filesOf(out: string): string[] {
  const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string }[] };
  return [...new Set(diagnostics.map(({ file }) => file))];
}

function severitiesOf(out: string): Record<string, string> {
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; severity: string }[] };
  return Object.fromEntries(diagnostics.map(({ code, severity }) => [code, severity]));
}
