/** `--fix` and the reasons in ignore comments: none is lost that the fix itself makes necessary. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const reason = '# endpoints: ignore[loopback-ip] tunnel, see OPS-1';
const textWith = (key: string, ip: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n- ${key}:\n  - ip: ${ip} ${reason}\n  ports: [{port: 80, protocol: tcp}]\n`;

describe('endpoints check --fix', () => {
  const having = temporary(folderOf);

  it('renames a field and keeps the ignore below it, which is needed then', () => {
    const { run, path } = having({ 'a.yaml': textWith('Addresses', '127.0.0.1') });
    const { out, code } = run('check', '--fix', '--severity', 'deprecated-endpoints=off');
    assert.deepEqual([out, code], ['Fixed 2 problems. No problems in 1 resource in 1 file.\n', 0]);
    const fixed = textWith('addresses', '127.0.0.1').replace('tcp', 'TCP');
    assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), fixed);
    assert.doesNotMatch(run('check', '--fix').out, /Fixed/);
  });

  it('keeps every ignore where an error is left that only a person can correct', () => {
    const { run, path } = having({ 'a.yaml': textWith('addreses', '127.0.0.1') });
    assert.equal(run('check', '--fix').code, 1);
    assert.ok(readFileSync(join(path, 'a.yaml'), 'utf8').includes(reason));
  });

  it('removes an ignore that is still unused after all other fixes', () => {
    const { run, path } = having({ 'a.yaml': textWith('Addresses', '10.0.0.1') });
    assert.equal(run('check', '--fix').code, 0);
    const fixed = textWith('addresses', '10.0.0.1').replace('tcp', 'TCP').replace(` ${reason}`, '');
    assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), fixed);
  });

  it('shows the changes as a diff, and writes nothing', () => {
    const text = textWith('addresses', '10.0.0.1').replace(` ${reason}`, '');
    const { run, path } = having({ 'a.yaml': text, 'k8s/b.yaml': text.replace('tcp', 'TCP') });
    const quiet = ['--severity', 'deprecated-endpoints=off', '--severity', 'missing-service=off'];
    const { out, err, code } = run('check', '--fix', '--diff', ...quiet);
    assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), text);
    assert.equal(code, 1);
    assert.match(out, /^--- a\/a\.yaml\n\+\+\+ b\/a\.yaml\n@@ /);
    assert.match(out, /^- {2}ports: \[\{port: 80, protocol: tcp\}\]\n\+ {2}ports: \[\{port: 80, protocol: TCP\}\]\n/m);
    assert.match(err, /^a\.yaml:7:32 {2}error\[unknown-protocol\] [^]*\nRemove --diff to write 1 file\.\n$/);
    const patched = applyPatch(text, out);
    run('check', '--fix', ...quiet);
    assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), patched);
    const again = run('check', '--fix', '--diff', ...quiet);
    assert.deepEqual([again.out, again.err, again.code], ['', 'No problems in 2 resources in 2 files.\n', 0]);
  });

  it('fails on fixable warnings with --diff, and on errors that it cannot fix', () => {
    const { run } = having({
      'a.yaml': textWith('addresses', '127.0.0.1').replace(` ${reason}`, '').replace('tcp', 'TCP'),
    });
    const { out, err, code } = run('check', '--fix', '--diff');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(err, /loopback-ip/);
    assert.deepEqual(run('check', '--diff').code, 2);
  });
});
