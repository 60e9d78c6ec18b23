/** Programs in Go: numbers, lists, maps and options. */
import assert from 'node:assert/strict';
import { goProgram, labelled, lastReading, named, unknown } from './support/go-programs.ts';
import { loadGrammarsOf } from './support/programs.ts';

type Row = readonly [what: string, statements: string, expected: unknown, declarations?: string];

describe('programs: literals in Go', () => {
  before(() => loadGrammarsOf('main.go'));

  const numbers: readonly (readonly [written: string, expected: unknown])[] = [
    ['80', 80],
    ['1_000', 1000],
    ['0x1F', 31],
    ['0X_1f', 31],
    ['0o17', 15],
    ['017', 15],
    ['0b10', 2],
    ['-1', -1],
    ['80.0', 80],
    ['1.5', 1.5],
    ['1e3', 1000],
    ['0x1p4', unknown],
    ['3i', unknown],
    ['80 + 1', unknown],
    ['-port', unknown],
    ['int(80)', 80],
    ['port', 81],
  ];
  for (const [written, expected] of numbers)
    it(`reads the number ${written}`, () => {
      const text = goProgram(named(`pulumi.IntPtr(${written})`), 'const port = 81');
      assert.deepEqual(lastReading(text).properties, { metadata: { name: expected } });
    });

  const collections: readonly Row[] = [
    ['a map of the SDK', labelled('pulumi.StringMap{"App": pulumi.String("a")}'), { App: 'a' }],
    ['keys by constants', labelled('pulumi.StringMap{key: pulumi.String("a")}'), { K: 'a' }, 'const key = "K"'],
    ['a key that is not known', labelled('pulumi.StringMap{key(): pulumi.String("a")}'), { $open: true }],
    ['a plain map', labelled('pulumi.ToStringMap(map[string]string{"App": "a"})'), { App: 'a' }],
    [
      'a map of a type of the program',
      `l := labels{"App": "a"}\n${labelled('pulumi.ToStringMap(l)')}`,
      { App: 'a' },
      'type labels map[string]string',
    ],
    ['an empty map', labelled('pulumi.StringMap{}'), {}],
    ['a map that make makes', labelled('make(pulumi.StringMap)'), unknown],
    ['a map that changes', `l := pulumi.StringMap{}\nl["a"] = pulumi.String("b")\n${labelled('l')}`, unknown],
    [
      'booleans',
      labelled('pulumi.StringMap{"a": pulumi.Bool(true), "b": pulumi.BoolPtr(false)}'),
      { a: true, b: false },
    ],
    [
      'other wrappers',
      labelled('pulumi.Map{"a": pulumi.Any("x"), "b": pulumi.ToOutput("y"), "c": pulumi.Float64(1.5)}'),
      { a: 'x', b: 'y', c: 1.5 },
    ],
    ['a converted list', labelled('pulumi.Map{"a": pulumi.ToStringArray([]string{"x", "y"})}'), { a: ['x', 'y'] }],
    ['an empty list', labelled('pulumi.Map{"a": pulumi.StringArray{}, "b": []string{}}'), { a: [], b: [] }],
    ['a list that append makes', labelled('pulumi.Map{"a": append(x, y)}'), { a: unknown }],
    ['a part of a list', labelled('pulumi.Map{"a": x[1:]}'), { a: unknown }],
    ['fields without names of a foreign type', labelled('pulumi.Map{"a": other.T{"x"}}'), { a: unknown }],
    [
      'names in a literal of a foreign type',
      labelled('pulumi.Map{"a": other.T{key: "x"}}'),
      { a: { $open: true } },
      'const key = "K"',
    ],
    ['a generic type', labelled('pulumi.Map{"a": list[string]{"x"}}'), { a: ['x'] }, 'type list[T any] []T'],
    ['a function', labelled('pulumi.Map{"a": func() string { return "x" }()}'), { a: unknown }],
  ];
  for (const [what, statements, expected, declarations] of collections)
    it(`reads ${what}`, () => {
      assert.deepEqual(lastReading(goProgram(statements, declarations)).properties, { metadata: { labels: expected } });
    });

  const options: readonly (readonly [written: string, expected: unknown, statements?: string])[] = [
    ['', {}],
    ['pulumi.Protect(true)', { protect: true }],
    ['pulumi.Import(pulumi.ID("ns/name"))', { import: 'ns/name' }],
    ['pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "2m"})', { customTimeouts: { create: '2m' } }],
    ['pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("old")}})', { aliases: [{ name: 'old' }] }],
    ['pulumi.DependsOn([]pulumi.Resource{ns}), pulumi.Parent(ns)', { dependsOn: [unknown], parent: unknown }],
    ['pulumi.IgnoreChanges([]string{"a"}), pulumi.Version("4.1.0")', { ignoreChanges: ['a'], version: '4.1.0' }],
    ['pulumi.URN_("u"), pulumi.RetainOnDelete(flag)', { urn: 'u', retainOnDelete: unknown }],
    ['pulumi.EnvVarMappings(map[string]string{"A": "B"})', { envVarMappings: { A: 'B' } }],
    ['retain', { retainOnDelete: true }, 'retain := pulumi.RetainOnDelete(true)'],
    ['pulumi.Protect(true), opts...', { protect: true, $open: true }],
    ['opts...', { $open: true }, 'opts := []pulumi.ResourceOption{pulumi.Protect(true)}'],
    ['own("x")', { $open: true }],
    ['pulumi.Composite(pulumi.Protect(true), own("x"))', { protect: true, $open: true }],
    ['pulumi.Unheard(1)', { unheard: 1 }],
    ['nil', {}],
  ];
  for (const [written, expected, statements = ''] of options)
    it(`reads the options ${written || 'that are not there'}`, () => {
      const call = `corev1.NewEndpoints(ctx, "x", nil${written && ', '}${written})`;
      const reading = lastReading(goProgram(`${statements}\n_, err := ${call}`));
      assert.deepEqual(reading.options, expected);
      assert.deepEqual(reading.properties, {});
    });
});
