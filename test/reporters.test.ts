/** Each reporter on one folder that has something of everything, byte for byte; `UPDATE=1` writes the expected reports anew. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reporterNames, type ReporterName } from '../server/src/reports/reporters.ts';
import { folderOf, type Folder } from './support/process.ts';
import { readGithub, readTap, readXml, sarifFaults } from './support/reports.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/reports');
const isUpdate = process.env['UPDATE'] === '1';

const endings: Readonly<Record<ReporterName, string>> = {
  text: 'txt',
  json: 'json',
  sarif: 'sarif',
  'code-scanning': 'code-scanning.sarif',
  github: 'github.txt',
  gitlab: 'gitlab.json',
  junit: 'junit.xml',
  checkstyle: 'checkstyle.xml',
  tap: 'tap',
};

/** What is wrong with the form of a report is thrown, or answered. */
const readers: Readonly<Record<ReporterName, (text: string) => unknown>> = {
  text: () => [],
  json: (text) => JSON.parse(text),
  sarif: (text) => assert.deepEqual(sarifFaults(text), []),
  'code-scanning': (text) => assert.deepEqual(sarifFaults(text), []),
  github: readGithub,
  gitlab: (text) => JSON.parse(text),
  junit: readXml,
  checkstyle: readXml,
  tap: readTap,
};

describe('reporters', () => {
  let input: Folder;
  before(() => {
    input = folderOf(filesBelow(join(folder, 'input')));
  });
  after(() => input.remove());

  for (const name of reporterNames) {
    it(name, () => {
      const { code, out, err } = input.run('check', 'k8s', 'gone.yaml', '--format', name);
      assert.equal(code, 2);
      assert.equal(err, 'endpoints: gone.yaml does not exist. Check the path.\n');
      readers[name](out);
      // The one that names the working directory.
      const text = out.replaceAll(pathToFileURL(input.path).href, 'file:///repository');
      const path = join(folder, `report.${endings[name]}`);
      if (isUpdate) writeFileSync(path, text);
      assert.equal(text, readFileSync(path, 'utf8'));
    });
  }

  it('all at once, into files', () => {
    const outputs = reporterNames.flatMap((name) => ['--format', name, '--output', `out-${name}`]);
    const { code, out } = input.run('check', 'k8s', 'gone.yaml', ...outputs);
    assert.equal(code, 2);
    assert.equal(out, '');
    for (const name of reporterNames) {
      const text = readFileSync(join(input.path, `out-${name}`), 'utf8');
      const expected = readFileSync(join(folder, `report.${endings[name]}`), 'utf8');
      assert.equal(text.replaceAll(pathToFileURL(input.path).href, 'file:///repository'), expected);
    }
  });

  it('as text: the summary counts what --fix can correct', () => {
    const manifest = folderOf({});
    const header = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\nsubsets:\n';
    const said = (address: string, ...ports: readonly string[]): string => {
      const list = ports.map((port) => `{port: ${port}}`).join(', ');
      const text = `${header}  - addresses: [{ip: ${address}}]\n    ports: [${list}]\n`;
      return manifest.runWith(text, 'check', '-', '--quiet').out;
    };
    assert.match(said('10.0.0.1', '"80"'), /^1 finding has a safe fix\. Apply it with --fix\.$/m);
    assert.match(said('127.0.0.1', '"80"'), /^1 finding has a safe fix\. Apply it with --fix\.$/m);
    assert.match(
      said('10.0.0.1', '"80", name: a', '"81", name: b'),
      /^2 findings have a safe fix\. Apply them with --fix\.$/m,
    );
    manifest.remove();
  });

  it('not over a manifest', () => {
    const manifest = folderOf({ 'a.yaml': 'a: 1\n' });
    const { code, err } = manifest.run('check', '--output', 'a.yaml');
    const text = readFileSync(join(manifest.path, 'a.yaml'), 'utf8');
    manifest.remove();
    const said =
      '--output a.yaml has the name of a manifest, so it is not overwritten. Use another file for the report.';
    assert.deepEqual([code, err, text], [2, `endpoints: ${said}\n`, 'a: 1\n']);
  });

  for (const name of reporterNames) {
    it(`${name} of nothing`, () => {
      const empty = folderOf({});
      const { code, out, err } = empty.run('check', '--format', name);
      empty.remove();
      assert.equal(code, 0);
      assert.equal(err, '');
      readers[name](out);
    });
  }
});

function filesBelow(path: string): Readonly<Record<string, Buffer>> {
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [file.slice(path.length + 1), readFileSync(file)];
    }),
  );
}
