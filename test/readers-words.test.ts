/** Texts full of the word that read nothing: this project, its pages, and those of its packages. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReaders, findReadersInSteps } from '../server/src/readers/find-readers.ts';
import { searchedText } from '../server/src/readers/searched-text.ts';
import { readersOfTexts } from './support/reader-project.ts';
import { recordedRepositories, textsOfFolder } from './support/recorded-readers.ts';
import { root } from './support/root.ts';

type Files = Readonly<Record<string, string>>;

/** With one hand-written object, as nothing would be a surprise without one. */
const database = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\nsubsets: []\n';

function foundIn(files: Files): readonly string[] {
  const texts = Object.entries(files).map(([path, text]) => ({ uri: `file:///r/${path}`, text }));
  return readersOfTexts(texts).map(({ uri, kind, message }) => `${uri} ${kind}: ${message}`);
}

describe('words that read nothing', () => {
  it('are in the files without readers of all recorded repositories together', () => {
    const files = recordedRepositories().flatMap(({ name, folder, silent }) =>
      Object.entries(textsOfFolder(folder)).flatMap(([path, text]) =>
        silent.includes(path) ? [[`${name}/${path}`, text] as const] : [],
      ),
    );
    assert.ok(files.length > 20);
    assert.deepEqual(foundIn(Object.fromEntries(files)), []);
  });

  it('are in the programs and pages of this project', () => {
    const files = ['server/src', 'client/src', 'docs', 'schemas', 'scripts'].flatMap((folder) =>
      Object.entries(textsOfFolder(join(root, folder))).map(([path, text]) => [`${folder}/${path}`, text] as const),
    );
    assert.ok(files.length > 1000);
    const texts = [...files, ['db.yaml', database] as const].map(([path, text]) => ({
      uri: `file:///r/${path}`,
      text,
    }));
    const objects = [{ uri: 'file:///r/db.yaml', namespace: 'shop', name: 'db' }];
    const { readers } = findReaders(texts, { objects, platform: {} });
    assert.deepEqual(
      readers.map(({ uri, kind }) => `${uri} ${kind}`),
      [],
    );
  });

  it('are in the pages of packages, also under other names', () => {
    const packages = join(root, 'node_modules');
    const pages = readdirSync(packages).flatMap((name) => {
      const path = join(packages, name, 'README.md');
      return existsSync(path) ? [[name, readFileSync(path, 'utf8')] as const] : [];
    });
    for (const ending of ['md', 'yaml', 'sh', 'robot', 'txt']) {
      const files = Object.fromEntries(pages.map(([name, text]) => [`${name}/page.${ending}`, text]));
      assert.deepEqual(foundIn({ ...files, 'db.yaml': database }), [], ending);
    }
  });

  it('are in texts that Helm has rendered from a chart in sight', () => {
    const role = (name: string): string =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}}\nrules:\n  - apiGroups: [""]\n    resources: [endpoints]\n    verbs: [get]\n`;
    const rendered = `---\n# Source: reader/templates/role.yaml\n${role('reader')}`;
    assert.equal(foundIn({ 'examples/all.yaml': rendered }).length, 1);
    assert.equal(foundIn({ 'examples/all.yaml': rendered, 'charts/other/templates/role.yaml': role('a') }).length, 2);
    const both = foundIn({ 'examples/all.yaml': rendered, 'charts/reader/templates/role.yaml': role('{{ .Name }}') });
    assert.deepEqual(
      both.map((line) => line.split(':')[1]?.split(' ')[0]),
      ['///r/charts/reader/templates/role.yaml'],
    );
    const searched = Object.entries({
      'examples/all.yaml': rendered,
      'charts/reader/templates/role.yaml': role('a'),
    }).map(([uri, text]) => searchedText({ uri, text }));
    const steps = findReadersInSteps(searched, { objects: [], platform: {} });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    assert.deepEqual(
      step.value.readers.map(({ uri }) => uri),
      ['charts/reader/templates/role.yaml'],
    );
  });
});
