/** Programs in Go: what is read of names and texts, without running anything. */
import assert from 'node:assert/strict';
import { goProgram, lastReading, named, unknown } from './support/go-programs.ts';
import { loadGrammarsOf } from './support/programs.ts';

type Row = readonly [what: string, statements: string, expected: unknown, declarations?: string];

describe('programs: Go', () => {
  before(() => loadGrammarsOf('main.go'));

  const names: readonly Row[] = [
    ['a text', named('pulumi.String("db")'), 'db'],
    ['a text with escapes', named(String.raw`pulumi.String("\x64\142\u00e9\U0001f6aa\t\"\\")`), 'dbé🚪\t"\\'],
    ['bytes of a character', named(String.raw`pulumi.String("caf\xc3\xa9\303\251")`), 'caféé'],
    ['bytes that are no text', named(String.raw`pulumi.String("\xff")`), unknown],
    ['an escape that Go rejects', named(String.raw`pulumi.String("\q")`), unknown],
    ['a raw text', named('pulumi.StringPtr(`a\\n"b"`)'), 'a\\n"b"'],
    ['a raw text without its CR', named('pulumi.String(`a\r\nb`)'), 'a\nb'],
    ['a rune', named("pulumi.String('a')"), unknown],
    ['brackets', named('((pulumi.String(("db"))))'), 'db'],
    ['a conversion', named('pulumi.String(string("db"))'), 'db'],
    ['a number as a character', named('pulumi.String(string(65))'), unknown],
    ['a conversion to a type of the program', named('pulumi.String(host("db"))'), 'db', 'type host string'],
    [
      'a function of the program',
      named('pulumi.String(host("db"))'),
      unknown,
      'func host(s string) string { return s }',
    ],
    ['a type assertion', named('pulumi.Any("db").(pulumi.StringPtrInput)'), 'db'],
    ['a sum of texts', named('pulumi.String("a" + `b` + "c")'), 'abc'],
    ['a sum with a number', named('pulumi.String("a" + 1)'), unknown],
    ['a formatted text', named('pulumi.String(fmt.Sprintf("a-%s", "b"))'), unknown],
    ['a formatted output', named('pulumi.Sprintf("%s", "b")'), unknown],
    ['a call', named('pulumi.String(strings.ToLower("DB"))'), unknown],
    ['a constant', named('pulumi.String(name)'), 'db', 'const name = "db"'],
    ['a constant with a type', named('pulumi.String(name)'), 'db', 'const name string = "db"'],
    ['a constant of several', named('pulumi.String(b)'), 'y', 'const (\n\ta, b = "x", "y"\n)'],
    ['a constant that repeats the one before', named('pulumi.String(b)'), unknown, 'const (\n\ta = "x"\n\tb\n)'],
    ['a counted constant', named('pulumi.String(b)'), unknown, 'const (\n\ta = iota\n\tb = iota\n)'],
    [
      'a constant declared below',
      named('pulumi.String(name)'),
      'db-1',
      'func f() {}\nvar name = base + "-1"\nconst base = "db"',
    ],
    ['a variable', `var name = "db"\n_, err := ${named('pulumi.String(name)')}`, 'db'],
    ['a variable without a value', `var name string\n_, err := ${named('pulumi.String(name)')}`, unknown],
    ['several variables at once', `a, b := "x", "y"\n${named('pulumi.String(b + a)')}`, 'yx'],
    ['the first result of a call', `a, err := get()\n${named('pulumi.String(a)')}`, unknown],
    ['a variable that is assigned', `name := "db"\nname = "web"\n${named('pulumi.String(name)')}`, unknown],
    ['a variable that grows', `name := "db"\nname += "-1"\n${named('pulumi.String(name)')}`, unknown],
    ['a variable that is counted', `n := 1\nn++\n${named('pulumi.Int(n)')}`, unknown],
    ['a variable whose address is taken', `name := "db"\nfill(&name)\n${named('pulumi.String(name)')}`, unknown],
    [
      'a variable assigned by range',
      `name := "db"\nfor _, name = range all {\n}\n${named('pulumi.String(name)')}`,
      unknown,
    ],
    ['a name declared again', `name, e := "a", 1\nname, f := "b", 2\n${named('pulumi.String(name)')}`, unknown],
    ['the inner of two names', `name := "a"\n{\nname := "b"\n${named('pulumi.String(name)')}\n}`, 'b'],
    ['the outer name behind a block', `name := "a"\n{\nname := "b"\n_ = name\n}\n${named('pulumi.String(name)')}`, 'a'],
    ['the outer name before the inner one', `${named('pulumi.String(name)')}\nname := "b"`, 'a', 'const name = "a"'],
    [
      'an inner name made of the outer one',
      `name := name + "-1"\n${named('pulumi.String(name)')}`,
      'a-1',
      'const name = "a"',
    ],
    ['a name of an if', `if name := "b"; true {\n${named('pulumi.String(name)')}\n}`, 'b', 'const name = "a"'],
    ['a name of a for', `for name := "b"; ; {\n${named('pulumi.String(name)')}\n}`, 'b', 'const name = "a"'],
    [
      'a name of a switch',
      `switch name := "b"; {\ncase true:\n${named('pulumi.String(name)')}\n}`,
      'b',
      'const name = "a"',
    ],
    [
      'a name of a case',
      `switch {\ncase true:\nname := "b"\n${named('pulumi.String(name)')}\n}`,
      'b',
      'const name = "a"',
    ],
    ['a range variable', `for _, name := range all {\n${named('pulumi.String(name)')}\n}`, unknown, 'const name = "a"'],
    ['a counter', `for name := range 10 {\n${named('pulumi.String(name)')}\n}`, unknown, 'const name = "a"'],
    ['a parameter', `f := func(name string) {\n${named('pulumi.String(name)')}\n}`, unknown, 'const name = "a"'],
    [
      'several parameters',
      `f := func(a, name string) {\n${named('pulumi.String(name)')}\n}`,
      unknown,
      'const name = "a"',
    ],
    [
      'a variadic parameter',
      `f := func(name ...string) {\n${named('pulumi.String(name)')}\n}`,
      unknown,
      'const name = "a"',
    ],
    [
      'a named result',
      `f := func() (name string, err error) {\n${named('pulumi.String(name)')}\n}`,
      unknown,
      'const name = "a"',
    ],
    ['a parameter of a type only', `var f func(name string)\n${named('pulumi.String(name)')}`, 'a', 'const name = "a"'],
    [
      'the type of a type switch',
      `switch name := v.(type) {\ncase string:\n${named('pulumi.String(name)')}\n}`,
      unknown,
      'const name = "a"',
    ],
    [
      'a received value',
      `select {\ncase name := <-c:\n${named('pulumi.String(name)')}\n}`,
      unknown,
      'const name = "a"',
    ],
    [
      'a field of a struct',
      `cfg := config{Host: "db"}\n${named('pulumi.String(cfg.Host)')}`,
      'db',
      'type config struct{ Host string }',
    ],
    ['a field of a pointer', `cfg := &config{host: "db"}\n${named('pulumi.String(cfg.host)')}`, 'db'],
    [
      'a field by its place',
      `cfg := config{"db", 1}\n${named('pulumi.String(cfg.host)')}`,
      'db',
      'type config struct {\n\thost string\n\tport int\n}',
    ],
    ['a field that is left out', `cfg := config{Port: 1}\n${named('pulumi.String(cfg.Host)')}`, unknown],
    [
      'a field that is assigned',
      `cfg := config{Host: "db"}\ncfg.Host = "x"\n${named('pulumi.String(cfg.Host)')}`,
      unknown,
    ],
    ['an item', `hosts := []string{"a", "b"}\n${named('pulumi.String(hosts[1])')}`, 'b'],
    ['an item of an array', `hosts := [...]string{"a", "b"}\n${named('pulumi.String(hosts[0])')}`, 'a'],
    ['an item behind the last', `hosts := []string{"a"}\n${named('pulumi.String(hosts[1])')}`, unknown],
    ['an item of a list with indexes', `hosts := []string{1: "a"}\n${named('pulumi.String(hosts[0])')}`, unknown],
    [
      'an item that is assigned',
      `hosts := []string{"a"}\nhosts[0] = "b"\n${named('pulumi.String(hosts[0])')}`,
      unknown,
    ],
    [
      'an item of a sorted list',
      `hosts := []string{"b", "a"}\nsort.Strings(hosts)\n${named('pulumi.String(hosts[0])')}`,
      unknown,
    ],
    [
      'an item of a list that is copied',
      `h := []string{"a"}\nh2 := append(h, "b")\n${named('pulumi.String(h[0])')}`,
      'a',
    ],
    ['an item of what append makes', `h := append([]string{"a"}, "b")\n${named('pulumi.String(h[0])')}`, unknown],
    [
      'a field of an item without its type',
      `t := []struct{ n, ip string }{{"a", "b"}, {n: "c"}}\n${named('pulumi.String(t[0].ip + t[1].n)')}`,
      'bc',
    ],
    ['a value of a map', `m := map[string]string{"k": "v"}\n${named('pulumi.String(m["k"])')}`, 'v'],
    [
      'a value of a map with ok',
      `m := map[string]string{"k": "v"}\nv, ok := m["k"]\n${named('pulumi.String(v)')}`,
      'v',
    ],
    [
      'a value by a constant',
      `m := map[string]string{key: "v"}\n${named('pulumi.String(m["k"])')}`,
      'v',
      'const key = "k"',
    ],
    [
      'a value of a map that loses it',
      `m := map[string]string{"k": "v"}\ndelete(m, "k")\n${named('pulumi.String(m["k"])')}`,
      unknown,
    ],
    ['a value of a struct in a map', `m := map[string]*t{"k": {X: "v"}}\n${named('pulumi.String(m["k"].X)')}`, 'v'],
    ['a variable of another package', named('pulumi.String(other.Name)'), unknown],
    ['nil', named('nil'), undefined],
    [
      'a pointer',
      `m := &metav1.ObjectMetaArgs{Name: pulumi.String("db")}\ncorev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{Metadata: *m})`,
      'db',
    ],
  ];
  for (const [what, statements, expected, declarations] of names)
    it(`reads ${what}`, () => {
      const { properties } = lastReading(goProgram(statements, declarations));
      const { metadata } = properties as { readonly metadata?: { readonly name?: unknown } };
      assert.deepEqual(metadata?.name, expected);
    });
});
