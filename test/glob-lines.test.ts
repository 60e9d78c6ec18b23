/** Patterns of VS Code, written as in .gitignore. */
import assert from 'node:assert/strict';
import { ignoreLines } from '../client/src/glob-lines.ts';
import { ignoring } from '../server/src/config/patterns.ts';

const cases: readonly (readonly [pattern: string, lines: readonly string[]])[] = [
  ['**/.git', ['**/.git']],
  ['dist', ['/dist']],
  ['./dist', ['/dist']],
  ['/dist', ['/dist']],
  ['**', ['/**']],
  ['!odd', ['/!odd']],
  ['deploy/{old,test}', ['/deploy/old', '/deploy/test']],
  ['{**/a,b/{c,d}}.yaml', ['**/a.yaml', '/b/c.yaml', '/b/d.yaml']],
  ['{unfinished', ['/{unfinished']],
];

describe('patterns of files.exclude', () => {
  for (const [pattern, lines] of cases) {
    it(`${pattern} is written ${lines.join(' ')}`, () =>
      assert.deepEqual(ignoreLines(pattern).toSorted(), lines.toSorted()));
  }

  it('hold at the top only where they do not say otherwise', () => {
    const isLeftOut = ignoring(['dist', '**/*.gen.yaml'].flatMap(ignoreLines));
    const paths = ['dist/', 'shop/dist/', 'a.gen.yaml', 'shop/b.gen.yaml', 'shop/b.yaml'];
    assert.deepEqual(
      paths.filter((path) => isLeftOut(path) === true),
      ['dist/', 'a.gen.yaml', 'shop/b.gen.yaml'],
    );
  });

  it('end where braces would make too many of them', () => {
    assert.ok(ignoreLines('{a,b}'.repeat(20)).length <= 256);
  });
});
