/** The programs of test/data/programs: each is read exactly as its `expected.json` says. The names of files that are programs. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGrammarsOf, parses, readingsOf, type Reading } from './support/programs.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/data/programs');
const suffix = '.expected.json';

interface Given {
  readonly path: string;
  readonly text: string;
  readonly resources: readonly Pick<Reading, 'properties' | 'options'>[];
}

const given = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith(suffix))
  .sort()
  .map((path): Given => {
    const { resources } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Pick<Given, 'resources'>;
    const name = path.slice(0, -suffix.length);
    return { path: name, text: readFileSync(join(folder, name), 'utf8'), resources };
  });
/** The entries in their order, which `deepEqual` ignores. */
function ordered({ properties, options }: Pick<Reading, 'properties' | 'options'>): string {
  return JSON.stringify([properties, options]);
}

await loadGrammarsOf(...given.map(({ path }) => path));

describe('programs: readings', () => {
  for (const { path, text, resources } of given) {
    it(`reads ${path}`, () => {
      const readings = readingsOf(path, text);
      assert.deepEqual(readings, resources);
      assert.deepEqual(readings.map(ordered), resources.map(ordered));
    });
  }
});

describe('programs: modern syntax', () => {
  const snippets = JSON.parse(readFileSync(join(folder, 'modern-syntax.json'), 'utf8')) as readonly {
    readonly language: string;
    readonly about: string;
    readonly text: string;
  }[];
  for (const { language, about, text } of snippets) {
    // The grammar does not know Java 25 yet.
    const isKnown = about !== 'module import';
    it(`${isKnown ? 'parses' : 'does not parse'} ${about} (${language})`, async () => {
      assert.equal(await parses(`a.${language}`, text), isKnown);
    });
  }
});

describe('the files of programs', () => {
  it('are, with those of Terraform, those that the extension opens and the page lists', () => {
    const endings = (path: string, pattern: RegExp): readonly string[] =>
      [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(([, ending = '']) => ending).sort();
    const read = endings('server/src/frontends/code/languages.ts', /^ {2}(\w+): \{ language: /gm);
    const [, opened = ''] = /\{([a-z,]+)\}/.exec(readFileSync(join(root, 'client/src/programs.ts'), 'utf8')) ?? [];
    assert.ok(read.length >= 12);
    assert.deepEqual(opened.split(',').sort(), [...read, 'tf', 'tofu'].sort());
    assert.deepEqual(endings('docs/programs.md', /`\.([a-z]+)`(?= [`|])/g), read);
  });
});
