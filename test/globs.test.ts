/** Names that match a part of a glob, and patterns that a backtracking matcher would try for hours. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { nameMatcher } from '../server/src/cli/inputs/glob-name.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';
import { temporary } from './support/temporary.ts';
import { callsIn } from './support/work.ts';

const cases: readonly (readonly [pattern: string, matches: readonly string[], others: readonly string[]])[] = [
  ['a*c', ['ac', 'abc', 'a.c'], ['ab', 'acd', 'A.c']],
  ['?', ['a', '.'], ['', 'ab']],
  ['[a-c]x', ['ax', 'bx'], ['dx', 'x', '-x']],
  ['[!a-c]', ['d', '-'], ['a', '']],
  ['[]a]', [']', 'a'], ['b']],
  ['[z-a]', [], ['z', 'a', '-']],
  ['[a', ['[a'], ['a']],
  ['\\*\\[', ['*['], ['a[']],
  ['@(a|bc)d', ['ad', 'bcd'], ['d', 'abcd']],
  ['x?(a|b)', ['x', 'xa'], ['xab']],
  ['+(ab|c)', ['ab', 'abc', 'cab'], ['', 'a', 'abb']],
  ['*(ab)', ['', 'abab'], ['aba']],
  ['!(a|b*).yaml', ['c.yaml', '.yaml'], ['a.yaml', 'bc.yaml']],
  ['a(b', ['a(b'], ['ab']],
];

/** Groups in groups, and groups that do not end. */
const nested = ['*(', '+(', '!(', '!((b)', '('].flatMap((each) => [
  `${each.repeat(12)}a${')'.repeat(12)}`,
  each.repeat(40),
]);

describe('names in globs', () => {
  for (const [pattern, matches, others] of cases)
    it(pattern, () => {
      const test = nameMatcher(pattern);
      assert.deepEqual([matches.filter((name) => !test(name)), others.filter(test)], [[], []]);
    });

  it('match themselves, escaped', () => {
    const property = fc.property(fc.string({ unit: fc.constantFrom(...'ab*?[](){}!+@|\\^-.') }), (name) =>
      nameMatcher(name.replace(/./g, '\\$&'))(name),
    );
    fc.assert(property, { numRuns: times(500) });
  });

  for (const pattern of ['*a*a*a*a*b', '+(a|aa)b', '*(*a)b', '?(a)'.repeat(40), '!(*a)!(*a)!(*a)b', ...nested])
    it(`are matched in little work: ${pattern}`, () => {
      const name = 'a'.repeat(100);
      assert.ok(callsIn(() => void nameMatcher(pattern)(name)) < 20 * pattern.length * name.length ** 2);
    });
});

describe('eight pairs of stars at a depth of 60', () => {
  const having = temporary(folderOf);
  const pattern = `${'**/a/'.repeat(8)}b`;
  const path = `${'a/'.repeat(60)}x.yaml`;
  const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\nsubsets: [{addresses: [{ip: 127.0.0.1}]}]\n';
  const settings: readonly (readonly [
    where: string,
    files: Readonly<Record<string, string>>,
    args: readonly string[],
  ])[] = [
    ['exclude', { 'endpoints.config.yaml': `exclude: ['${pattern}']\n` }, ['.']],
    [
      'overrides',
      { 'endpoints.config.yaml': `overrides: [{files: '${pattern}', severity: {loopback-ip: off}}]\n` },
      ['.'],
    ],
    ['.gitignore', { '.gitignore': `${pattern}\n`, '.git/HEAD': '' }, ['.']],
    ['an exclusion', {}, ['.', `!${pattern}`]],
    ['an argument', { 'a/y.yaml': '' }, [`${'**/a/'.repeat(8)}x.yaml`]],
  ];
  for (const [where, files, args] of settings)
    it(`end a check at once: ${where}`, () => {
      const { out, err, code } = having({ ...files, [path]: bad }).run('check', ...args, '--format', 'github');
      assert.deepEqual([out.includes('127.0.0.1'), err, code], [true, '', 1]);
    });
});
