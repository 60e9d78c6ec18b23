/** Patterns and selectors of targets in kustomizations: what they match, and that no pattern is slow. */
import { equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { patternOf } from '../server/src/kustomize/pattern.ts';
import { labelSelector } from '../server/src/kustomize/select.ts';

describe('patterns of targets', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['db', ['db'], ['db-1', 'a-db']],
    ['', ['', 'db'], []],
    ['db|web', ['db', 'web'], ['dbweb', 'db|web']],
    ['db-.*', ['db-', 'db-1'], ['db']],
    ['^db$', ['db'], ['dbx']],
    ['[a-c]+\\d?', ['abc', 'a1'], ['d', 'a12']],
    ['(a|b){2,3}', ['ab', 'aba'], ['a', 'abab']],
    ['[^-]*', ['db', ''], ['d-b']],
    ['10\\.0\\.0\\.1', ['10.0.0.1'], ['10a0b0c1']],
    ['(a*)*b', ['b', 'aab'], ['a'.repeat(200)]],
    ['db\\-x', ['db-x'], ['dbx']],
  ];
  for (const [pattern, matching, others] of rows)
    it(`"${pattern}"`, () => {
      const matches = patternOf(pattern);
      ok(matches);
      for (const value of matching) ok(matches(value), value);
      for (const value of others) ok(!matches(value), value);
    });
  for (const pattern of ['(', 'a)', '*', '[a', '(?=a)', 'a{9999}'])
    it(`"${pattern}" is no pattern`, () => equal(patternOf(pattern), undefined));
  it('agrees with the regular expressions of JavaScript', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '-', '.'), { maxLength: 8 }).map((parts) => parts.join(''));
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '.', '[ab]', '(a|b)', 'a*', 'b+', '-?', '(ab)*', '|'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        if (source === '') return;
        equal(patternOf(source)?.(value), new RegExp(`^(?:${source})$`).test(value));
      }),
    );
  });
});

describe('selectors of labels', () => {
  const labels = new Map([
    ['app', 'db'],
    ['tier', 'b'],
  ]);
  const rows: readonly (readonly [string, boolean])[] = [
    ['app=db', true],
    ['app == db, tier in (a, b)', true],
    ['app!=db', false],
    ['zone!=a', true],
    ['zone notin (a)', true],
    ['tier notin (a,b)', false],
    ['app', true],
    ['!app', false],
    ['!zone,app', true],
  ];
  for (const [selector, expected] of rows) it(selector, () => equal(labelSelector(selector)?.(labels), expected));
  for (const selector of ['app=db,', 'app in', '=db', 'a b'])
    it(`${selector} is none`, () => equal(labelSelector(selector), undefined));
});
