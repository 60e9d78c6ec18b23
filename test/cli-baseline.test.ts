/** Baselines: what stands in one does not count, what is new does, and what is gone is named so that the file shrinks. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type Folder, type Outcome } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const endpoints = (name: string, ...addresses: readonly string[]): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n  - addresses:\n${addresses.map((ip) => `      - ip: ${ip}\n`).join('')}    ports:\n      - port: 80\n`;

interface Written {
  readonly version: number;
  readonly findings: Readonly<Record<string, readonly { readonly code: string; readonly message: string }[]>>;
}

describe('endpoints check --baseline', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;
  const having = (files: Readonly<Record<string, string>>): Folder => (folder = make(files));
  const path = (name: string): string => join(folder?.path ?? '', name);
  const write = (name: string, text: string): void => writeFileSync(path(name), text);
  const text = (name = 'endpoints-baseline.json'): string => readFileSync(path(name), 'utf8');
  const written = (name?: string): Written => JSON.parse(text(name)) as Written;
  const run = (...args: readonly string[]): Outcome => {
    assert.ok(folder);
    return folder.run('check', '--severity', 'deprecated-endpoints=off', ...args);
  };
  const known = (...args: readonly string[]): Outcome => run('--baseline', 'endpoints-baseline.json', ...args);
  /** The places of what counts, in JSON. */
  const places = ({ out }: Outcome): readonly string[] => {
    const { diagnostics } = JSON.parse(out) as {
      readonly diagnostics: readonly { readonly file: string; readonly code: string }[];
    };
    return diagnostics.map(({ file, code }) => `${file} ${code}`);
  };

  it('writes what was found and succeeds, and then lets it pass', () => {
    having({ 'k8s/a.yaml': endpoints('a', '127.0.0.1'), 'k8s/b.yaml': endpoints('b', '10.0.0.1') });
    assert.equal(run().code, 1);
    const wrote = run('--write-baseline');
    assert.equal(wrote.code, 0);
    assert.equal(wrote.err, 'endpoints: Wrote endpoints-baseline.json: 1 finding in 1 file.\n');
    const { version, findings } = written();
    assert.equal(version, 1);
    assert.deepEqual(Object.keys(findings), ['k8s/a.yaml']);
    assert.deepEqual(Object.keys(findings['k8s/a.yaml']?.[0] ?? {}), ['code', 'fingerprint', 'message']);
    assert.match(
      text(),
      /^\{\n {2}"version": 1,\n {2}"findings": \{\n {4}"k8s\/a\.yaml": \[\n {6}\{ "code": "loopback-ip", .* \}\n {4}\]\n {2}\}\n\}\n$/,
    );
    const { code, err, out } = known();
    assert.equal(code, 0);
    assert.equal(err, '');
    assert.match(out, /in 2 files/);
  });

  it('knows what a file has once, also after a new object before it', () => {
    having({ 'a.yaml': endpoints('a', '10.0.0.1') });
    const args = ['check', '--severity', 'deprecated-endpoints=warning', '--max-warnings', '0'];
    folder?.run(...args, '--write-baseline');
    write('a.yaml', `${endpoints('new', '10.0.0.2')}---\n${endpoints('a', '10.0.0.1')}`);
    const again = folder?.run(...args, '--baseline', 'endpoints-baseline.json');
    assert.deepEqual([again?.code, again?.err], [0, '']);
  });

  it('fails for what is new, and counts new warnings only', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1', '10.0.0.1', '10.0.0.1') });
    run('--write-baseline', '--max-warnings', '0');
    assert.equal(known('--max-warnings', '0').code, 0);
    write('b.yaml', endpoints('b', '127.0.0.1'));
    const done = known('--format', 'json');
    assert.equal(done.code, 1);
    assert.deepEqual(places(done), ['b.yaml loopback-ip']);
    write('a.yaml', endpoints('a', '127.0.0.1', '169.254.0.1'));
    assert.deepEqual(places(known('--format', 'json', 'a.yaml')), ['a.yaml link-local-ip']);
  });

  it('knows findings again whose lines have moved', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1') });
    run('--write-baseline');
    const before = text();
    write('a.yaml', `# A comment.\n\n${endpoints('b', '10.0.0.1')}---\n${endpoints('a', '10.0.0.7', '127.0.0.1')}`);
    const { code, err } = known();
    assert.equal(err, '');
    assert.equal(code, 0);
    assert.equal(
      run('--write-baseline').err,
      'endpoints: endpoints-baseline.json is unchanged: 1 finding in 1 file.\n',
    );
    assert.equal(text(), before);
  });

  it('names what is gone, and forgets it when it is written again', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1', '169.254.0.1'), 'b.yaml': endpoints('b', '127.0.0.1') });
    run('--write-baseline');
    write('a.yaml', endpoints('a', '169.254.0.1'));
    rmSync(path('b.yaml'));
    const { code, err } = known();
    assert.equal(code, 0);
    const [head, first, second, tail, end] = err.split('\n');
    assert.equal(head, 'endpoints: 2 findings in the baseline no longer occur:');
    assert.match(first ?? '', /^ {2}a\.yaml {2}loopback-ip {2}127\.0\.0\.1 is a loopback address/);
    assert.match(second ?? '', /^ {2}b\.yaml {2}loopback-ip {2}/);
    assert.equal(tail, '  To remove them from endpoints-baseline.json, run this with --write-baseline.');
    assert.equal(end, '');
    assert.equal(known('--quiet').err, '');
    run('--write-baseline');
    assert.deepEqual(Object.keys(written().findings), ['a.yaml']);
    assert.equal(known().err, '');
    write('a.yaml', endpoints('a', '10.0.0.1'));
    run('--write-baseline');
    assert.equal(text(), '{\n  "version": 1,\n  "findings": {}\n}\n');
  });

  it('names ten of many that are gone', () => {
    const wrong = Array.from({ length: 13 }, (_, i) => `127.0.0.${i + 1}`);
    having({ 'a.yaml': endpoints('a', ...wrong) });
    run('--write-baseline');
    write('a.yaml', endpoints('a', '127.0.0.1'));
    const { err } = known();
    assert.equal(err.split('\n').length, 14);
    assert.match(err, /^endpoints: 12 findings [^]*\n {2}… and 2 more\n/);
  });

  it('leaves alone what a run did not look into', () => {
    having({
      'a/a.yaml': endpoints('a', '127.0.0.1'),
      'b/b.yaml': endpoints('b', '127.0.0.1'),
      'c/c.yaml': endpoints('c', '127.0.0.1'),
    });
    run('--write-baseline');
    write('a/a.yaml', endpoints('a', '10.0.0.1'));
    const part = known('b');
    assert.equal(part.code, 0);
    assert.equal(part.err, '');
    write('b/b.yaml', endpoints('b', '10.0.0.1'));
    rmSync(path('c/c.yaml'));
    assert.match(known('b').err, /^endpoints: 2 findings [^]* b\/b\.yaml [^]* c\/c\.yaml /);
    run('b', '--baseline', 'endpoints-baseline.json', '--write-baseline');
    assert.deepEqual(Object.keys(written().findings), ['a/a.yaml']);
  });

  it('keeps what several files decide where a run reads only some', () => {
    having({
      'a.yaml': endpoints('a', '127.0.0.1', '169.254.0.1'),
      'b.yaml': endpoints('b', '127.0.0.1'),
      'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: c}\nspec: {ports: [{port: 80}]}\n',
    });
    run('--write-baseline');
    const codes = (): readonly string[] => (written().findings['a.yaml'] ?? []).map(({ code }) => code);
    assert.deepEqual(codes(), ['link-local-ip', 'loopback-ip', 'missing-service']);
    write('a.yaml', endpoints('a', '127.0.0.1'));
    const { err, code } = known('a.yaml');
    assert.equal(code, 0);
    assert.match(err, /^endpoints: 1 finding in the baseline no longer occurs:\n {2}a\.yaml {2}link-local-ip /);
    run('--write-baseline', 'a.yaml');
    assert.deepEqual(codes(), ['loopback-ip', 'missing-service']);
    assert.deepEqual([known().code, known().err], [0, '']);
    write('service.yaml', 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}\n');
    assert.match(known().err, /a\.yaml {2}missing-service/);
    write('endpoints.config.yaml', 'exclude: [b.yaml]\n');
    assert.match(known().err, /a\.yaml {2}missing-service/, 'what is excluded does not make a part of the whole');
    run('--write-baseline');
    assert.deepEqual(codes(), ['loopback-ip']);
  });

  it('means the same from every folder', () => {
    const { path: root, runWith } = having({ 'k8s/a.yaml': endpoints('a', '127.0.0.1'), 'ci/x.txt': '' });
    run('--baseline', 'ci/known.json', '--write-baseline');
    assert.deepEqual(Object.keys(written('ci/known.json').findings), ['../k8s/a.yaml']);
    assert.equal(run('--baseline', 'ci/known.json', root).code, 0);
    assert.equal(runWith('', 'check', '--baseline', join(root, 'ci/known.json'), join(root, 'k8s')).code, 0);
  });

  it('keeps the findings of standard input under a name of its own', () => {
    const { runWith } = having({});
    const wrong = endpoints('a', '127.0.0.1');
    const args = ['check', '-', '--baseline', 'known.json'];
    assert.equal(runWith(wrong, ...args, '--write-baseline').code, 0);
    assert.ok(Object.keys(written('known.json').findings).includes('<stdin>'));
    assert.equal(runWith(wrong, ...args).code, 0);
    assert.equal(runWith(endpoints('a', '127.0.0.2'), ...args).code, 1);
    assert.equal(run('--baseline', 'known.json').err, '');
  });

  it('holds findings of every level, whatever is reported', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1') });
    folder?.run('check', '--quiet', '--write-baseline');
    const codes = written().findings['a.yaml']?.map(({ code }) => code);
    assert.deepEqual(codes, ['deprecated-endpoints', 'loopback-ip']);
  });

  it('holds what remains after fixes', () => {
    having({ 'a.yaml': `${endpoints('a', '127.0.0.1')}    ports:\n      - port: "80"\n` });
    const before = run('--format', 'json');
    assert.ok(places(before).length > 1, before.out);
    assert.equal(run('--fix', '--write-baseline').code, 0);
    assert.equal(known().err, '');
    assert.equal(known().code, 0);
    assert.ok(written().findings['a.yaml']?.some(({ code }) => code === 'loopback-ip'));
  });

  it('says of what it accepts that the baseline has it', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1') });
    run('--write-baseline');
    const { out } = known('--format', 'json');
    const { diagnostics, accepted } = JSON.parse(out) as {
      readonly diagnostics: readonly unknown[];
      readonly accepted?: readonly { readonly code: string; readonly by?: string }[];
    };
    assert.deepEqual(diagnostics, []);
    assert.match(JSON.stringify(accepted), /loopback-ip/);
    assert.match(JSON.stringify(accepted), /baseline/);
  });

  it('is not read as a manifest, and keeps its permissions', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1') });
    run('--write-baseline');
    const { files } = JSON.parse(known('--format', 'json').out) as { readonly files: number };
    assert.equal(files, 1);
    const { mode } = statSync(path('endpoints-baseline.json'));
    write('b.yaml', endpoints('b', '127.0.0.1'));
    run('--write-baseline');
    assert.equal(statSync(path('endpoints-baseline.json')).mode, mode);
    assert.ok(!existsSync(path('.endpoints-baseline.json')));
  });

  it('is named by the settings, too', () => {
    having({
      'endpoints.config.yaml': 'baseline: ci/known.json\n',
      'ci/x.txt': '',
      'k8s/a.yaml': endpoints('a', '127.0.0.1'),
    });
    assert.match(run().err, /The baseline ci\/known\.json does not exist\. Create it with --write-baseline/);
    assert.equal(run('--write-baseline', '--baseline', 'ci/known.json').code, 0);
    assert.equal(run().code, 0);
    assert.deepEqual(Object.keys(written('ci/known.json').findings), ['../k8s/a.yaml']);
  });

  it('is written only where an option says, or in the working directory under its usual name', () => {
    for (const name of ['ci/known.json', '../known.json', '/tmp/known.json']) {
      having({ 'endpoints.config.yaml': `baseline: ${name}\n`, 'a.yaml': endpoints('a', '127.0.0.1'), 'ci/x.txt': '' });
      const before = readdirSync(path('.'), { recursive: true });
      const { code, err } = run('--write-baseline');
      assert.equal(code, 2);
      assert.match(err, /^endpoints: --write-baseline writes endpoints-baseline\.json here, but the settings name /);
      assert.ok(err.endsWith('known.json --write-baseline.\n'), err);
      assert.deepEqual(readdirSync(path('.'), { recursive: true }), before);
    }
    having({ 'endpoints.config.yaml': 'baseline: endpoints-baseline.json\n', 'a.yaml': endpoints('a', '127.0.0.1') });
    assert.equal(run('--write-baseline').code, 0);
    assert.deepEqual(Object.keys(written().findings), ['a.yaml']);
  });

  it('knows what is rendered by the names of its sources', () => {
    const { runWith } = having({});
    const section = (name: string, ip: string): string =>
      `---\n# Source: db/templates/${name}.yaml\n${endpoints(name, ip)}`;
    const args = ['check', '-', '--severity', 'deprecated-endpoints=off', '--baseline', 'known.json'];
    runWith(section('a', '127.0.0.1') + section('b', '127.0.0.1'), ...args, '--write-baseline');
    assert.deepEqual(Object.keys(written('known.json').findings), ['db/templates/a.yaml', 'db/templates/b.yaml']);
    const { code, err } = runWith(section('a', '127.0.0.1'), ...args);
    assert.equal(code, 0);
    assert.match(err, /1 finding in the baseline no longer occurs:\n {2}db\/templates\/b\.yaml /);
  });

  it('lets each shard pass what is known, and names in none what another looked into', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1'), 'b.yaml': endpoints('b', '127.0.0.1') });
    run('--write-baseline');
    write('c.yaml', endpoints('c', '127.0.0.1'));
    write('b.yaml', endpoints('b', '10.0.0.1'));
    const shards = ['1/3', '2/3', '3/3'].map((shard) => known('--shard', shard));
    assert.deepEqual(
      shards.map(({ code }) => code),
      [0, 0, 1],
    );
    assert.deepEqual(
      shards.map(({ err }) => err.includes(' b.yaml ')),
      [false, true, false],
    );
  });

  it('drops what it knows of rules that are unknown', () => {
    having({ 'a.yaml': endpoints('a', '127.0.0.1') });
    const finding = { code: 'no-such-rule', fingerprint: '1', message: 'From another version.' };
    write('known.json', JSON.stringify({ version: 1, findings: { 'a.yaml': [finding] } }));
    const { code, err } = run('--baseline', 'known.json');
    assert.equal(code, 1);
    assert.match(
      err,
      /1 finding in the baseline no longer occurs:\n {2}a\.yaml {2}no-such-rule {2}From another version\.\n/,
    );
  });
});
