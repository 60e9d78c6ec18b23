/** Objects and lists of TypeScript programs that other code may change: all of them is known, and they are open for rules. */
import assert from 'node:assert/strict';
import { valueOf, type Value } from '../server/src/tree/value.ts';
import { loadGrammarsOf, programDocument } from './support/programs.ts';
import { program, readValue } from './support/typescript-programs.ts';

before(() => loadGrammarsOf('a.ts'));

describe('programs in TypeScript: what other code may change', () => {
  const declared = 'const base = { list: [{ a: 1 }] };';
  const found = (more: string): Value | undefined => {
    const { resources } = programDocument('a.ts', program(`${declared} ${more}`, '{ ...base, more: base.list }'));
    const last = resources.findLast(({ name }) => name === 'last');
    return last && valueOf(last.properties, 'value');
  };
  const isOpen = (value: Value | undefined): unknown => value?.kind === 'mapping' && [value.isOpen, value.isExposed];

  const exposing = [
    'export { base };',
    'export { base as other };',
    'export default base;',
    'export default { base };',
    'export = base;',
    'module.exports = base;',
    'module.exports = { other: [base] };',
    'exports.base = base;',
    'this.base = base;',
    'f(base);',
    'f(base.list);',
    'f({ other: [base] });',
    'object.method(base);',
    'new Own("a", base);',
    'class Own extends pulumi.ComponentResource { constructor() { super("a", "b", base); } }',
    'const other = base; other.list.push({ a: 2 });',
    'const other = base; f(other);',
    'const other = base; export { other };',
    'const one = base, two = one; two.list = [];',
    'let other; other = base; other.list = [];',
    'const { list } = base; list.push({ a: 2 });',
    'const other = unknown ? base : {}; other.list = [];',
    'const other = unknown ?? base; other.list = [];',
    'const all = [base]; f(all);',
    'const other = Object.freeze(base); f(other);',
    'for (const each of base.list) each.a = 2;',
    'base.list.forEach((each) => { each.a = 2; });',
  ];
  for (const more of exposing) {
    it(`is open after ${more}`, () => {
      assert.deepEqual(isOpen(found(more)), [true, true]);
      assert.deepEqual(readValue(`${declared} ${more}`, 'base'), { list: [{ a: 1 }] });
    });
  }
  it('is open where the declaration is exported', () => {
    const { resources } = programDocument('a.ts', program('export const base = [1], { a } = b;', 'base'));
    const value = resources[0] && valueOf(resources[0].properties, 'value');
    assert.deepEqual(value?.kind === 'sequence' && [value.isOpen, value.isExposed], [true, true]);
  });

  const keeping = [
    '',
    'export { base } from "./other";',
    'const other = base;',
    'export const other = 1;',
    'JSON.stringify(base);',
    'Object.assign({}, base);',
    'const all = Object.entries(base);',
    'Object.keys(base); Object.values(base);',
    'console.log(base);',
    'const copy = structuredClone(base); copy.list = [];',
    'Array.from(base.list);',
    'pulumi.output(base);',
    'new k8s.core.v1.Service("s", base);',
    'f({ ...base });',
    'f(`${base}`);',
    '[1].includes(base);',
    'base.list.map((each) => each.a);',
  ];
  for (const more of keeping) {
    it(`is whole after ${more}`, () => assert.deepEqual(isOpen(found(more)), [false, undefined]));
  }

  it('stays open where it has unknown entries', () => {
    const value = readValue('export const base = { a: 1, ...unknown };', '{ ...base }');
    assert.deepEqual(value, { a: 1, $open: true });
  });
  it('maps over a list that other code may change', () => {
    assert.deepEqual(readValue('export const base = ["x"];', 'base.map((a) => ({ a }))'), [{ a: 'x' }]);
  });
});
