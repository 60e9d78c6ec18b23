/** Proofs of the changes of readers in the recorded repositories: the exact lines, also with CRLF, and once only. */
import assert from 'node:assert/strict';
import { applyReaderFixes } from '../server/src/readers/apply-fixes.ts';
import { findReaders } from '../server/src/readers/find-readers.ts';
import { lineChanges } from './support/line-changes.ts';
import { objectsOfTexts } from './support/reader-project.ts';
import { parsedDocuments } from './support/reader-spellings.ts';
import { recordedChanges } from './support/recorded-changes.ts';
import { recordedRepositories, textsOfFolder } from './support/recorded-readers.ts';

const base = 'file:///r/';

function changesIn(folder: string, spell: (text: string) => string) {
  const texts = Object.entries(textsOfFolder(folder)).map(([path, text]) => ({ uri: base + path, text: spell(text) }));
  const options = { objects: objectsOfTexts(texts), platform: {} };
  const wanted = findReaders(texts, options).readers.filter(({ change }) => change === 'rewrite');
  const { changes, left } = applyReaderFixes(texts, options, ({ change }) => change === 'rewrite');
  assert.equal(changes.flatMap(({ readers }) => readers).length, wanted.length, 'A change is not made.');
  assert.deepEqual(
    left.filter(({ change }) => change === 'rewrite'),
    [],
  );
  const after = new Map(changes.map((each) => [each.uri, each.after]));
  const again = texts.map((each) => ({ ...each, text: after.get(each.uri) ?? each.text }));
  assert.deepEqual(applyReaderFixes(again, options, () => true).changes, []);
  return changes;
}

describe('changes of readers in recorded repositories', () => {
  for (const { name, folder } of recordedRepositories()) {
    it(`are proven in ${name}`, () => {
      const normal = changesIn(folder, (text) => text.replaceAll('\r\n', '\n'));
      const shown = normal.flatMap(({ uri, before, after }) => [uri.slice(base.length), ...lineChanges(before, after)]);
      assert.deepEqual(shown, (recordedChanges[name] ?? '').split('\n').slice(1, -1));
      for (const { uri, after } of normal)
        if (/\.ya?ml$/.test(uri) && !uri.includes('/templates/')) parsedDocuments(after);
      const returned = changesIn(folder, (text) => text.replace(/\r?\n/g, '\r\n'));
      assert.deepEqual(
        returned.map(({ after }) => after),
        normal.map(({ after }) => after.replaceAll('\n', '\r\n')),
      );
    });
  }

  it('are all recorded', () => {
    const names = new Set(recordedRepositories().map(({ name }) => name));
    assert.deepEqual(
      Object.keys(recordedChanges).filter((name) => !names.has(name)),
      [],
    );
  });
});
