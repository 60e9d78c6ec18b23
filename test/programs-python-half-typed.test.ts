/** Python programs that are half typed, changed at random, or nested deeply. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate } from './support/mutate.ts';
import { loadGrammarsOf, programDocument, readingsOf } from './support/programs.ts';
import { read } from './support/python-programs.ts';
import { root } from './support/root.ts';

await loadGrammarsOf('a.py');

describe('Python: half-typed programs', () => {
  const before = 'import pulumi_kubernetes as k8s\n';
  const after = '\n\nk8s.core.v1.Service("later", metadata={"name": "l"})\n';
  const texts = [
    'k8s.core.v1.Endpoints("a", metadata={"name": "b"',
    'k8s.core.v1.Endpoints("a", metadata={"name": ',
    'k8s.core.v1.Endpoints("a", metadata={"na',
    'k8s.core.v1.Endpoints("a", metadata=',
    'k8s.core.v1.Endpoints("a",',
    'k8s.core.v1.Endpoints(',
    'k8s.core.v1.Endpoints("a", subsets=[{"addresses": [{"ip": "10.0.0.1"}, ]',
    'k8s.core.v1.Endpoints("a", subsets=[{"addresses": [{"ip" "10.0.0.1"}]}])',
    'k8s.core.v1.Endpoints("a", metadata={"name" "b", "c"})',
    'k8s.core.v1.',
    'k8s.core.v1.Endpoints("a", **',
    'k8s.core.v1.Endpoints("a", metadata={**})',
    'name = "abc',
    "name = f'a{b",
    'name = [1, 2',
    'name = {"a": 1,, "b": 2}',
    'def f(a, b',
    'def f(a, b)\n    return a',
    'class C(k8s',
    'if True\n    x = 1',
    'for x in',
    'for x in y\n    pass',
    'x = ',
    'x: ',
    'from pulumi_kubernetes.core import ',
    'import ',
    'lambda x',
    '[x for x',
    '@',
    'x = y[',
    ')]}',
    '    indented = 1',
    'try:',
    'with open(',
    'del ',
    'global ',
  ];
  for (const text of texts)
    it(`finds the later call below ${JSON.stringify(text)}`, () => {
      const names = read(before + text + after).map(({ resourceName }) => resourceName);
      assert.ok(names.includes('later'), JSON.stringify(names));
    });

  it('keeps lists, texts and decorators at the start of lines whole', () => {
    const [found] = read(`${before}@decorator
def f(): pass
name = """
text
"""
ports = [
a,
]
k8s.core.v1.Endpoints("a", metadata={"name": name},
subsets=ports)
x = k8s.core.
`);
    assert.deepEqual(found?.properties, { metadata: { name: '\ntext\n' }, subsets: [{ $opaque: true }] });
  });

  it('keeps places after an unfinished statement', () => {
    const text = `${before}x = k8s.core.\n\nk8s.core.v1.Service("later")\n`;
    const [found] = readingsOf('a.py', text);
    assert.deepEqual(
      [found?.call, found?.resourceNameRange],
      [
        [4, 1, 4, 29],
        [4, 21, 4, 28],
      ],
    );
  });
});

describe('Python: random edits', () => {
  const folder = join(root, 'test/data/programs/python');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.py')))
    it(`${name}: every span stays in the text`, () => {
      const text = readFileSync(join(folder, name), 'utf8');
      for (let seed = 1; seed <= 100; seed++) {
        const edited = mutate(text, seed);
        const { root: whole, references } = programDocument('a.py', edited);
        assert.deepEqual([...spansOutside(whole, edited.length), ...spansOutside(references, edited.length)], []);
      }
    });
});

/** All spans in plain data that begin before the text, end behind it, or end before they begin. */
function spansOutside(data: unknown, length: number): readonly unknown[] {
  if (typeof data !== 'object' || data === null) return [];
  const below = Object.values(data).flatMap((each) => spansOutside(each, length));
  if (!('start' in data) || !('end' in data)) return below;
  const [start, end] = [Number(data.start), Number(data.end)];
  return start >= 0 && start <= end && end <= length ? below : [data, ...below];
}

describe('Python: deep nesting', () => {
  const many = 10_000;
  /** Texts with more nested brackets are not read. */
  const inBrackets = 450;
  const nested: readonly (readonly [string, string])[] = [
    ['open brackets', '['.repeat(inBrackets)],
    ['brackets', '('.repeat(inBrackets) + '1' + ')'.repeat(inBrackets)],
    ['open dictionaries', '{"a": '.repeat(inBrackets)],
    ['calls', 'f('.repeat(inBrackets) + ')'.repeat(inBrackets)],
    ['a chain of calls', 'x' + '.f()'.repeat(many)],
    ['a chain of members', 'x' + '.a'.repeat(many)],
    ['a chain of elements', 'x' + '[0]'.repeat(many)],
    ['a sum', '"a"' + ' + "a"'.repeat(many)],
    ['a union', '{}' + ' | {}'.repeat(many)],
    ['conditions', 'a if b else '.repeat(many) + '1'],
    ['lambdas', 'lambda a: '.repeat(many) + '1'],
    ['casts', 'cast(int, '.repeat(inBrackets) + '1' + ')'.repeat(inBrackets)],
    ['signs', '-'.repeat(many) + '1'],
  ];
  for (const [name, expression] of nested)
    it(name, () => {
      const text = `import pulumi_kubernetes as k8s\nx = ${expression}\nk8s.core.v1.Endpoints("later", metadata={"name": x})\n`;
      assert.deepEqual(
        read(text).map(({ resourceName }) => resourceName),
        ['later'],
      );
    });
});
