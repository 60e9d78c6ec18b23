/** `endpoints convert` on programs, as a process: the diff, what it writes, and what it says of references and of what it leaves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const path = 'test/data/programs/typescript/external-database.ts';
const program = readFileSync(join(root, path), 'utf8');
const go = readFileSync(join(root, 'test/data/programs/go/external_database.go'), 'utf8');

describe('endpoints convert on programs', () => {
  const having = temporary(folderOf);

  it('prints a diff of the call, the option that holds the old object, and reads of its name', () => {
    const { run } = having({ 'Pulumi.yaml': 'name: shop\nruntime: nodejs\n', 'index.ts': program });
    const { out, err, code } = run('convert', '--to', 'endpointslice', '.');
    assert.equal(code, 0, err);
    assert.match(out, /^-const endpoints = new k8s\.core\.v1\.Endpoints\("ledger-db", \{$/m);
    assert.match(out, /^\+const endpoints = new k8s\.discovery\.v1\.EndpointSlice\("ledger-db", \{$/m);
    assert.doesNotMatch(out, /^[-+].*(?:new k8s\.core\.v1\.Service|dependsOn)/m);
    const { out: report } = run('convert', '--report', '.');
    assert.match(report, /index\.ts:32:\d+ +With "protect" Pulumi cannot delete the old Endpoints/);
    assert.match(
      report,
      /index\.ts:34:\d+ +This expression now returns the name of the EndpointSlice "ledger-db-ipv4"/,
    );
  });

  it('writes programs of several languages, and a second run changes nothing', () => {
    const folder = having({ 'index.ts': program, 'main.go': go });
    assert.equal(folder.run('convert', '--write', '--yes', 'index.ts', 'main.go').code, 0);
    assert.match(readFileSync(join(folder.path, 'index.ts'), 'utf8'), /addressType: "IPv4",/);
    assert.match(readFileSync(join(folder.path, 'main.go'), 'utf8'), /AddressType: pulumi\.String\("IPv4"\),/);
    assert.equal(folder.run('convert', 'index.ts', 'main.go').out, '');
  });

  it('names the place of what is decided when the program runs', () => {
    const mapped = readFileSync(join(root, 'test/data/programs/typescript/mapped.ts'), 'utf8');
    const { run } = having({ 'index.ts': mapped });
    const { out, code } = run('convert', '--report', 'index.ts');
    assert.equal(code, 1);
    assert.match(out, /index\.ts:13:\d+ +"addresses" is not written out in this call/);
  });
});
