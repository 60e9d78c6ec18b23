/** What docs/security.md says of the command line: it opens no socket (cli-show-watch.test.ts has the exception), starts no program but git, and writes what it is told to. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reporterNames } from '../server/src/reports/reporters.ts';
import { cliPath, ran } from './support/process.ts';
import { root } from './support/root.ts';
import { changesBetween, guard, sandboxOf, type Sandbox } from './support/sandbox.ts';

const examples = join(root, 'examples');

describe('the guard of these tests', () => {
  const forbidden: Readonly<Record<string, string>> = {
    'a request': 'fetch("http://127.0.0.1:1").catch(() => {})',
    'a socket': 'try { (await import("node:net")).connect(1) } catch {}',
    'a socket of its own': 'new (await import("node:net")).Socket().connect(1)',
    'a server': '(await import("node:http")).createServer()',
    'a secure socket': '(await import("node:tls")).connect(1)',
    'a datagram': '(await import("node:dgram")).createSocket("udp4")',
    'a name': '(await import("node:dns")).lookup("localhost", () => {})',
    'a web socket': 'new WebSocket("ws://127.0.0.1:1")',
    'a program': '(await import("node:child_process")).spawnSync("ls", [])',
    'a shell': '(await import("node:child_process")).execSync("git --version")',
    'git in a shell': '(await import("node:child_process")).spawnSync("git", [], { shell: true })',
    'a thread': 'new (await import("node:worker_threads")).Worker("", { eval: true })',
    'native code': 'process.dlopen({ exports: {} }, "none.node")',
    'a script': '(await import("node:vm")).runInThisContext("1")',
    'another script': 'new (await import("node:vm")).Script("1", { filename: "chunk-A.cjs" })',
    'a text as code': 'globalThis.eval("1")',
    'another text as code': 'new Function("1")()',
  };
  for (const [what, code] of Object.entries(forbidden)) {
    it(`ends a program that asks for ${what}`, () => {
      const { code: exitCode, err } = ran(process.execPath, [...guard, '--input-type=module', '--eval', code], root);
      assert.match(err, /^guard: \S+ was called\.\n/);
      assert.equal(exitCode, 97);
    });
  }

  it('lets git run', () => {
    const source = 'process.stdout.write((await import("node:child_process")).spawnSync("git", ["--version"]).stdout)';
    const { out, code } = ran(process.execPath, [...guard, '--input-type=module', '--eval', source], root);
    assert.match(out, /^git version/);
    assert.equal(code, 0);
  });
});

describe('the command line, guarded', () => {
  /** Node's own permissions: files can be read, and nothing else. */
  const readOnly = ['--no-warnings', '--experimental-permission', '--allow-fs-read=*'];
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = sandboxOf(examples);
  });
  afterEach(() => sandbox.remove());

  /** Runs it, and returns the files that it has changed. */
  const changedBy = (...args: readonly string[]): readonly string[] => {
    const before = sandbox.snapshot();
    const { code, err } = sandbox.run(args);
    assert.ok(code === 0 || code === 1, `${args.join(' ')} ended with ${code}: ${err}`);
    assert.ok(!err.includes('guard:'), err);
    return changesBetween(before, sandbox.snapshot());
  };

  it('writes nothing where it only reports', () => {
    for (const format of reporterNames) assert.deepEqual(changedBy('check', '--format', format), [], format);
    const reports: readonly (readonly string[])[] = [
      ['check', '--stats', '--markdown'],
      ['check', '--shard', '1/2'],
      ['check', '--stdin-files'],
      ['apply', 'patches'],
      ['apply', 'patches', '--format', 'json'],
      ['convert', '.'],
      ['convert', '--report', '.'],
      ['slices', 'multi-port.yaml'],
      ['show', '.', '--format', 'html'],
      ['config', 'dual-stack.yaml'],
      ['explain', 'loopback-ip'],
      ['rules'],
      ['completion', 'bash'],
      ['check', '--help'],
      ['--version'],
    ];
    for (const args of reports) assert.deepEqual(changedBy(...args), [], args.join(' '));
  });

  it('reads what its arguments lead to, and nothing else', () => {
    const reads = ['--import', pathToFileURL(join(root, 'test/support/reads.mjs')).href];
    const own = [sandbox.work, dirname(cliPath)].map((folder) => `${folder}/`);
    for (const args of [
      ['check'],
      ['check', '--fix'],
      ['apply', 'patches'],
      ['convert', '.'],
      ['slices', '.'],
      ['init'],
      ['test', '--record', '--force'],
      ['test'],
    ]) {
      const { err } = sandbox.run(args, reads);
      const paths = [...err.matchAll(/^reads (.*)$/gm)].map((match) => match[1] ?? '');
      assert.ok(paths.includes(join(sandbox.work, 'patches')), err);
      assert.deepEqual(
        paths.filter((path) => !own.some((folder) => `${path}/`.startsWith(folder))),
        [],
        args.join(' '),
      );
    }
  });

  it('reads programs of all languages without running them, and says so where WebAssembly is not available', () => {
    const reads = ['--import', pathToFileURL(join(root, 'test/support/reads.mjs')).href];
    const { out, err } = sandbox.run(['check', 'programs'], [...guard, ...readOnly, ...reads]);
    const paths = [...err.matchAll(/^reads (.*)$/gm)].map((match) => match[1] ?? '');
    const opened = paths.filter((path) => path.startsWith(join(dirname(cliPath), 'grammars')));
    assert.equal(new Set(opened).size, 6, err);
    assert.match(out, /\.java:/);
    for (const folder of ['csharp', 'go', 'java', 'python', 'typescript'])
      assert.ok(out.includes(`${folder}/`), folder);
    const none = sandbox.run(['check', 'programs'], ['--jitless', ...guard]);
    assert.ok(!none.err.includes('guard:'), none.err);
    assert.match(
      none.err,
      /cannot be loaded \(WebAssembly is not available\), so programs that need it are not read\.$/m,
    );
    assert.equal(none.err.match(/WebAssembly/g)?.length, 5);
  });

  it('builds a kustomization without a right but to read, and reads nothing through a link out of it', () => {
    const linked = 'resources: [named.yaml, linked.yaml]\n';
    sandbox.write({ 'k/kustomization.yaml': linked, 'k/named.yaml': 'kind: Service\nmetadata: { name: a }\n' });
    symlinkSync(join(sandbox.work, 'dual-stack.yaml'), join(sandbox.work, 'k/linked.yaml'));
    const reads = ['--import', pathToFileURL(join(root, 'test/support/reads.mjs')).href];
    const { err, code } = sandbox.run(['build', 'k'], [...readOnly, ...reads]);
    assert.equal(code, 1);
    const paths = [...err.matchAll(/^reads (.*)$/gm)].map((match) => match[1] ?? '');
    assert.deepEqual(
      paths.filter((path) => !path.startsWith(dirname(cliPath))).sort(),
      ['kustomization.yaml', 'named.yaml'].map((name) => join(sandbox.work, 'k', name)),
    );
    assert.deepEqual(changedBy('build', 'k'), []);
  });

  const outside = 'secret-of-another-folder: { kind: Endpoints }\n';
  const named: Readonly<Record<string, string>> = {
    resources: 'resources: [own.yaml, linked.yaml]\n',
    'a patch': 'resources: [own.yaml]\npatches: [{ path: linked.yaml, target: { kind: Endpoints } }]\n',
    configurations: 'resources: [own.yaml]\nconfigurations: [linked.yaml]\n',
    crds: 'resources: [own.yaml]\ncrds: [linked.yaml]\n',
    transformers: 'resources: [own.yaml]\ntransformers: [linked.yaml]\n',
    replacements: 'resources: [own.yaml]\nreplacements: [{ path: linked.yaml }]\n',
    'a generator': 'resources: [own.yaml]\nconfigMapGenerator: [{ name: a, files: [linked.yaml] }]\n',
  };
  for (const [what, text] of Object.entries(named)) {
    it(`shows nothing of a file that a link takes from outside of the folder that names it: ${what}`, () => {
      const own = 'apiVersion: v1\nkind: Endpoints\nmetadata: { name: a }\nsubsets: []\n';
      sandbox.write({ 'k/kustomization.yaml': text, 'k/own.yaml': own, 'secret.txt': outside });
      symlinkSync(join(sandbox.work, 'secret.txt'), join(sandbox.work, 'k/linked.yaml'));
      for (const args of [
        ['check', 'k'],
        ['check', '--build', 'k'],
        ['build', 'k'],
        ['check', 'k/own.yaml'],
      ]) {
        const { out, err, code } = sandbox.run(args);
        assert.ok(!`${out}${err}`.includes('secret-of'), `${args.join(' ')}: ${out}${err}`);
        // A run on one file reports nothing of the kustomization.
        if (args.includes('k/own.yaml')) continue;
        assert.match(`${out}${err}`, /"linked\.yaml" is a symbolic link out of/, args.join(' '));
        assert.equal(code, 1);
      }
    });
  }

  it('follows a link to a file in the folder of the kustomization that names it, though not to one beside that', () => {
    sandbox.write({
      'k/kustomization.yaml': 'resources: [sub/r.yaml]\n',
      'k/real.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: { name: a }\nsubsets: []\n',
      'k/sub/other.txt': '',
      'k2/kustomization.yaml': 'resources: [ld/real.yaml]\n',
    });
    symlinkSync('../real.yaml', join(sandbox.work, 'k/sub/r.yaml'));
    symlinkSync('../k', join(sandbox.work, 'k2/ld'));
    symlinkSync('k', join(sandbox.work, 'k3'));
    for (const folder of ['k', 'k3']) {
      assert.match(sandbox.run(['build', folder]).out, /^kind: Endpoints$/m);
      assert.doesNotMatch(sandbox.run(['check', folder]).out, /symbolic link/);
    }
    for (const args of [
      ['check', 'k2'],
      ['check', '--build', 'k2'],
      ['build', 'k2'],
    ]) {
      const { out, err, code } = sandbox.run(args);
      assert.match(`${out}${err}`, /"ld\/real\.yaml" is a symbolic link out of/, args.join(' '));
      assert.equal(code, 1);
    }
  });

  it('writes the files that are to be fixed or converted', () => {
    assert.deepEqual(changedBy('check', '--fix', 'mistakes.yaml'), ['work/mistakes.yaml']);
    assert.deepEqual(changedBy('convert', '--write', '--yes', 'multi-port.yaml'), ['work/multi-port.yaml']);
  });

  it('writes the files that it is told to write', () => {
    // Nothing goes there on the way.
    rmSync(join(sandbox.path, 'tmp'), { recursive: true });
    assert.deepEqual(changedBy('check', '--output', 'report.txt', '--format', 'json', '--output', 'report.json'), [
      'work/report.json',
      'work/report.txt',
    ]);
    assert.deepEqual(changedBy('check', '--write-baseline', '--baseline', 'known.json'), ['work/known.json']);
    assert.deepEqual(changedBy('check', '--baseline', 'known.json'), []);
    assert.deepEqual(changedBy('init'), ['work/endpoints.config.yaml']);
    assert.deepEqual(changedBy('test', '--record', '--force'), ['work/endpoints.test.yaml']);
    assert.deepEqual(changedBy('test'), []);
  });

  it('writes nothing where it puts shards together but the report that is named', () => {
    for (const part of ['1', '2'])
      changedBy('check', '--shard', `${part}/2`, '--format', 'json', '--output', `${part}.txt`);
    assert.deepEqual(changedBy('merge', '1.txt', '2.txt', '--format', 'sarif'), []);
    assert.deepEqual(changedBy('merge', '1.txt', '2.txt', '--output', 'all.txt'), ['work/all.txt']);
  });

  it('writes nothing where it watches', async () => {
    const before = sandbox.snapshot();
    const { work, env } = sandbox;
    const watching = spawn(process.execPath, [...guard, cliPath, 'check', '--watch'], { cwd: work, env });
    let err = '';
    const round = async (): Promise<void> => {
      const from = err.length;
      while (!err.includes('Press Ctrl+C to stop.\n', from)) {
        const [part] = (await Promise.race([once(watching.stderr, 'data'), once(watching, 'exit')])) as [unknown];
        assert.ok(Buffer.isBuffer(part), `It ended: ${String(part)}\n${err}`);
        err += part.toString();
      }
    };
    try {
      await round();
      sandbox.write({ 'new.yaml': 'kind: Endpoints\n' });
      await round();
    } finally {
      watching.kill('SIGKILL');
    }
    assert.deepEqual(changesBetween(before, sandbox.snapshot()), ['work/new.yaml']);
  });

  it('runs git for --since alone, which writes nothing', () => {
    sandbox.commit();
    assert.deepEqual(changedBy('check', '--since', 'HEAD'), []);
    assert.deepEqual(changedBy('traffic', '--since', 'HEAD'), []);
    const before = sandbox.snapshot();
    const { code, err } = sandbox.run(['check', '.'], ['--import', withoutPrograms]);
    assert.equal(code, 1, err);
    assert.notEqual(sandbox.run(['traffic', '.'], ['--import', withoutPrograms]).code, 97);
    for (const command of ['check', 'traffic'])
      assert.equal(sandbox.run([command, '--since', 'HEAD'], ['--import', withoutPrograms]).code, 97);
    assert.deepEqual(changesBetween(before, sandbox.snapshot()), []);
  });

  it('needs no right to write, to start programs or threads, where it only reports', () => {
    const free = sandbox.run(['check', '.']);
    assert.deepEqual(sandbox.run(['check', '.'], readOnly), free);
    for (const args of [
      ['apply', 'patches'],
      ['convert', '.'],
      ['slices', 'multi-port.yaml'],
      ['explain', 'loopback-ip'],
    ])
      assert.deepEqual(sandbox.run(args, readOnly), sandbox.run(args), args.join(' '));
  });

  it('says what it may not write', () => {
    for (const args of [
      ['check', '--output', 'report.txt'],
      ['check', '--fix', 'mistakes.yaml'],
    ]) {
      const { err, code } = sandbox.run(args, readOnly);
      assert.match(err, /cannot be written \(ERR_ACCESS_DENIED\)/);
      assert.equal(code, 2);
    }
  });
});

/** A module that lets no program run, not even git. */
const withoutPrograms = `data:text/javascript,${encodeURIComponent(
  `import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
  childProcess[name] = () => process.exit(97);
syncBuiltinESMExports();`,
)}`;
