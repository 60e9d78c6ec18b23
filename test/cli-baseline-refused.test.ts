/** Files that are no baseline, and baselines that cannot be read or written: a sentence, exit code 2, and nothing is lost. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const wrong =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';

describe('endpoints check --baseline, with a file that will not do', () => {
  const having = temporary((files: Readonly<Record<string, string>>) => folderOf({ 'a.yaml': wrong, ...files }));

  const finding = (more: object): string =>
    JSON.stringify({ version: 1, findings: { 'a.yaml': [{ code: 'a', fingerprint: 'b', message: 'c', ...more }] } });

  const texts: readonly (readonly [text: string, message: RegExp])[] = [
    ['', /known\.json is not a baseline: it is not JSON\. .* --write-baseline\./],
    ['a: 1\n', /known\.json is not a baseline: it is not JSON\./],
    [
      '{\n<<<<<<< HEAD\n',
      /known\.json has merge conflicts\. Resolve them, then write it again with --write-baseline\./,
    ],
    ['[]', /known\.json is not a baseline: the file must be an object\./],
    ['{"findings":{}}', /known\.json is not a baseline: "version" must be 1\./],
    ['{"version":"1","findings":{}}', /"version" must be 1\./],
    [
      '{"version":2,"findings":{}}',
      /known\.json has baseline version 2, but this program reads version 1\. Write it again with --write-baseline\./,
    ],
    ['{"version":1}', /"findings" must be an object with file names\./],
    ['{"version":1,"findings":{"a.yaml":{}}}', /findings\["a\.yaml"\] must be a list\./],
    ['{"version":1,"findings":{"a.yaml":[1]}}', /findings\["a\.yaml"\]\[0\] must be an object\./],
    [finding({ fingerprint: 1 }), /findings\["a\.yaml"\]\[0\]\.fingerprint must be a string\./],
    [finding({ message: null }), /findings\["a\.yaml"\]\[0\]\.message must be a string\./],
  ];
  for (const [text, message] of texts) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      const { code, out, err } = having({ 'known.json': text }).run('check', '--baseline', 'known.json');
      assert.match(err, message);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.equal(err.trimEnd().split('\n').length, 1);
    });
  }

  it('says how to make one where there is none', () => {
    const { run } = having({});
    for (const name of ['known.json', 'nowhere/known.json', 'a.yaml/known.json']) {
      const { code, err } = run('check', '--baseline', name);
      assert.equal(
        err,
        `endpoints: The baseline ${name} does not exist. Create it with --write-baseline, or check the path.\n`,
      );
      assert.equal(code, 2);
    }
    assert.match(run('check', '--baseline', '').err, /--baseline "" names nothing\. Name a file\./);
    assert.match(run('check', '--baseline').err, /--baseline needs a value\./);
  });

  it('takes no directory and no device for a baseline', () => {
    const { run, path } = having({});
    mkdirSync(join(path, 'known'));
    symlinkSync('/dev/zero', join(path, 'zero'));
    for (const args of [[], ['--write-baseline']]) {
      const folderOutcome = run('check', '--baseline', 'known', ...args);
      assert.equal(folderOutcome.err, 'endpoints: The baseline known is a directory. Name a file in it.\n');
      assert.equal(folderOutcome.code, 2);
      assert.match(run('check', '--baseline', 'zero', ...args).err, /The baseline zero is not a file\. Name a file\./);
    }
  });

  it('never writes over what is not a baseline', () => {
    const files = {
      'package.json': '{"version":"1.0.0"}',
      'list.json': '[]',
      'half.json': '{"version":1,"findings":[]}',
    };
    const { run, path } = having(files);
    for (const name of ['a.yaml', ...Object.keys(files)]) {
      const before = readFileSync(join(path, name), 'utf8');
      const { code, err } = run('check', '--baseline', name, '--write-baseline');
      assert.equal(code, 2);
      assert.match(err, /not a baseline: .*\. It is not overwritten\. Use another file, or delete it\.\n$/);
      assert.equal(readFileSync(join(path, name), 'utf8'), before);
    }
  });

  it('takes no file behind --write-baseline for a manifest', () => {
    const { run, path } = having({ 'b.json': '{}' });
    const refusal = (name: string): string =>
      `endpoints: --write-baseline takes no file. Use --baseline ${name} --write-baseline.\n`;
    assert.deepEqual(run('check', '--write-baseline', 'known.json').err, refusal('known.json'));
    assert.deepEqual(readdirSync(path).sort(), ['a.yaml', 'b.json']);
    assert.equal(run('check', '--write-baseline', 'b.json', '!c.json').code, 0);
    assert.deepEqual(
      run('check', '--write-baseline', 'endpoints-baseline.json').err,
      refusal('endpoints-baseline.json'),
    );
  });

  it('writes over an empty file, and over a baseline of another version', () => {
    const { run, path } = having({ 'empty.json': '', 'newer.json': '{"version":2,"findings":{"a.yaml":3}}' });
    for (const name of ['empty.json', 'newer.json']) {
      const { code } = run('check', '--baseline', name, '--write-baseline');
      assert.equal(code, 0);
      assert.equal((JSON.parse(readFileSync(join(path, name), 'utf8')) as { version: number }).version, 1);
    }
  });

  it('fails where it cannot be written, and leaves nothing behind', () => {
    const { run, path } = having({});
    const { code, out, err } = run('check', '--baseline', 'nowhere/known.json', '--write-baseline');
    assert.equal(code, 2);
    assert.match(out, /loopback-ip/);
    assert.doesNotMatch(out + err, /in the baseline|Wrote/);
    assert.match(err, /nowhere\/known\.json cannot be written \(ENOENT\)\. Check the path\.\n/);
    assert.deepEqual(readdirSync(path), ['a.yaml']);
  });

  it('fails where a path cannot be read, and writes what it knows of the others', () => {
    const { run, path } = having({});
    const { code, err } = run('check', '.', 'none.yaml', '--write-baseline');
    assert.equal(code, 2);
    assert.match(err, /none\.yaml does not exist/);
    assert.match(readFileSync(join(path, 'endpoints-baseline.json'), 'utf8'), /loopback-ip/);
  });
});
