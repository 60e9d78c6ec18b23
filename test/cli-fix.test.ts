/** `--fix` and the reasons in ignore comments: none is lost that the fix itself makes necessary. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
});
