/** `--watch` as a process: what it prints when files, folders and settings change, and what it cannot be combined with. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOfNobody } from './support/nobody.ts';
import { cliPath, folderOf, type Folder } from './support/process.ts';

const endpoints = (ip: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: ${ip}\n`;
const good = endpoints('10.0.0.1');
const bad = endpoints('127.0.0.1');

/** A watching process, whose reports are waited for. */
class Watching {
  readonly path: string;
  readonly #child: ChildProcessWithoutNullStreams;
  #out = '';
  #err = '';

  /** `program` is what Node is called with before the command. */
  constructor(path: string, program: readonly string[], ...options: readonly string[]) {
    this.path = path;
    this.#child = spawn(process.execPath, [...program, 'check', '--watch', '--severity', 'deprecated-endpoints=off', ...options], { cwd: path }); // prettier-ignore
    this.#child.stdout.on('data', (part: Buffer) => (this.#out += part.toString()));
    this.#child.stderr.on('data', (part: Buffer) => (this.#err += part.toString()));
  }

  /** What is printed until it is calm again and all files of the last burst were named: report, and the line below without the time. */
  async next(): Promise<readonly [out: string, err: string]> {
    while (!this.#err.includes('Press Ctrl+C to stop.\n')) await once(this.#child.stderr, 'data');
    // What was printed before it may come behind it, through the other pipe.
    await new Promise(setImmediate);
    const end = this.#err.indexOf('Press Ctrl+C to stop.\n') + 'Press Ctrl+C to stop.\n'.length;
    const said = [this.#out, this.#err.slice(0, end).replace(/\d\d:\d\d:\d\d/, 'TIME')] as const;
    this.#out = '';
    this.#err = this.#err.slice(end);
    return said;
  }

  /** What is printed last once it says so. */
  async until(isSaid: (out: string, err: string) => boolean): Promise<readonly [out: string, err: string]> {
    for (;;) {
      const said = await this.next();
      if (isSaid(...said)) return said;
    }
  }

  async end(signal: NodeJS.Signals): Promise<NodeJS.Signals | null> {
    this.#child.kill(signal);
    const [, by] = (await once(this.#child, 'close')) as [number | null, NodeJS.Signals | null];
    return by;
  }
}

describe('endpoints check --watch', () => {
  let folder: Folder | undefined;
  let watching: Watching | undefined;
  const start = (files: Readonly<Record<string, string>>, ...options: readonly string[]): Watching => {
    folder = folderOf(files);
    return (watching = new Watching(folder.path, [cliPath], ...options));
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder?.path ?? '', name), text);
  afterEach(async () => {
    await watching?.end('SIGKILL');
    watching = undefined;
    folder?.remove();
    folder = undefined;
  });

  it('reports, and again for another text, however it is written', async () => {
    const watched = start({ 'a.yaml': good });
    assert.deepEqual(await watched.next(), [
      'No problems in 1 resource in 1 file.\n',
      '\nTIME  Watching 1 file. Press Ctrl+C to stop.\n',
    ]);
    write('a.yaml', bad);
    const [out, err] = await watched.until((said) => said.includes('loopback-ip'));
    assert.match(out, /^a\.yaml:7:13 {2}error\[loopback-ip\]/);
    assert.equal(err, '\nTIME  a.yaml has changed. Watching 1 file. Press Ctrl+C to stop.\n');
    write('new.tmp', good);
    renameSync(join(watched.path, 'new.tmp'), join(watched.path, 'a.yaml'));
    assert.match((await watched.next())[0], /No problems/);
  });

  it('follows new, deleted and left out files and folders', async () => {
    const watched = start({ 'a.yaml': good });
    await watched.next();
    mkdirSync(join(watched.path, 'deep/er'), { recursive: true });
    write('deep/er/b.yaml', good.replace('db', 'other'));
    await watched.until((out) => out.includes('2 resources in 2 files'));
    write('deep/er/b.yaml', bad.replace('db', 'other'));
    await watched.until((out) => out.includes('deep/er/b.yaml:7:13  error[loopback-ip]'));
    write('.gitignore', 'deep\n');
    mkdirSync(join(watched.path, '.git'));
    await watched.until((out) => out.includes('1 resource in 1 file'));
    rmSync(join(watched.path, '.gitignore'));
    await watched.until((out) => out.includes('loopback-ip'));
    rmSync(join(watched.path, 'deep'), { recursive: true });
    await watched.until((out) => out.includes('1 resource in 1 file'));
  });

  it('follows settings, and waits for them to be mended', async () => {
    const watched = start({ 'a.yaml': bad });
    await watched.until((out) => out.includes('error[loopback-ip]'));
    write('endpoints.config.yaml', 'severity:\n  loopback-ip: off\n');
    await watched.until((out) => out.includes('No problems'));
    write('endpoints.config.yaml', 'severity:\n  loopback-ip: loud\n');
    const [out, err] = await watched.until((_, said) => said.startsWith('endpoints: '));
    assert.equal(out, '');
    assert.match(err, /^endpoints: endpoints\.config\.yaml:2:16: .*\n\nTIME {2}endpoints\.config\.yaml has changed\. /);
    write('endpoints.config.yaml', 'severity:\n  loopback-ip: warning\n');
    await watched.until((said) => said.includes('warning[loopback-ip]'));
  });

  for (const way of ['the settings', '--baseline']) {
    it(`follows the baseline that ${way} name${way === '--baseline' ? 's' : ''}, also while it is broken`, async () => {
      const known = JSON.stringify({ version: 1, findings: {} });
      const isNamed = way === '--baseline';
      const settings = isNamed ? '' : 'baseline: ci/known.json\n';
      const files = { 'k8s/a.yaml': bad, 'ci/known.json': known, 'endpoints.config.yaml': settings };
      const watched = start(files, 'k8s', ...(isNamed ? ['--baseline', 'ci/known.json'] : []));
      await watched.until((out) => out.includes('error[loopback-ip]'));
      write('ci/known.json', '{');
      await watched.until((_, err) => err.startsWith('endpoints: ci/known.json is not a baseline: it is not JSON'));
      rmSync(join(watched.path, 'ci/known.json'));
      folder?.run(
        'check',
        'k8s',
        '--severity=deprecated-endpoints=off',
        '--write-baseline',
        '--baseline=ci/known.json',
      );
      await watched.until((out) => !out.includes('error[loopback-ip]') && out !== '');
    });
  }

  it('follows a kustomization, a named file that comes, and a glob', async () => {
    const part = 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db\n';
    const watched = start({ 'k/a.yaml': part }, 'k', 'later.txt', 'g/*.yaml');
    await watched.until((out) => out.includes('error[missing-field]'));
    write('later.txt', bad);
    await watched.until((out) => out.includes('later.txt:7:13  error[loopback-ip]'));
    mkdirSync(join(watched.path, 'g'));
    write('g/c.yaml', bad);
    await watched.until((out) => out.includes('g/c.yaml:7:13  error[loopback-ip]'));
    write('k/kustomization.yaml', 'patches:\n  - path: a.yaml\n');
    await watched.until((out) => out.includes('4 files') && !out.includes('missing-field'));
  });

  it('follows the files around a named one', async () => {
    const service = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;
    const watched = start({ 'k/a.yaml': good, 'k/svc/b.yaml': service('dbx') }, 'k/a.yaml');
    assert.match((await watched.next())[0], /missing-service/);
    write('k/svc/b.yaml', service('db'));
    await watched.until((said) => said.startsWith('No problems in 1 resource in 1 file.'));
    write('k/svc/b.yaml', service('dbx'));
    await watched.until((said) => said.includes('missing-service'));
    write('k/svc/new.yaml', service('db'));
    await watched.until((said) => said.startsWith('No problems in 1 resource in 1 file.'));
  });

  it('follows the other files of a Terraform module', async () => {
    const main = `resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name = "db"
  }
  subset {
    address {
      ip = local.ip
    }
  }
}
`;
    const watched = start({ 'main.tf': main, 'locals.tf': 'locals {\n  ip = "10.0.0.1"\n}\n' });
    await watched.until((out) => out.includes('No problems'));
    write('locals.tf', 'locals {\n  ip = "127.0.0.1"\n}\n');
    const [, err] = await watched.until((out) => out.includes('main.tf:7:12  error[loopback-ip]'));
    assert.match(err, /locals\.tf has changed/);
    write('override.tf', 'locals {\n  ip = "10.0.0.1"\n}\n');
    await watched.until((out) => out.includes('No problems'));
    rmSync(join(watched.path, 'override.tf'));
    await watched.until((out) => out.includes('loopback-ip'));
  });

  it('follows what links lead to', async () => {
    const files = { 'k/x.yaml': '', 'shared/a.txt': good, 'shared/rules.yaml': 'severity:\n  loopback-ip: off\n' };
    folder = folderOf(files);
    mkdirSync(join(folder.path, '.git'));
    symlinkSync('../shared/a.txt', join(folder.path, 'k/a.yaml'));
    symlinkSync('a.yaml', join(folder.path, 'k/again.yaml'));
    symlinkSync('shared/rules.yaml', join(folder.path, 'endpoints.config.yaml'));
    const watched = (watching = new Watching(folder.path, [cliPath], 'k'));
    await watched.until((out) => out.includes('2 resources in 3 files'));
    write('shared/a.txt', bad);
    const [, err] = await watched.next();
    assert.match(err, /TIME {2}k\/a\.yaml and k\/again\.yaml have changed\./);
    write('shared/rules.yaml', 'severity:\n  loopback-ip: warning\n');
    await watched.until((out) => out.includes('k/again.yaml:7:13  warning[loopback-ip]'));
  });

  it('follows a path that is a directory, then a file, and what is named below a file', async () => {
    const watched = start({ 'a.yaml/deep/b.yaml': bad }, 'a.yaml');
    await watched.until((out) => out.includes('a.yaml/deep/b.yaml:7:13'));
    rmSync(join(watched.path, 'a.yaml'), { recursive: true });
    write('a.yaml', bad);
    await watched.until((out) => out.includes('a.yaml:7:13'));
    symlinkSync('round/x', join(watched.path, 'round'));
    watching = new Watching(watched.path, [cliPath], 'a.yaml/b.yaml', 'round/*.yaml');
    const [, err] = await watching.next();
    assert.match(err, /a\.yaml\/b\.yaml does not exist\..*\n.* No file matches round\/\*\.yaml\./);
    await watched.end('SIGKILL');
  });

  it('leaves out a directory that may not be read, until it may', async () => {
    folder = folderOf({ 'a.yaml': good, 'closed/b.yaml': bad });
    const closed = join(folder.path, 'closed');
    chmodSync(folder.path, 0o755);
    chmodSync(closed, 0);
    watching = new Watching(folder.path, argumentsOfNobody(folder.path));
    const [, err] = await watching.next();
    assert.match(err, /^endpoints: closed cannot be read \(EACCES\)\. Check its permissions\.\n/);
    chmodSync(closed, 0o755);
    await watching.until((out) => out.includes('closed/b.yaml:7:13  error[loopback-ip]'));
  });

  it('is not woken by what it writes itself', async () => {
    const watched = start({ 'a.yaml': good }, '--format', 'json', '--output', 'report.json');
    await watched.next();
    write('a.yaml', bad);
    await watched.next();
    write('a.yaml', `# more\n${bad}`);
    assert.deepEqual(await watched.next(), [
      '',
      '\nTIME  a.yaml has changed. Watching 1 file. Press Ctrl+C to stop.\n',
    ]);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends at ${signal}`, async () => {
      const watched = start({ 'a.yaml': bad });
      await watched.next();
      assert.equal(await watched.end(signal), signal);
      watching = undefined;
    });
  }

  it('says what it cannot be combined with', () => {
    folder = folderOf({ 'a.yaml': good });
    for (const option of ['--fix', '--shard=1/2', '--stats', '--write-baseline', '--since=HEAD']) {
      const { out, err, code } = folder.run('check', '--watch', option);
      const name = option.replace(/=.*/, '');
      assert.deepEqual(
        [out, err, code],
        ['', `endpoints: --watch and ${name} cannot be combined. Remove one of them.\n`, 2],
      );
    }
    const { err, code } = folder.run('check', '--watch', '-');
    assert.deepEqual([err, code], ['endpoints: --watch cannot detect changes of standard input. Use a file.\n', 2]);
    assert.equal(folder.run('check', '--watch', '--config', 'no.yaml').code, 2);
  });
});
