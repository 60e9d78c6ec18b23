/** What one file says of another, through the command line: in whatever order they are read, and whatever kinds they hold. */
import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { pod } from './support/workspace-texts.ts';

const endpoints = (name: string, address = 'ip: 10.0.0.1'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: shop\nsubsets:\n  - addresses:\n      - ${address}\n`;
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

  it('says the same of a file, whether those around it are read before or behind it', () => {
    const around = (lead: string): Readonly<Record<string, string>> => ({
      'm.yaml': `${endpoints('db')}---\n${endpoints('ordres')}`,
      [`${lead}-1.yaml`]: `${service('db')}  type: ExternalName\n`,
      [`${lead}-2.yaml`]: `${endpoints('orders')}---\n${service('orders')}`,
      [`${lead}-3.yaml`]: `${service('users')}---\n${endpoints('db')}`,
    });
    const rows = ['a', 'z'].map((lead) => {
      const found = shown(rowsOf(having(around(lead))));
      return found.map((row) => row.replaceAll(`${lead}-`, '')).sort();
    });
    assert.deepEqual(rows[0], rows[1]);
    assert.deepEqual(rows[0], [
      '2.yaml missing-ports 2.yaml:17',
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
      ['endpoints: c.yaml has 40 MiB; files above 32 MiB are not read. Split it.\n', 2],
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
});
