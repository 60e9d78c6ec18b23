/** Which texts and modules a search for readers takes: nothing of it is loaded by a check, and its quick tests hide nothing. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isConcerned, isProse } from '../server/src/readers/concerned-texts.ts';
import { detectorsFor, readerDetectors } from '../server/src/readers/detectors.ts';
import { estateOf } from '../server/src/readers/build-estate.ts';
import { findReaders } from '../server/src/readers/find-readers.ts';
import { searchedText } from '../server/src/readers/searched-text.ts';
import { root } from './support/root.ts';
import { staticImportsOf } from './support/source-files.ts';

describe('the search for readers', () => {
  const loadedBy = (...files: readonly string[]): readonly string[] => {
    const loaded = new Set(files.map((file) => join(root, 'server/src', file)));
    for (const file of loaded) for (const other of staticImportsOf(file)) loaded.add(other);
    return [...loaded].map((file) => relative(root, file).replaceAll('\\', '/'));
  };
  const ofReaders = (paths: readonly string[]): readonly string[] =>
    paths.filter((path) => /^server\/src\/(?:cli\/)?readers\//.test(path));

  it('is not loaded by a check', () => {
    assert.deepEqual(ofReaders(loadedBy('cli.ts', 'cli/check/run-check.ts')), []);
    assert.ok(loadedBy('cli.ts', 'cli/check/run-check.ts').length > 100);
    assert.ok(ofReaders(loadedBy('cli/readers/run-readers.ts')).length > 50);
  });

  const folder = join(root, 'test/data/readers');
  const pathsIn = (path: string): readonly string[] =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => pathsIn(join(path, name))) : [path];
  const texts = pathsIn(folder).map((path) => ({ uri: `file://${path}`, text: readFileSync(path, 'utf8') }));
  const estate = estateOf(() => texts.map((each) => searchedText(each)), { objects: [], platform: {} });

  it('leaves no reader out by its quick tests', () => {
    let count = 0;
    for (const named of texts) {
      const text = searchedText(named);
      const chosen = new Set(detectorsFor(named));
      for (const detector of readerDetectors) {
        if (!detector.languages.includes(text.language)) continue;
        const found = detector.find(text, estate);
        count += found.length;
        if (found.length === 0) continue;
        assert.ok(chosen.has(detector), `${detector.find.name} finds ${found[0]?.message ?? ''} in ${named.uri}`);
        assert.ok(isConcerned(named) && !isProse(named.uri), named.uri);
      }
    }
    assert.ok(count > 50);
  });

  it('reads no tree of a text without the words of a reader', () => {
    const deployment =
      'apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - image: web\n          resources: {limits: {cpu: 1}}\n';
    for (const [path, text] of [
      ['web.yaml', deployment],
      ['settings.yaml', 'kind: ConfigMap\ndata:\n  url: https://example.com/api/endpoint\n'],
      ['README.md', '`kubectl get endpoints`'],
      ['web.ts', 'export const endpoints = { orders: "/v1/orders" };'],
    ] as const)
      assert.deepEqual(detectorsFor({ uri: `file:///r/${path}`, text }), [], path);
  });

  it('says which texts with endpoints have parts that cannot be read, whatever else is searched in them', () => {
    const unreadIn = (path: string, text: string): readonly string[] =>
      findReaders([{ uri: path, text }], { objects: [], platform: {} }).unread;
    const broken = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db\n';
    const heredoc = (text: string): string => `locals {\n  a = <<EOT\n${text}EOT\n}\n`;
    for (const [path, text] of [
      ['a.yaml', broken],
      ['a.yml', 'kind: Endpoints\nmetadata:\n<% if a %>\n  name: db\n<% end %>\n'],
      ['main.tf.json', '{"resource": {"kubernetes_endpoints": {"db": {"metadata": }}}}'],
      ['main.tf', heredoc(broken)],
    ] as const)
      assert.deepEqual(unreadIn(path, text), [path], path);
    for (const [path, text] of [
      ['a.yaml', broken.replace('{name: db', '{name: db}')],
      ['a.yaml', broken.replace('Endpoints', 'Service')],
      ['main.tf', heredoc("#!/bin/sh\nkubectl get endpoints db -o 'jsonpath={.subsets' # Endpoints\n")],
    ] as const)
      assert.deepEqual(unreadIn(path, text), [], text);
  });
});
