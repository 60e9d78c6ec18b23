/** `endpoints show`: formats, options, exit codes, and what it says where there is little or nothing to draw. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { folderOf, type Outcome } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { endpoints, service, slice } from './support/traffic-texts.ts';

const formats = ['text', 'svg', 'html', 'mermaid', 'json'] as const;
const good = service('web', '- { port: 80 }') + slice('web', '{ port: 80 }', ['10.0.0.1']);
const bad = service('web', '- { name: http, port: 80 }') + endpoints('web', '10.0.0.1');
const inNamespace = (namespace: string): string =>
  good
    .replace('{ name: web }', `{ name: web, namespace: ${namespace} }`)
    .replace('  name: web-1\n', `  name: web-1\n  namespace: ${namespace}\n`);

describe('endpoints show', () => {
  const make = temporary(folderOf);
  const run = (files: Readonly<Record<string, string>>, ...args: readonly string[]): Outcome =>
    make(files).run('show', ...args);

  it('ends as endpoints traffic does, in each format', () => {
    for (const [text, code] of [
      [good, 0],
      [bad, 1],
      [good + slice('gone', '{ port: 80 }', ['10.0.0.2']), 1],
    ] as const) {
      const { run: runHere } = make({ 'k.yaml': text });
      assert.equal(runHere('traffic', '.').code, code);
      for (const format of formats) assert.equal(runHere('show', '.', '-f', format).code, code, format);
    }
  });

  it('writes the same for the same files, and is never empty', () => {
    const { run: runHere } = make({ 'k.yaml': bad });
    for (const format of formats) {
      const { out } = runHere('show', '--format', format);
      assert.match(out, /10\.0\.0\.1/);
      assert.ok(out.endsWith('\n'));
      const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
      assert.equal(digest(runHere('show', '--format', format).out), digest(out), format);
    }
  });

  it('says in each format that there is no Service, and what was not read', () => {
    for (const format of formats) {
      const { out, code } = run({ 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' }, '--format', format);
      assert.ok(out.includes('No Services found in 2 files.'), `${format}: ${out}`);
      assert.equal(code, 0);
    }
  });

  it('draws a picture that says so where a file cannot be read', () => {
    const { out, err, code } = run({ 'k.yaml': good, 'broken.yaml': good.replace('IPv4', 'IPv4: 6') }, '-f', 'svg');
    assert.match(err, /broken\.yaml/);
    assert.match(out, /<svg/);
    assert.equal(code, 2);
  });

  it('reads standard input', () => {
    const { out, code } = make({}).runWith(good, 'show', '-');
    assert.match(out, /^→ default\/web ClusterIP/);
    assert.equal(code, 0);
  });

  it('draws the Service that is asked for, also by its namespace', () => {
    const files = { 'a.yaml': inNamespace('a'), 'b.yaml': inNamespace('b'), 'c.yaml': good.replaceAll('web', 'shop') };
    const titles = (...args: readonly string[]): readonly string[] =>
      [...run(files, ...args).out.matchAll(/^. (\S+) ClusterIP/gm)].map(([, name = '']) => name);
    assert.deepEqual(titles(), ['a/web', 'b/web', 'default/shop']);
    assert.deepEqual(titles('--service', 'b/web'), ['b/web']);
    assert.deepEqual(titles('--service', 'web'), ['a/web', 'b/web']);
    const { err } = run(files, '--service', 'web');
    assert.equal(
      err,
      'endpoints: 2 Services are named web: a/web and b/web. Use --service NAMESPACE/NAME to draw one.\n',
    );
    assert.equal(run(files, '--service', 'shop').err, '');
  });

  it('draws a Service whose name is a placeholder with the written name, and finds it by this name', () => {
    const text = service('web', '- { port: 80 }').replaceAll('name: web', 'name: "a<b>"');
    const { run } = make({ 'k.yaml': text });
    for (const asked of ['a<b>', 'default/a<b>'])
      assert.match(run('show', '--service', asked).out, /default\/a<b> ClusterIP/);
    assert.match(run('show', '--format', 'svg').out, /default\/a&lt;b(?:>|&gt;) /);
    assert.equal(run('show', '--service', '').code, 2);
    assert.match(run('show', '--service', 'a<c>').err, /Did you mean a<b>\?/);
  });

  it('says of a port whether it has no endpoint, or none that is ready', () => {
    const note = (addresses: readonly string[]): string | undefined =>
      /No endpoint.*\./.exec(run({ 'k.yaml': service('web', '- { port: 80 }') + slice('web', '{ port: 80 }', addresses) }).out)?.[0]; // prettier-ignore
    assert.equal(note([]), 'No endpoint, so connections are refused.');
    assert.equal(note(['10.0.0.1 | ready: false']), 'No endpoint is ready, so connections are refused.');
  });

  it('names the nearest Service for one that does not exist', () => {
    const refused = (name: string): string => {
      const { out, err, code } = run({ 'k.yaml': good }, '--service', name);
      assert.deepEqual([out, code], ['', 2]);
      return err;
    };
    assert.match(refused('wep'), /There is no Service wep\. Did you mean web\?/);
    assert.match(refused('default/wep'), /Did you mean default\/web\?/);
    assert.match(refused('orders'), /There is no Service orders\. "endpoints list" shows the Services in the files\./);
    assert.match(refused(''), /There is no Service ""\./);
  });

  it('refuses wrong values, and says which are right', () => {
    const refused = (...args: readonly string[]): string => {
      const { out, err, code } = run({ 'k.yaml': good }, ...args);
      assert.deepEqual([out, code], ['', 2], args.join(' '));
      return err;
    };
    assert.match(refused('--format', 'png'), /Use text, svg, html, mermaid or json\./);
    for (const width of ['39', '0', '-1', 'wide', '10001', '8e1'])
      assert.match(refused(`--width=${width}`), /is not a width\. Use a number from 40 to 10000\./);
    assert.match(refused('--from', 'eu-1a'), /is not a place\. Write zone=NAME, node=NAME, or both with a comma\./);
    assert.match(refused('--through', 'traefk'), /traefik/);
    assert.match(refused('--servce', 'web'), /Did you mean --service\?/);
  });

  it('says who is asked and from where, and which names no object has', () => {
    const text = good.replace('[10.0.0.1] }', '[10.0.0.1], zone: eu-1a, nodeName: worker-1 }');
    const { out, err } = run({ 'k.yaml': text }, '--from', 'zone=eu-1b,node=worker-1');
    assert.match(out, /Simulated: kube-proxy, node worker-1, zone\seu-1b\.\n$/);
    assert.equal(err, 'endpoints: No object names the zone eu-1b. Did you mean eu-1a?\n');
    assert.match(run({ 'k.yaml': text }, '--from', 'node=worker-1', '-f', 'svg').out, /kube-proxy, node worker-1/);
  });

  it('has a help that fits on a screen', () => {
    const lines = run({}, '--help').out.trimEnd().split('\n');
    assert.ok(lines.length < 24, `${lines.length} lines`);
    for (const line of lines) assert.ok(line.length <= 80, line);
    const all = run({}, '--help', '--all').out;
    for (const option of ['--width', '--family', '--mirroring', '--port'])
      assert.ok(all.includes(option) && !lines.join('\n').includes(option), option);
  });
});
