/** The container image, as far as it can be made without containers: its build in the context that `.dockerignore` leaves, and its files. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { filesIn } from './support/npm-package.ts';
import { cliPath, patience, ran, succeed, withoutColors, writeFiles, type Ran } from './support/process.ts';
import { root } from './support/root.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 127.0.0.1}]\n';
const program = `import pulumi_kubernetes as k8s
k8s.core.v1.Endpoints("db", metadata={"name": "db"}, subsets=[{"addresses": [{"ip": "127.0.0.1"}]}])
`;
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = DockerfileParser.parse(text)
  .getInstructions()
  .map((each) => ({
    keyword: each.getKeyword(),
    line: each.getArgumentsContent() ?? '',
  }));
const last = instructions.findLastIndex(({ keyword }) => keyword === 'FROM');
const stages = { build: instructions.slice(0, last), image: instructions.slice(last) };
const argsOf = (stage: keyof typeof stages, keyword: string): readonly string[] =>
  stages[stage].filter((each) => each.keyword === keyword).map(({ line }) => line);

describe('the container image', () => {
  it('has a Dockerfile in which the linter finds nothing', () => {
    const messages = (content: string): readonly string[] =>
      validate(content).map(({ message }) => JSON.stringify(message));
    assert.deepEqual(messages(text), []);
    assert.equal(messages(text.replace('WORKDIR', 'WORKDI')).length, 1);
  });

  it('runs without root, starts the program itself, and has no more than Node, git and the program', () => {
    assert.deepEqual(argsOf('image', 'USER'), ['65534:65534']);
    assert.deepEqual(argsOf('image', 'ENTRYPOINT'), ['["endpoints"]']);
    assert.deepEqual(argsOf('image', 'COPY'), ['/command /opt/endpoints']);
    assert.match(text, /^COPY --from=build \/command /m);
    assert.match(argsOf('image', 'RUN').join('\n'), /^apk add --no-cache git nodejs /);
    for (const keyword of ['ADD', 'ENV', 'EXPOSE', 'VOLUME', 'ARG'])
      assert.deepEqual(argsOf('image', keyword), [], keyword);
    const bases = instructions.filter(({ keyword }) => keyword === 'FROM').map(({ line }) => line);
    for (const base of bases) assert.match(base, /:\d[\d.]*(?:-slim)?(?: AS \w+)?$/);
  });

  describe('built in the context that it gets', () => {
    let folder = '';
    let opt = '';
    before(function () {
      this.timeout(patience);
      folder = mkdtempSync(join(tmpdir(), 'endpoints-image-'));
      const build = join(folder, 'build');
      opt = join(folder, 'opt');
      for (const path of contextPaths()) {
        mkdirSync(dirname(join(build, path)), { recursive: true });
        cpSync(join(root, path), join(build, path), { recursive: true });
      }
      // The first command installs the packages.
      symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'));
      const [install, command = '', ...others] = argsOf('build', 'RUN');
      assert.deepEqual([install, others], ['npm ci', []]);
      succeed('sh', ['-ec', command.replace(' /command', ` ${opt}`)], build);
      rmSync(build, { recursive: true });
      chmodSync(folder, 0o755);
    });
    after(() => rmSync(folder, { recursive: true }));

    /** As another user, who can write nothing here and has no home. */
    const run = (cwd: string, ...args: readonly string[]): Ran => {
      const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const env = { ...withoutColors(), HOME: '/nonexistent', TMPDIR: '/nonexistent' };
      const done = spawnSync(process.execPath, [join(opt, 'endpoints.cjs'), ...args], {
        cwd,
        env,
        encoding: 'utf8',
        ...user,
      });
      if (done.error) throw done.error;
      return { code: done.status, out: done.stdout, err: done.stderr };
    };

    it('has one script, the grammars, the license, those of its packages and the bill of materials', () => {
      const grammars = filesIn(join(root, 'dist/grammars')).map((file) => `grammars/${file}`);
      assert.deepEqual(filesIn(opt), ['LICENSE', 'endpoints.cjs', ...grammars, 'licenses.txt', 'sbom.cdx.json']);
    });

    it('checks manifests and programs as another user who can write nothing', () => {
      const work = join(folder, 'work');
      writeFiles(work, { 'a.yaml': bad, 'Pulumi.yaml': 'name: a\nruntime: python\n', '__main__.py': program });
      for (const args of [['check', '.'], ['--version'], ['show', 'a.yaml', '--format', 'html'], ['check', 'b.yaml']])
        assert.deepEqual(
          run(work, ...args),
          ran(process.execPath, [cliPath, ...args], work, withoutColors()),
          args.join(' '),
        );
      const { out, code } = run(work, 'check', '.');
      assert.deepEqual(
        [code, [...out.matchAll(/^(\S+?):\d+:\d+ .*loopback-ip/gm)].map(([, file]) => file)],
        [1, ['__main__.py', 'a.yaml']],
      );
      if (process.getuid?.() === 0) assert.equal(run(work, 'init').code, 2, 'nothing can be written');
    });

    it('names no path of the machine that built it', () => {
      assert.ok(!readFileSync(join(opt, 'endpoints.cjs'), 'utf8').includes(tmpdir()));
    });
  });
});

/** The paths that `.dockerignore` takes back after it has left out everything. */
function contextPaths(): readonly string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const [first, ...others] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(first, '*');
  for (const line of others) assert.match(line, /^![\w./-]+$/);
  return others.map((line) => line.slice(1));
}
