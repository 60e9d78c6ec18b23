/** Patterns of .gitignore: each answer is git's own, and a match takes no more steps than the pattern and the path allow. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ignoring, matcherOf } from '../server/src/config/patterns.ts';
import { repositoryOf } from './support/repository.ts';
import { times } from './support/runs.ts';
import { callsIn } from './support/work.ts';

const names = ['a', 'b', 'ab', 'Ab.c', 'a b ', 'é', '[a]', '#a', '!b', '\\a', 'a-1'];
const inner = ['a', 'b', 'ab', 'A', '*'];
const files = Object.fromEntries(
  names.flatMap((one) => [
    [`${one}/x`, ''],
    ...inner.flatMap((two) => [
      [`${one}/d${two}/b`, ''],
      [`${one}/${two}/a`, ''],
      [`${one}/${two}/b.c/ab`, ''],
      [`${one}/${two}/ab/b/b`, ''],
    ]),
  ]),
);
const folders = new Set(Object.keys(files).flatMap((file) => foldersOf(file)));
const paths = [...Object.keys(files), ...folders];

function foldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'ab', 'A', 'x', 'd', '.c', 'é', ' ', '-', '1') },
  { weight: 4, arbitrary: fc.constantFrom('*', '?', '**', '/', '/', '**/', '/**', '/**/', '*/', '***') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[a]',
      '[A]',
      '[!a]',
      '[^b]',
      '[a-c]',
      '[]a]',
      '[a',
      '[[:alpha:]]',
      '[[:upper:]b]',
      '[[:x:]]',
      '[[:a]',
      '[\\]a]',
      '[a-',
      '[--1]',
      '[!/]',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\', '\\*', '\\a', '\\A', '\\ ', '#', '!', '\\#', '\\!', '\\[a\\]', '\t', '\r'),
  },
);
const line = fc.tuple(
  fc.constantFrom('', '', '', '!', '/', '#'),
  fc.array(piece, { maxLength: 6 }),
  fc.constantFrom('', '', '/', ' '),
);
const ignoreFile = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.map(([start, pieces, end]) => start + pieces.join('') + end).join('\n'));

describe('.gitignore', function () {
  this.timeout(120_000);
  const repository = repositoryOf(files);
  after(() => repository.remove());

  /** By path: whether git ignores it, and undefined where no pattern matches. */
  function answersOfGit(text: string): readonly (boolean | undefined)[] {
    writeFileSync(join(repository.path, '.gitignore'), text);
    const args = ['-c', 'core.ignoreCase=false', 'check-ignore', '--no-index', '-v', '-n', '-z', '--stdin'];
    const input = paths.map((path) => `${path.replace(/\/$/, '')}\0`).join('');
    const { stdout, stderr } = spawnSync('git', args, { cwd: repository.path, input, encoding: 'utf8' });
    assert.equal(stderr, '');
    const fields = stdout.split('\0');
    return paths.map((_, i) => {
      const [source, , pattern = ''] = fields.slice(4 * i);
      return source === '' ? undefined : !pattern.startsWith('!');
    });
  }

  it('is read as git reads it', () => {
    const property = fc.property(ignoreFile, (text) => {
      const isIgnored = ignoring(text);
      const [ours, theirs] = [paths.map(isIgnored), answersOfGit(text)];
      assert.deepEqual(
        paths.flatMap((path, i) => (ours[i] === theirs[i] ? [] : [`${path}: ${ours[i]}, not ${theirs[i]}`])),
        [],
      );
    });
    fc.assert(property, { numRuns: times(300) });
  });

  const deep = `${'a/'.repeat(60)}x.yaml`;
  const long = `${'a'.repeat(250)}.yaml`;
  for (const pattern of [
    `${'**/a/'.repeat(8)}b`,
    `${'**/a/'.repeat(50)}b`,
    `${'*a'.repeat(50)}b`,
    `${'a**'.repeat(50)}/b`,
    `**/${'?*'.repeat(50)}/b`,
  ]) {
    it(`matches in linear work: ${pattern.slice(0, 20)}…`, () => {
      for (const test of [ignoring([pattern]), matcherOf([pattern])]) {
        for (const path of [deep, long]) {
          // The folders above are tested once for all their files.
          test(path.slice(0, path.lastIndexOf('/') + 1));
          assert.ok(callsIn(() => void test(path)) < 10 * pattern.length * path.length);
        }
      }
    });
  }
});
