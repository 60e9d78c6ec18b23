/** `endpoints show --watch` as a process: what it serves to whom, what a browser is told of changes, and how it ends. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { cliPath, folderOf } from './support/process.ts';
import { changesBetween, guard, loopbackGuard, sandboxOf, type Sandbox } from './support/sandbox.ts';
import { temporary } from './support/temporary.ts';
import { service, slice } from './support/traffic-texts.ts';

const texts = {
  'k.yaml': service('web', '- { port: 80 }') + slice('web', '{ port: 80 }', ['10.0.0.1']),
  'secret.txt': 'secret',
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('endpoints show --watch', () => {
  const make = temporary(sandboxOf);
  const makeFolder = temporary(folderOf);
  const children: ChildProcessWithoutNullStreams[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  class Watching {
    readonly #child: ChildProcessWithoutNullStreams;
    #err = '';

    constructor({ work, env }: Sandbox, program: readonly string[], args: readonly string[]) {
      const own = [...program, cliPath, 'show', '--format', 'html', '--watch', ...args];
      this.#child = spawn(process.execPath, own, { cwd: work, env });
      children.push(this.#child);
      this.#child.stderr.on('data', (part: Buffer) => (this.#err += part.toString()));
    }

    /** All of standard error, as soon as it says this often that it watches. */
    async said(times: number): Promise<string> {
      while (this.#err.split('Press Ctrl+C to stop.\n').length <= times) {
        const ended = await Promise.race([
          once(this.#child.stderr, 'data'),
          once(this.#child, 'exit').then(() => true),
        ]);
        assert.ok(ended !== true, this.#err);
      }
      return this.#err;
    }

    async address(): Promise<URL> {
      const said = await this.said(1);
      return new URL(/^The picture is at (http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/)$/m.exec(said)?.[1] ?? said);
    }

    async end(signal: NodeJS.Signals): Promise<number | null> {
      this.#child.kill(signal);
      const [code] = (await once(this.#child, 'close')) as [number | null];
      return code;
    }
  }

  const start = (...args: readonly string[]) => {
    const sandbox = make();
    sandbox.write(texts);
    return { sandbox, watching: new Watching(sandbox, loopbackGuard, args) };
  };

  /** `path` is sent as it is. */
  const ask = (address: URL, path: string, options: { method?: string; host?: string } = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', host = address.host } = options;
      const sent = request({ host: '127.0.0.1', port: address.port, path, method, headers: { host } }, (response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      });
      sent.on('error', reject).end();
    });

  it('serves the picture on loopback, tells the page of changes, and ends with 0', async () => {
    const { sandbox, watching } = start();
    const before = sandbox.snapshot();
    const address = await watching.address();
    const page = await ask(address, address.pathname);
    assert.equal(page.status, 200);
    assert.match(page.body, /10\.0\.0\.1/);
    const events: string[] = [];
    const stream = request(`${address.href}events`, (response) => {
      response.on('data', (part: Buffer) => events.push(part.toString()));
      response.on('error', () => {});
    });
    stream.on('error', () => {});
    stream.end();
    await once(stream, 'response');
    sandbox.write({ 'k.yaml': texts['k.yaml'].replace('10.0.0.1', '10.0.0.99') });
    assert.match(await watching.said(2), /k\.yaml has changed\. Watching 1 file\./);
    while (!events.join('').includes('data: 1\n\n')) await setTimeout(10);
    assert.equal(events.join(''), 'data: 0\n\ndata: 1\n\n');
    assert.match((await ask(address, address.pathname)).body, /10\.0\.0\.99/);
    assert.equal(await watching.end('SIGINT'), 0);
    assert.deepEqual(changesBetween(before, sandbox.snapshot()), ['work/k.yaml']);
  });

  it('compares with a commit again after each change', async () => {
    const sandbox = make();
    sandbox.write(texts);
    sandbox.commit();
    const watching = new Watching(sandbox, loopbackGuard, ['--since', 'HEAD']);
    const address = await watching.address();
    const shown = async (): Promise<readonly string[]> => {
      const { body } = await ask(address, address.pathname);
      return ['before: ', '10.0.0.1', '10.0.0.7', 'changes since HEAD'].filter((text) => body.includes(text));
    };
    assert.deepEqual(await shown(), ['changes since HEAD']);
    sandbox.write({ 'k.yaml': texts['k.yaml'].replace('10.0.0.1', '10.0.0.7') });
    await watching.said(2);
    assert.deepEqual(await shown(), ['before: ', '10.0.0.1', '10.0.0.7', 'changes since HEAD']);
    sandbox.write(texts);
    await watching.said(3);
    assert.deepEqual(await shown(), ['changes since HEAD']);
    assert.equal(await watching.end('SIGTERM'), 0);
  });

  it('answers nothing but GET of its two paths, under its own name', async () => {
    const { watching } = start('--port', '0');
    const address = await watching.address();
    const { port, pathname: own } = address;
    const statusOf = async (path: string, options?: { method?: string; host?: string }) => {
      const { status, body } = await ask(address, path, options);
      assert.ok(status === 200 || body === '', body);
      return status;
    };
    for (const path of [
      '/',
      '/events',
      own.slice(0, -1),
      `${own}?a`,
      `${own}x`,
      `${own}../secret.txt`,
      `${own}k.yaml`,
      `/${'a'.repeat(32)}/`,
      '/%2e%2e/secret.txt',
      '*',
    ])
      // prettier-ignore
      assert.equal(await statusOf(path), 404, path);
    for (const method of ['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal(await statusOf(own, { method }), 405, method);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '0.0.0.0', `[::1]:${port}`])
      assert.equal(await statusOf(own, { host }), 403, host);
    for (const host of [`localhost:${port}`, '127.0.0.1:8080', 'localhost'])
      assert.equal(await statusOf(own, { host }), 200, host);
    assert.equal(await watching.end('SIGTERM'), 0);
  });

  it('forbids the page everything but its own script and its events', async () => {
    const { watching } = start();
    const address = await watching.address();
    const { headers, body } = await ask(address, address.pathname);
    const policy = String(headers['content-security-policy']);
    assert.match(
      policy,
      /^default-src 'none'; script-src (?:'sha256-[\w+/]+=' ?)+; style-src [^;]*; connect-src 'self'; /,
    );
    assert.match(policy, /base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/);
    assert.deepEqual(
      [headers['cache-control'], headers['x-content-type-options'], headers['referrer-policy']],
      ['no-store', 'nosniff', 'no-referrer'],
    );
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.doesNotMatch(body, /\b(?:src|href)="?https?:/);
  });

  it('cannot be reached from another machine', async () => {
    const { watching } = start();
    const { port } = await watching.address();
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, internal, scopeid } of others) {
      if (internal || scopeid) continue;
      const socket = connect(Number(port), address);
      const [error] = (await Promise.race([once(socket, 'error'), once(socket, 'connect')])) as [Error?];
      socket.destroy();
      assert.match(String(error), /ECONNREFUSED/, address);
    }
  });

  it('opens a socket with --watch only', () => {
    const sandbox = make();
    sandbox.write(texts);
    for (const format of ['text', 'svg', 'html', 'mermaid', 'json'])
      assert.equal(sandbox.run(['show', '.', '--format', format]).code, 0, format);
    const { code, err } = sandbox.run(['show', '.', '--format', 'html', '--watch'], guard);
    assert.equal(code, 97, err);
  });

  it('keeps the last picture while the files cannot be drawn, and says so in it', async () => {
    const { sandbox, watching } = start('--service', 'web');
    const address = await watching.address();
    sandbox.write({ 'k.yaml': texts['k.yaml'].replaceAll('web', 'shop') });
    assert.match(await watching.said(2), /There is no Service web\./);
    const stale = (await ask(address, address.pathname)).body;
    assert.match(stale, /10\.0\.0\.1/);
    assert.match(stale, /cannot be drawn now/);
    sandbox.write(texts);
    await watching.said(3);
    assert.doesNotMatch((await ask(address, address.pathname)).body, /cannot be drawn now/);
  });

  it('refuses what it cannot do, and names the way out', async () => {
    const { run } = makeFolder(texts);
    const refused = (...args: readonly string[]): string => {
      const { code, out, err } = run('show', ...args);
      assert.deepEqual([code, out], [2, '']);
      return err;
    };
    assert.match(refused('--watch'), /--watch shows a page that follows the files\. Add --format html\./);
    assert.match(refused('--watch', '--format', 'svg'), /Add --format html/);
    assert.match(refused('--watch', '--format', 'html', '--build', '.'), /--watch follows files, not --build\./);
    assert.match(refused('--port', '80'), /Add --watch, or remove --port\./);
    for (const port of ['65536', '-1', 'x', '1e3', ''])
      assert.match(refused('--watch', '--format', 'html', `--port=${port}`), /is not a port\. Use a number/);
    const { watching } = start();
    const { port } = await watching.address();
    assert.match(
      refused('--watch', '--format', 'html', '--port', port),
      /cannot be used \(EADDRINUSE\)\. Use another --port/,
    );
  });
});
