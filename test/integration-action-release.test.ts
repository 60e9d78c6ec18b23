/** The action for GitHub from a release: it downloads the package once, compares its checksum, and says why it cannot. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAction, runSteps, type ActionRun } from './support/action.ts';
import { serveFiles, type FileServer } from './support/file-server.ts';
import { packInto } from './support/npm-package.ts';
import { folderOf, succeed } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { root } from './support/root.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 127.0.0.1}]\n';
const repository = 'acme/endpoints';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const archive = `endpoints-language-server-${version}.tgz`;

describe('the action for GitHub, from a release', () => {
  const make = temporary(folderOf);
  let served = '';
  let release = '';
  let server: FileServer;
  const requests = (): readonly string[] => readFileSync(join(served, 'log'), 'utf8').split('\n').slice(0, -1);
  const writeSums = (text: string): void => writeFileSync(join(release, 'SHA256SUMS'), text);
  const run = (ref: string, inputs = {}, path?: string): ActionRun & { readonly folder: string } =>
    runAction(make, { 'a.yaml': bad }, inputs, {
      origin: { repository, ref, server: server.url },
      ...(path === undefined ? {} : { path }),
    });

  before(async () => {
    served = mkdtempSync(join(tmpdir(), 'endpoints-releases-'));
    release = join(served, repository, 'releases/download', `v${version}`);
    mkdirSync(release, { recursive: true });
    packInto(release);
    server = await serveFiles(served, join(served, 'log'));
  });
  after(async () => {
    await server.close();
    rmSync(served, { recursive: true });
  });
  beforeEach(() => {
    writeFileSync(join(served, 'log'), '');
    const sum = createHash('sha256')
      .update(readFileSync(join(release, archive)))
      .digest('hex');
    writeSums(`${'0'.repeat(64)}  endpoints-${version}.vsix\n${sum}  ${archive}\n`);
  });

  for (const ref of [`v${version}`, 'v0', '0123456789abcdef0123456789abcdef01234567'])
    it(`downloads the package of its version for the ref ${ref}`, () => {
      const { code, out, err, outputs } = run(ref);
      assert.deepEqual([code, err, outputs], [1, '', { 'exit-code': '1' }]);
      assert.match(out, /^::error .*file=a\.yaml/m);
      const place = `/${repository}/releases/download/v${version}`;
      assert.deepEqual(requests(), [`${place}/SHA256SUMS`, `${place}/${archive}`]);
    });

  it('downloads once a job, and reads programs with the grammars of the package', () => {
    const { folder } = run(`v${version}`);
    const before = requests().length;
    const program = [
      'import pulumi_kubernetes as k8s',
      'k8s.core.v1.Endpoints("db", metadata={"name": "db"}, subsets=[{"addresses": [{"ip": "127.0.0.1"}]}])',
    ];
    writeFileSync(join(folder, 'Pulumi.yaml'), 'name: a\nruntime: python\n');
    writeFileSync(join(folder, '__main__.py'), `${program.join('\n')}\n`);
    const again = runSteps(folder, {}, { repository, ref: `v${version}`, server: server.url });
    assert.match(again.out, /^::error .*file=__main__\.py,line=2/m);
    assert.deepEqual([again.err, requests().length], ['', before]);
  });

  it('refuses a package that the release does not list, or that has other bytes, and keeps nothing of it', () => {
    for (const [sums, reason] of [
      [
        `${'0'.repeat(64)}  ${archive}\n`,
        new RegExp(`^endpoints: ${archive} has the SHA-256 [0-9a-f]{64} instead of 0{64}\\.`),
      ],
      [`${'0'.repeat(64)}  x${archive}\n`, /^endpoints: SHA256SUMS of the release has no line for /],
    ] as const) {
      writeSums(sums);
      const { code, err, outputs, folder } = run(`v${version}`);
      assert.match(err, reason);
      assert.deepEqual([code, outputs], [2, {}]);
      assert.equal(runSteps(folder, {}, { repository, ref: `v${version}`, server: server.url }).code, 2);
    }
  });

  it('says what to do where there is no release', () => {
    const branch = run('main');
    assert.match(
      branch.err,
      /^endpoints: "main" of acme\/endpoints is a branch without a release\. Use a tag such as v/,
    );
    assert.deepEqual([branch.code, requests()], [2, []]);
    rmSync(join(release, 'SHA256SUMS'));
    const missing = run(`v${version}`);
    assert.match(
      missing.err,
      /^endpoints: Cannot download \S+\/SHA256SUMS: curl: \(22\) .*404.*\. Check that this version has a release, or set the input "command"/,
    );
    assert.equal(missing.code, 2);
    const local = runAction(make, { 'a.yaml': bad }, {}, { origin: { repository: '', ref: '', server: server.url } });
    assert.match(local.err, /^endpoints: The checkout of the action is not built\. Run "npm ci" and "npm run build"/);
    assert.equal(local.code, 2);
  });

  for (const [missing, reason] of [
    ['node', /^endpoints: The runner has no Node\. Add the step actions\/setup-node/],
    ['curl', /^endpoints: Cannot download \S+: "curl" is missing\. Install it on the runner/],
    ['tar', /^endpoints: Cannot unpack \S+: "tar" is missing\. Install it on the runner/],
  ] as const)
    it(`names ${missing} if the runner lacks it`, () => {
      const programs = ['bash', 'sed', 'node', 'curl', 'tar'].filter((name) => name !== missing);
      const { path } = make({ 'bin/empty': '' });
      for (const name of programs)
        symlinkSync(succeed('bash', ['-c', `type -P ${name}`], path).trim(), join(path, 'bin', name));
      const { code, err } = run(`v${version}`, {}, join(path, 'bin'));
      assert.match(err, reason);
      assert.equal(code, 2);
    });

  it('runs another command without a release', () => {
    const { code, err } = run('main', { command: 'endpoints' });
    assert.deepEqual([code, err, requests()], [1, '', []]);
  });
});
