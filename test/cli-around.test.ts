/** What one file says of another, through the command line: in whatever order they are read, and whatever kinds they hold. */
import assert from 'node:assert/strict';
import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, runCli, withoutColors, writeFiles, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { pod } from './support/workspace-texts.ts';

const endpoints = (name: string, address = 'ip: 10.0.0.1'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: shop\nsubsets:\n  - addresses:\n      - ${address}\n    ports:\n      - port: 80\n`;
const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  namespace: shop\nspec:\n  ports:\n    - port: 80\n`;
const made = (kind: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: ${kind}\nmetadata:\n  name: release\n  namespace: shop\n`;
const inShop = (text: string): string => text.replace('metadata:\n', 'metadata:\n  namespace: shop\n');
const meansPod = endpoints('db', 'ip: 10.0.0.1\n        targetRef: {kind: Pod, namespace: shop, name: orders-primry}');

interface Row {
  readonly file: string;
  readonly code: string;
  readonly related: readonly { readonly file: string; readonly line: number }[];
}

describe('files around one on the command line', () => {
  const having = temporary(folderOf);
  const rowsOf = ({ run }: Folder, ...paths: readonly string[]): readonly Row[] => {
    const { out, err } = run('check', '--format', 'json', ...paths);
    assert.equal(err, '');
    return (JSON.parse(out) as { readonly diagnostics: readonly Row[] }).diagnostics;
  };
  const shown = (rows: readonly Row[]): readonly string[] =>
    rows
      .filter(({ code }) => code !== 'deprecated-endpoints')
      .map(({ file, code, related }) => [file, code, ...related.map((each) => `${each.file}:${each.line}`)].join(' '));

  it('finds what a targetRef means among objects of foreign kinds, before and behind it', () => {
    for (const name of ['a.yaml', 'z.yaml']) {
      const rows = shown(rowsOf(having({ 'm.yaml': meansPod, [name]: inShop(pod('orders-primary')) })));
      assert.deepEqual(rows, [`m.yaml mismatched-target ${name}:5`]);
    }
    assert.deepEqual(shown(rowsOf(having({ 'm.yaml': meansPod, 'z.yaml': made('Kustomization') }))), []);
  });

  it('finds the Service of a named file by its whole name, however the name is spelled', () => {
    const external = (spelled: string): string => `${service(spelled)}  type: ExternalName\n`;
    const rowsBeside = (text: string): readonly string[] =>
      shown(rowsOf(having({ 'm.yaml': endpoints('db'), 'services.yaml': text }), 'm.yaml'));
    const longer = `${external('db-2')}---\n${external('my-db')}---\n${external('db2')}`;
    assert.deepEqual(rowsBeside(longer), ['m.yaml missing-service services.yaml:4']);
    for (const spelled of ['db', '"db"', "'db'", '&name db', 'db # the database']) {
      const [row = '', ...more] = rowsBeside(`${longer}---\n${external(spelled)}`);
      assert.match(row, /^m\.yaml external-name-service services\.yaml:/, spelled);
      assert.deepEqual(more, []);
    }
    const metadata = { namespace: 'shop', name: 'db' };
    const json = JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata, spec: { type: 'ExternalName' } });
    assert.match(rowsBeside(json).join(), /^m\.yaml external-name-service/);
  });

  it('says the same of a file, whether those around it are read before or behind it', () => {
    const around = (lead: string): Readonly<Record<string, string>> => ({
      'm.yaml': `${endpoints('db')}---\n${endpoints('ordres')}`,
      [`${lead}-1.yaml`]: `${service('db')}  type: ExternalName\n  externalName: a\n`,
      [`${lead}-2.yaml`]: `${endpoints('orders')}---\n${service('orders')}`,
      [`${lead}-3.yaml`]: `${service('users')}---\n${endpoints('db')}`,
    });
    const rows = ['a', 'z'].map((lead) => {
      const found = shown(rowsOf(having(around(lead))));
      return found.map((row) => row.replaceAll(`${lead}-`, '')).sort();
    });
    assert.deepEqual(rows[0], rows[1]);
    assert.deepEqual(rows[0], [
      '3.yaml external-name-service 1.yaml:9',
      'm.yaml external-name-service 1.yaml:9',
      'm.yaml missing-service',
    ]);
  });

  it('tells many files apart that lack their Service, although each adds to the names', () => {
    const count = 100;
    const files = Array.from({ length: count }, (_, i): [string, string] => [
      `${String(i).padStart(3, '0')}.yaml`,
      `${endpoints(`lost-${i}-abcdefgh`)}---\n${service(`front-${i}-qrstuvwx`)}`,
    ]);
    const rows = rowsOf(having(Object.fromEntries(files))).filter(({ code }) => code === 'missing-service');
    assert.deepEqual(
      rows.map(({ file }) => file),
      files.map(([name]) => name),
    );
  });

  it('leaves the Service to a release of a foreign kind, and to that kind alone', () => {
    const files = { 'a.yaml': endpoints('db'), 'b.yaml': service('web') };
    assert.deepEqual(shown(rowsOf(having({ ...files, 'c.yaml': made('HelmRelease') }))), []);
    assert.deepEqual(shown(rowsOf(having({ ...files, 'c.yaml': made('Kustomization') }))), ['a.yaml missing-service']);
  });

  it('passes over foreign files that are no text, and says so of those that are named or too large', () => {
    const bytes = Buffer.from([...Buffer.from('apiVersion: v1\nkind: Secret\n'), 0xff, 0xfe, 0x00]);
    const { run, path } = having({ 'a.yaml': endpoints('db'), 'b.yaml': bytes, 'c.yaml': pod('p'), 'd.yaml': '' });
    assert.deepEqual([run('check').err, run('check').code], ['', 0]);
    const named = run('check', 'b.yaml');
    assert.deepEqual(
      [named.err, named.code],
      ['endpoints: b.yaml is not UTF-8 text. Save it as UTF-8, or exclude it.\n', 2],
    );
    truncateSync(join(path, 'c.yaml'), 40 * 1024 * 1024);
    const large = run('check');
    assert.deepEqual(
      [large.err, large.code],
      ['endpoints: c.yaml has 40 MiB; files above 32 MiB are not read. Split it, or use --max-file-size 40MiB.\n', 2],
    );
  });

  it('reads files that fill its buffer, and those with more than ASCII', () => {
    const filler = (length: number): string => `# ${'x'.repeat(length - 3)}\n`;
    const bad = endpoints('db', 'ip: 127.0.0.1');
    for (const length of [65_536, 65_535, 65_537, 200_000]) {
      const text = filler(length - bad.length) + bad;
      assert.equal(text.length, length);
      const rows = rowsOf(having({ 'a.yaml': text, 'b.yaml': `\uFEFF# é😀\n${bad}`, 'c.yaml': pod('p') }), '.');
      assert.deepEqual(shown(rows), ['a.yaml loopback-ip', 'b.yaml loopback-ip']);
    }
  });

  it('reports at a Service what it takes from Endpoints in a file that is only read', () => {
    const selecting = service('db').replace('spec:\n', 'spec:\n  selector: {app: db}\n');
    const folder = having({ 'service.yaml': selecting, 'endpoints.yaml': endpoints('db') });
    const code = 'overwritten-by-selector';
    assert.deepEqual(shown(rowsOf(folder, 'service.yaml')), [`service.yaml ${code} endpoints.yaml:7`]);
    assert.deepEqual(shown(rowsOf(folder, 'endpoints.yaml')), [`endpoints.yaml ${code} service.yaml:7`]);
    assert.deepEqual(shown(rowsOf(folder, '.')), [`endpoints.yaml ${code} service.yaml:7`]);
  });

  it('relates a part of the files as the whole run does, and reports nothing in the others', () => {
    const files = {
      'svc-a.yaml': service('a'),
      'ep-a.yaml': endpoints('a'),
      'svc-b.yaml': service('b'),
      'bad.yaml': endpoints('c', 'ip: 127.0.0.1'),
    };
    const folder = having({ ...files, 'base/db.yaml': service('db'), 'base/prod/db.yaml': endpoints('dbb') });
    assert.deepEqual(shown(rowsOf(folder, 'ep-a.yaml', 'svc-b.yaml')), []);
    assert.deepEqual(shown(rowsOf(folder, 'base/prod')), ['base/prod/db.yaml missing-service base/db.yaml:4']);
    // What is left out of the whole run is left out around a part of it, too.
    assert.deepEqual(shown(rowsOf(folder, 'base/prod', '!base/db.yaml')), ['base/prod/db.yaml missing-service']);
    const { out, code } = folder.run('check', 'ep-a.yaml');
    assert.match(out, /1 hint in 1 resource in 1 file\.\n$/);
    assert.equal(code, 0);
  });

  it('names the same other place in a part of the files as in all', () => {
    const slice = (name: string): string =>
      `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: ${name}\n  namespace: shop\n  labels:\n    kubernetes.io/service-name: db\naddressType: IPv4\nendpoints:\n- addresses: [10.0.0.1]\nports: [{name: sql, port: 80}]\n`;
    const ports = '- {name: sql, port: 80}\n    - {name: web, port: 81}';
    const folder = having({
      'a.yaml': slice('db-1'),
      'b.yaml': slice('db-2'),
      'svc.yaml': service('db').replace('- port: 80', ports),
    });
    for (const part of [['.'], ['svc.yaml'], ['b.yaml', 'svc.yaml']])
      assert.deepEqual(shown(rowsOf(folder, ...part)), ['svc.yaml unserved-port a.yaml:11']);
  });

  it('looks around up to the root of the repository, and outside of one up to the current directory', () => {
    const around = having({
      'svc.yaml': service('db'),
      'repo/a/ep.yaml': endpoints('dbb'),
      'repo/b/x.yaml': service('x'),
    });
    assert.deepEqual(shown(rowsOf(around, 'repo/a')), ['repo/a/ep.yaml missing-service svc.yaml:4']);
    mkdirSync(join(around.path, 'repo/.git'));
    assert.deepEqual(shown(rowsOf(around, 'repo/a')), ['repo/a/ep.yaml missing-service']);
  });

  it('reads what a kustomization includes from elsewhere, but nothing outside of a repository', () => {
    const { path } = having({
      'base/kustomization.yaml': 'resources: [svc.yaml, ../more/x.yaml]\n',
      'base/svc.yaml': service('db'),
      'more/x.yaml': service('dbbb'),
      'more/unused.yaml': service('dbb'),
      'overlays/prod/kustomization.yaml': 'resources: [../../base, ep.yaml]\n',
      'overlays/prod/ep.yaml': endpoints('dbb'),
    });
    const rows = (): readonly string[] => {
      const args = ['check', '.', '--format', 'json'];
      const { out, err } = runCli({ args, cwd: join(path, 'overlays/prod'), env: withoutColors() });
      assert.equal(err, '');
      return shown((JSON.parse(out) as { readonly diagnostics: readonly Row[] }).diagnostics);
    };
    assert.deepEqual(rows(), [
      'ep.yaml missing-service ../../base/svc.yaml:4',
      '../../base/kustomization.yaml rejected-kustomization',
    ]);
    mkdirSync(join(path, 'overlays/.git'));
    assert.deepEqual(rows(), []);
  });

  it('reports nothing as missing where something around cannot be read', () => {
    const { run, path } = having({ 'a.yaml': endpoints('db'), 'b.yaml': service('web'), 'c.yaml': '' });
    truncateSync(join(path, 'c.yaml'), 40 * 1024 * 1024);
    const { out, err, code } = run('check', 'a.yaml');
    assert.ok(!out.includes('missing-service'), out);
    assert.match(err, /^endpoints: c\.yaml has 40 MiB.* So objects that may be there are not reported as missing\.\n$/);
    assert.equal(code, 0);
  });

  it('searches 10,000 manifests at most, the nearest directories first', () => {
    const far = Object.fromEntries(Array.from({ length: 9_998 }, (_, i) => [`far/${i}.yaml`, '']));
    const near = {
      'near/ep.yaml': endpoints('dbb'),
      'near/ep-2.yaml': endpoints('db'),
      'near/svc.yaml': service('db'),
    };
    const folder = having({ ...far, ...near, '.git/HEAD': '' });
    assert.deepEqual(shown(rowsOf(folder, 'near/ep.yaml')), ['near/ep.yaml missing-service']);
    writeFiles(folder.path, { 'far/more.yaml': '' });
    const { out, err, code } = folder.run('check', 'near/ep.yaml', '--format', 'json');
    const said = `There are more than 10,000 manifests or directories around the named files. So objects that may be there are not reported as missing.`;
    assert.deepEqual([err, code], [`endpoints: ${said}\n`, 0]);
    assert.ok(!out.includes('missing-service'), out);
  });

  it('takes a large current directory outside of a repository for a home directory', () => {
    const far = Array.from({ length: 999 }, (_, i): [string, string] => [`far/${i}/readme.txt`, '']);
    const near = { 'near/deep/svc.yaml': service('db'), 'near/ep.yaml': endpoints('dbb'), 'svc.yaml': service('dbb') };
    const { path, run } = having({ ...near, ...Object.fromEntries(far.slice(0, 990)) });
    const outcome = (): readonly [boolean, string, number | null] => {
      const { out, err, code } = run('check', 'near/ep.yaml', '--format', 'json');
      return [out.includes('missing-service'), err, code];
    };
    assert.deepEqual(outcome(), [false, '', 0]);
    writeFiles(path, Object.fromEntries(far));
    assert.deepEqual(outcome(), [true, '', 0]);
    mkdirSync(join(path, '.git'));
    assert.deepEqual(outcome(), [false, '', 0]);
  });

  it('leaves out vendor and testdata, names them, and reads them where they are named or included', () => {
    const bad = endpoints('db', 'ip: 127.0.0.1');
    const files = {
      'a.yaml': service('db'),
      'vendor/x/b.yaml': bad,
      'pkg/testdata/c.yaml': bad,
      'vendor.yaml': service('x'),
    };
    const folder = having(files);
    const { out, code } = folder.run('check');
    assert.match(
      out,
      /^No problems in 2 resources in 2 files\. Left out \(setting exclude\): pkg\/testdata\/ and vendor\/\.\n$/,
    );
    assert.equal(code, 0);
    const json = JSON.parse(folder.run('check', '--format', 'json').out) as { readonly leftOut: unknown };
    assert.deepEqual(json.leftOut, ['pkg/testdata', 'vendor']);
    for (const path of ['vendor', 'vendor/x', 'vendor/x/b.yaml'])
      assert.deepEqual(shown(rowsOf(folder, path)), ['vendor/x/b.yaml loopback-ip']);
    const included = having({ ...files, 'endpoints.config.yaml': 'exclude: ["!vendor/"]\n' });
    assert.deepEqual(shown(rowsOf(included)), ['vendor/x/b.yaml loopback-ip']);
    assert.match(
      folder.run('slices', '.').err,
      /^endpoints: Left out \(setting exclude\): pkg\/testdata\/ and vendor\/\.\n$/,
    );
    assert.ok(
      !having({ ...files, '.gitignore': 'vendor\ntestdata\n' })
        .run('check')
        .out.includes('Left out'),
    );
  });

  it('reads files up to the size of an option', () => {
    const folder = having({ 'a.yaml': `${endpoints('db', 'ip: 127.0.0.1')}${'#'.repeat(3000)}\n` });
    const { err, code } = folder.run('check', '--max-file-size', '2KiB');
    const said =
      'endpoints: a.yaml has 4 KiB; files above 2 KiB are not read. Split it, or use --max-file-size 4KiB.\n';
    assert.deepEqual([err, code], [said, 2]);
    for (const command of ['check', 'slices', 'convert', 'apply']) {
      assert.equal(folder.run(command, 'a.yaml', '--max-file-size', '2k').err.includes(said), true, command);
      assert.equal(folder.run(command, 'a.yaml', '--max-file-size', '4kB').err.includes('files above'), false, command);
    }
    for (const size of ['', 'much', '0', '-1', '1T', '1GiB']) {
      const refused = folder.run('check', `--max-file-size=${size}`);
      assert.match(refused.err, /^endpoints: --max-file-size .* Use /);
      assert.equal(refused.code, 2);
    }
  });
});
