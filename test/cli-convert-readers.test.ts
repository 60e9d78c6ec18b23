/** `endpoints convert --readers`: what is written and what is held back, the plan, and patches that git applies. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type Folder } from './support/process.ts';

const endpoints = (name: string, ip = '10.0.0.1'): string => `apiVersion: v1
kind: Endpoints
metadata:
  name: ${name}
  namespace: shop
subsets:
  - addresses:
      - ip: ${ip}
    ports:
      - port: 80
`;

const role = (name: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${name}
rules:
  - apiGroups: ['']
    resources: [endpoints]
    verbs: [get]
`;

const script = 'kubectl get endpoints db -n shop -o json | jq .subsets\n';

describe('convert --readers', () => {
  let folder: Folder;
  const use = (files: Readonly<Record<string, string>>): void => void (folder = folderOf(files));
  const text = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  const write = (...args: readonly string[]) => folder.run('convert', '--write', '--readers', '--yes', ...args);
  afterEach(() => folder.remove());

  it('changes no file around the named ones', () => {
    use({ 'apps/db.yaml': endpoints('db'), 'access/role.yaml': role('reader') });
    const { err, code } = write('apps');
    assert.equal(text('access/role.yaml'), role('reader'));
    assert.match(text('apps/db.yaml'), /kind: EndpointSlice/);
    assert.match(err, /For a person:\n {4}access\/role\.yaml:7:17 {2}rbac-rule\n/);
    assert.equal(code, 1);
  });

  it('does not convert an object that a reader still loses', () => {
    use({ 'db.yaml': `${endpoints('db')}---\n${role('reader')}`, 'web.yaml': endpoints('web'), 'a.sh': script });
    const { err, code } = write('.');
    assert.match(err, /Skipped the conversion of a file, because a reader loses its objects\..*\nWrote 2 files\.\n$/);
    assert.match(text('db.yaml'), /kind: Endpoints\n[^]*endpointslices/);
    assert.match(text('web.yaml'), /kind: EndpointSlice/);
    assert.equal(code, 1);
    assert.match(write('--ignore-readers', '.').err, /\nWrote 1 file\.\n$/);
    assert.doesNotMatch(text('db.yaml'), /kind: Endpoints\n/);
  });

  it('reports a file that cannot be written or read', () => {
    use({ 'db.yaml': endpoints('db') });
    chmodSync(join(folder.path, 'db.yaml'), 0o444);
    const { err, code } = write('.');
    assert.match(err, /db\.yaml cannot be written \(it is read-only\)\. .*\nWrote 0 of 1 file\.\n$/);
    assert.equal(code, 2);
    writeFileSync(join(folder.path, 'a.sh'), Buffer.from(`# caf\xe9\n${script}`, 'latin1'));
    for (const args of [['readers'], ['convert', '--readers'], ['convert']]) {
      const ran = folder.run(...args, '.');
      assert.match(ran.err, /a\.sh is not UTF-8 text\. Save it as UTF-8, or exclude it\./);
      assert.equal(ran.code, 2);
    }
  });

  it('changes a file once, and not through a link', () => {
    use({ 'db.yaml': endpoints('db'), 'role.yaml': role('reader') });
    symlinkSync('role.yaml', join(folder.path, 'link.yaml'));
    assert.doesNotMatch(folder.run('convert', '--readers', '.').out, /link\.yaml/);
  });

  it('writes patches that git applies, and commands with quoted names', () => {
    const [odd, spaced] = ["the role's $(x).yaml", 'größe 1/db.yaml'];
    use({
      [odd]: role('reader'),
      [spaced]: `\uFEFF${endpoints('db')}`,
      'crlf.yaml': role('b').replaceAll('\n', '\r\n'),
    });
    const { err } = folder.run('convert', '--readers', '--steps', 'the plan', folder.path);
    assert.equal(err, 'Wrote plan.md and 3 patch files to the plan.\n');
    const plan = text('the plan/plan.md');
    assert.ok(plan.includes(`git apply 'the plan/1-access.patch'\n`), plan);
    assert.ok(plan.includes(String.raw`the role'\''s $(x).yaml'`), plan);
    const patches = readdirSync(join(folder.path, 'the plan')).filter((name) => name.endsWith('.patch'));
    for (const name of patches.sort()) execFileSync('git', ['apply', `the plan/${name}`], { cwd: folder.path });
    assert.match(text(spaced), /^\uFEFFapiVersion: discovery/);
    assert.match(text(odd), /endpointslices/);
    assert.match(text('crlf.yaml'), /endpointslices\]\r\n/);
    assert.equal(folder.run('readers', '.').out, 'No readers of Endpoints in 7 files.\n');
  });

  it('writes no patch for a file outside of the current directory', () => {
    use({ 'a/role.yaml': role('reader'), 'b/c.txt': '' });
    const { err, code } = folder.run('convert', '--readers', '--steps', 'b/x', '.');
    assert.deepEqual([err, code], ['Wrote plan.md and 1 patch file to b/x.\n', 0]);
    const inside = folderOf({});
    const outside = inside.run('convert', '--readers', '--steps', 'x', join(folder.path, 'a'));
    inside.remove();
    assert.match(
      outside.err,
      /^endpoints: --steps writes patches for the current directory, and ".*" is outside of it\./,
    );
    assert.equal(outside.code, 2);
  });

  it('lists what a person does, with the lines of the files as they are', () => {
    const monitor = role('other').replace('[get]', '[get, patch]');
    use({ 'db.yaml': `${endpoints('db')}---\n${monitor}`, 'bad.yaml': endpoints('bad', '10.0.0.300') });
    const { out } = folder.run('convert', '--readers', '--report', '.');
    assert.match(out, /\n {4}db\.yaml:18:17 {2}rbac-rule\n/);
    assert.match(out, /To convert by hand:\n {4}bad\.yaml:2:7 {2}Endpoints shop\/bad\n {6}It has an error: /);
    const { err } = write('.');
    const [, line] = /db\.yaml:(\d+):17 {2}rbac-rule/.exec(err) ?? [];
    assert.match(text('db.yaml').split('\n')[Number(line) - 1] ?? '', /resources: \[endpoints\]/);
  });
});

describe('convert --readers with kustomizations', () => {
  const overlay = (name: string): string => `namespace: shop-${name}
namePrefix: ${name}-
resources: [../base]
patches:
  - target: { kind: Endpoints, name: db }
    patch: |-
      - op: replace
        path: /subsets/0/addresses/0/ip
        value: 10.0.0.9
`;
  const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 80\n---\n';
  const files = {
    'base/kustomization.yaml': 'resources: [db.yaml, role.yaml]\n',
    'base/db.yaml': service + endpoints('db').replace('  namespace: shop\n', ''),
    'base/role.yaml': role('reader'),
    'dev/kustomization.yaml': overlay('dev'),
    'prod/kustomization.yaml': overlay('prod'),
  };

  it('plans no task for patches that the conversion changes, and names what is built', () => {
    const folder = folderOf(files);
    const { out } = folder.run('convert', '--readers', '--report', '--format', 'markdown', '.');
    folder.remove();
    assert.match(out, /^1 object to convert, 4 files to change, 0 tasks for a person\.$/m);
    assert.doesNotMatch(out, /kubectl apply/);
    assert.match(out, /kubectl delete endpoints dev-db -n shop-dev\nkubectl delete endpoints prod-db -n shop-prod\n/);
  });
});
