/** Broken expressions of HCL: what is behind them is still read, in linear time, however deep they are. */
import assert from 'node:assert/strict';
import { attributeIn, hclBlocks } from '../server/src/frontends/hcl/hcl.ts';
import { readHcl } from '../server/src/frontends/hcl/read-hcl.ts';
import { encodedIn, staticValue } from '../server/src/frontends/hcl/static-value.ts';
import {
  assertNestedHcl,
  assertShownHcl,
  cutHcl,
  processorCost,
  readAttributeX,
  shownHcl,
} from './support/hcl-shown.ts';

describe('broken expressions of HCL', () => {
  it('leave the next resource alone', () => {
    const next = '\nresource "b" "c" {\n  x = 1\n}\n';
    const cases: Readonly<Record<string, string>> = {
      '"a': '?()',
      '"${f(': '?()',
      '"${f("': '?()',
      '"a${b}': '?()',
      '[1, "a': '[1, ?()…',
      '[1, { a = ': '[1, {"a": ?()……',
      '[': '[…',
      '{': '{…',
      '{ a': '{…',
      '{ a = [1,': '{"a": [1……',
      '(': '?(?())',
      '(1 +': '?(?(1, ?()))',
      'f(': 'f(…',
      'f(1,': 'f(1…',
      'f(g(': 'f(g(……',
      'a[': '?(a)',
      'a[0': '?(a)',
      'a.': 'a.',
      'a ?': '?(a, ?())',
      'a ? b :': '?(a, b, ?())',
      '[for': '?()',
      '[for a in': '?(?())',
      '{for a in b : a =>': '?(b, a, ?())',
      '<<E\na ${b}': '<< "a " & ${b} & "\\n"',
      '<<E\na ${b(': '<< "a " & ${?(b(…)}',
      '<<E': '<< ',
      '': '?()',
    };
    for (const [written, expected] of Object.entries(cases)) {
      const { body } = readHcl(`resource "a" "b" {\n  x = ${written}${next}`, 'terraform');
      const [broken, whole] = hclBlocks(body, 'resource');
      const found = broken && attributeIn(broken.body, 'x');
      assert.equal(found && shownHcl(found.expression), expected, written);
      assert.equal(body.blocks.length, 2, written);
      assert.ok(whole?.isClosed && attributeIn(whole.body, 'x'), written);
    }
  });

  it('leave the next attribute alone', () => {
    const cases: Readonly<Record<string, string>> = {
      '[1, 2': '[1, 2…',
      '[': '[…',
      'f(1,': 'f(1…',
      'f(': 'f(…',
      '(': '?(?())',
      'a[': '?(a)',
      '"a': '?()',
      '1 2 3': '?(1)',
      '(1 2)': '?(1)',
      'a[1 2]': '?(a)',
      ') ]': '?(?())',
      '[for a in': '?(?())',
      '[for a in b': '?(b)',
      '{for a in b : a =>': '?(b, a, ?())',
      '1 +': '?(1, ?())',
      '(1 +': '?(?(1, ?()))',
      '(a ?': '?(?(a, ?()))',
    };
    for (const [written, expected] of Object.entries(cases)) {
      const { body } = readHcl(`a {\n  x = ${written}\n  y = 1\n  b c "d" {\n    z = 2\n  }\n}\n`, 'terraform');
      const [block] = body.blocks;
      assert.ok(block?.isClosed, written);
      assert.deepEqual(
        block.body.attributes.map(({ name, expression }) => [name, shownHcl(expression)]),
        [
          ['x', expected],
          ['y', '1'],
        ],
        written,
      );
      assert.equal(block.body.blocks.length, 1, written);
    }
  });

  it('have the items behind a missing comma', () => {
    assertShownHcl({
      '[\n  { a = 1 }\n  { a = 2 },\n  { a = 3 }\n]': '[{"a": 1}, {"a": 2}, {"a": 3}…',
      '[{ l = [1 2], m = 3 }, 4]': '[{"l": [1, 2…, "m": 3}, 4]',
      'f(1 = 2, 3)': 'f(1, 3…',
      '{ a = 1 b = 2, c = 3 }': '{"a": 1, "c": 3…',
      '{\n  a = 1\n  b\n  c = 3\n}': '{"a": 1, "c": 3…',
    });
  });

  it('are open lists and objects', () => {
    const isOpen = (written: string): boolean => {
      const value = staticValue(readAttributeX(`x = ${written}\n`));
      return 'isOpen' in value && value.isOpen;
    };
    for (const written of ['[1', '[1 2]', '{ a = 1', '{ a b = 1 }', '{ (var.a) = 1 }'])
      assert.ok(isOpen(written), written);
    for (const written of ['[1, var.a]', '{ a = var.b }', '[]']) assert.ok(!isOpen(written), written);
  });

  it('have the arguments of yamlencode, wherever it is', () => {
    const text = 'x = "${yamlencode({ a = 1 })}"\ny { z = [f(jsonencode([1]), 1 +)] }\n';
    assert.deepEqual(
      encodedIn(readHcl(text, 'terraform')).map(({ span }) => cutHcl(text, span)),
      ['{ a = 1 }', '[1]'],
    );
  });

  it('do not overflow, however deep they are', () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['[', ']'],
      ['{', '}'],
      ['{ a = ', ' }'],
      ['(', ')'],
      ['f(', ')'],
      ['a[', ']'],
      ['"${', '}"'],
      ['!', ''],
      ['-', ''],
      ['a ? ', ' : 1'],
      ['a ? 1 : ', ''],
      ['[for a in ', ' : a]'],
      ['[for a in b : ', ']'],
      ['{(', ') = 1}'],
      ['<<E\n${', '}\nE\n'],
      ['{ a = [f("${', '}")] }'],
      ['b {\n x = ', '\n}'],
    ];
    for (const syntax of ['terraform', 'alloy'] as const)
      for (const [open, close] of pairs) {
        const deep = open.repeat(10_000);
        for (const text of [`x = ${deep}1${close.repeat(10_000)}\ny = 1\n`, `x = ${deep}`]) {
          const file = readHcl(text, syntax);
          const [first] = file.body.attributes;
          assert.equal(first?.name, 'x');
          assert.ok(staticValue(first.expression) && encodedIn(file).length === 0);
          assertNestedHcl(first.expression);
        }
      }
  });

  it('are read in time that grows as they do', () => {
    const parts = [
      'a = "${f(\n',
      'a = "${f(x,\n',
      'a = "${\n}"\n',
      'a = [\n',
      'a = (b c\n',
      'a = f(b,\n',
      'a = b[c d\n',
      'a = <<E\n${f("${\n',
      'a = <<E\nresource "b" "c" {\n',
      '[b c ',
      '[ # b\n',
      '{ b = ',
      '{',
      '[for a in ',
      'a ? ',
      'a.b[0].*',
      '${<<E\n}\n',
      'a = {\n  b "c\n',
      '1 + ',
      '!',
    ];
    for (const syntax of ['terraform', 'alloy'] as const)
      for (const before of ['', 'x = ', 'x = <<E\n', 'x = "${'])
        for (const part of parts) {
          const cost = (length: number): number =>
            processorCost(() => void readHcl(before + part.repeat(length / part.length), syntax));
          // The first run pays for the engine's own compiling.
          cost(64_000);
          // A pause of the garbage collector may fall into one measurement; it does not into three.
          const isLinear = [1, 2, 3].some(() => cost(64_000) < 30 * Math.max(cost(8000), 1000));
          assert.ok(isLinear, before + part);
        }
  });
});
