/** A stream on standard input: what was rendered is said to be in the files that it was made of. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sectionsIn } from '../server/src/cli/inputs/stream.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const named = (name: string, ip = '127.0.0.1'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n  - addresses:\n      - ip: ${ip}\n    ports: [{port: 1}]\n`;
const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports: [{port: 1}]\n';

describe('a stream on standard input', () => {
  const having = temporary(folderOf);
  const placesIn = (text: string, ...args: readonly string[]): readonly string[] => {
    const { out, err } = having({}).runWith(text, 'check', '-', '--format', 'json', '--quiet', ...args);
    assert.equal(err, '');
    const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string; range: { start: { line: number } } }[] };
    return diagnostics.map(({ file, range }) => `${file}:${range.start.line}`);
  };
  const helm = `---\n# Source: db/templates/a.yaml\n${named('db')}---\n# Source: db/templates/svc.yaml\n${service}`;

  it('has the file and the line of what a chart rendered, counted from behind the comment', () => {
    assert.deepEqual(placesIn(helm), ['db/templates/a.yaml:7']);
    assert.deepEqual(placesIn(helm.replaceAll('\n', '\r\n')), ['db/templates/a.yaml:7']);
    assert.deepEqual(placesIn(`\uFEFF${helm.slice(4)}`), ['db/templates/a.yaml:7']);
  });

  it('joins what comes of one file, as it was rendered', () => {
    assert.deepEqual(placesIn(`${helm}---\n# Source: db/templates/a.yaml\n${named('b')}`), [
      'db/templates/a.yaml:7',
      'db/templates/a.yaml:16',
    ]);
  });

  it('keeps what stands before the first comment as standard input', () => {
    assert.deepEqual(placesIn(`${named('a')}${helm}`), ['<stdin>:7', 'db/templates/a.yaml:7']);
    assert.deepEqual(placesIn(`# A note.\n\n${helm.slice(4)}`), ['<stdin>:9'].slice(1).concat('db/templates/a.yaml:7'));
  });

  it('compares the files with each other', () => {
    const { runWith } = having({});
    const { out } = runWith(`${helm}  selector: {app: db}\n`, 'check', '-');
    assert.match(out, /db\/templates\/svc\.yaml:\d+/);
  });

  it('is applied as a whole, whatever the folders of the files', () => {
    const { runWith } = having({});
    const other = service.replace('ports:', 'selector: {app: db}\n  ports:');
    const text = `---\n# Source: db/templates/a.yaml\n${named('db')}---\n# Source: db/charts/x/templates/svc.yaml\n${other}---\n# Source: y/again.yaml\n${named('db')}`;
    const { out } = runWith(text, 'check', '-');
    assert.match(out, /see db\/charts\/x\/templates\/svc\.yaml:6:13 /);
    assert.match(out, /^y\/again\.yaml:4:9 .*duplicate-resource/m);
    const many = Array.from({ length: 3000 }, (_, i) => `---\n# Source: f/${i}.yaml\n${named(`n${i}`, '10.0.0.1')}`);
    assert.match(runWith(many.join(''), 'check', '-').out, /in 3,000 files\./);
  });

  it('reads what endpoints convert printed, whichever way the marker stands', () => {
    const at = having({ 'a.yaml': named('a', '10.0.0.1'), 'b.yaml': `---\n${named('b', '10.0.0.1')}` });
    const { out } = at.run('convert', '--stdout', '.');
    assert.deepEqual(
      sectionsIn(out).map(({ name }) => name),
      ['a.yaml', 'b.yaml'],
    );
    const checked = at.runWith(out.replaceAll('10.0.0.1', '127.0.0.1'), 'check', '-', '--format', 'json');
    const { diagnostics } = JSON.parse(checked.out) as { diagnostics: { file: string; code: string }[] };
    assert.deepEqual(
      diagnostics.filter(({ code }) => code === 'loopback-ip').map(({ file }) => file),
      ['a.yaml', 'b.yaml'],
    );
  });

  it('is not taken apart within an object, by a page, or in JSON', () => {
    const config = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: |\n    ---\n    # Source: x.yaml\n    b: 1\n`;
    assert.deepEqual(placesIn(`${config}---\n${named('a')}`), ['<stdin>:16']);
    assert.deepEqual(placesIn(`${named('a')}# Source: end.yaml\n`), ['<stdin>:7']);
    assert.deepEqual(placesIn(`---\n# Source: https://example.com/a.yaml\n${named('a')}`), ['<stdin>:9']);
    assert.deepEqual(placesIn(`---\n# Source: \n${named('a')}`), ['<stdin>:9']);
    const json = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: '# Source: x' },
      subsets: [],
    });
    assert.deepEqual(sectionsIn(`${json}\n# Source: x\n`).length, 1);
  });

  it('names files that are neither read nor written', () => {
    const at = having({
      'secret.yaml': named('secret'),
      'kustomization.yaml': 'patches:\n- path: secret.yaml\n',
    });
    const { out, err, code } = at.runWith(`# Source: secret.yaml\n${named('a')}`, 'check', '-', '--quiet');
    assert.match(out, /^secret\.yaml:7:13 /);
    assert.deepEqual([err, code, out.includes('1 resource in 1 file')], ['', 1, true]);
    const gone = at.runWith(`# Source: ../../none\u001b[31m.yaml\n${named('a')}`, 'check', '-', '--quiet');
    assert.ok(gone.out.startsWith('../../none') && !gone.out.includes('\u001b'), gone.out);
    assert.equal(existsSync(join(at.path, '../../none.yaml')), false);
    assert.deepEqual(at.runWith(helm, 'check', '-', '--fix').code, 2);
  });

  it('is what kubectl exports, without a finding that would fail the run', () => {
    const metadata = {
      name: 'db',
      namespace: 'shop',
      uid: '4d4f5a38-5b63-4f7e-9d3f-0a1b2c3d4e5f',
      resourceVersion: '123456',
      creationTimestamp: '2026-01-01T00:00:00Z',
    };
    const fields = {
      manager: 'kube-controller-manager',
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:subsets': {} },
    };
    const subsets = [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ name: 'pg', port: 5432, protocol: 'TCP' }] }];
    const item = { apiVersion: 'v1', kind: 'Endpoints', metadata: { ...metadata, managedFields: [fields] }, subsets };
    const list = { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: [item] };
    const { runWith } = having({});
    for (const text of [JSON.stringify(list, null, 4), JSON.stringify(list)]) {
      const { out, err, code } = runWith(text, 'check', '-', '--max-warnings', '0');
      assert.deepEqual([err, code], ['', 0]);
      assert.match(out, /^\d info in 1 resource in 1 file\.$/m);
    }
  });

  it('is taken apart in no time, however many comments there are', () => {
    const many = '---\n# Source: a.yaml\nb: 1\n'.repeat(100_000);
    assert.equal(sectionsIn(many).length, 1);
    assert.equal(sectionsIn('# Source: \n'.repeat(100_000)).length, 1);
  });
});
