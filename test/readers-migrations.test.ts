/** Public migrations, rebuilt small: the search names what they changed, and what they forgot and mended later. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedText } from '../server/src/readers/searched-text.ts';
import { migrationStates } from './support/migration-page.ts';
import { objectsOfTexts, readersOfTexts } from './support/reader-project.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/migrations');
const base = 'file:///r/';

type Files = Readonly<Record<string, string>>;

const textsOf = (files: Files): readonly NamedText[] =>
  Object.entries(files).map(([path, text]) => ({ uri: base + path, text }));

/** `path:line kind`, with `rewrite` where a tool may write the change. */
function listedReaders(files: Files): readonly string[] {
  const lines = readersOfTexts(textsOf(files)).map(({ uri, span, kind, change }) => {
    const path = uri.slice(base.length);
    const line = (files[path] ?? '').slice(0, span.start).split('\n').length;
    return `${path}:${line} ${kind}${change === 'rewrite' ? ' rewrite' : ''}`;
  });
  const byPath = (line: string): string => line.slice(0, line.lastIndexOf(':'));
  return lines.sort((a, b) => (byPath(a) < byPath(b) ? -1 : byPath(a) > byPath(b) ? 1 : 0));
}

describe('migrations', () => {
  const pages = readdirSync(folder).sort();

  it('are eight', () => {
    assert.equal(pages.length, 8);
  });

  it('name the order of the steps that was mended later', () => {
    const [before] = migrationStates(readFileSync(join(folder, '3-stack-values.md'), 'utf8'));
    const messages = readersOfTexts(textsOf(before?.files ?? {})).map(({ message }) => message);
    assert.match(messages[0] ?? '', /Turn on its slices .* as well, then turn off its Endpoints\.$/);
  });

  for (const name of pages) {
    const states = migrationStates(readFileSync(join(folder, name), 'utf8'));
    for (const { heading, files, readers, objects } of states) {
      it(`${name.replace('.md', '')}: ${heading.toLowerCase()}`, () => {
        assert.deepEqual(listedReaders(files), readers);
        const written = objectsOfTexts(textsOf(files)).filter(({ isReplaced }) => isReplaced !== true);
        assert.deepEqual(
          written.map(({ uri }) => uri.slice(base.length)),
          objects,
        );
      });
    }
  }
});
