/** Python programs: every form of a value, and what is not known without running the program. */
import assert from 'node:assert/strict';
import { loadGrammarsOf } from './support/programs.ts';
import { opaque, read, valueOf } from './support/python-programs.ts';

await loadGrammarsOf('a.py');

describe('Python: values', () => {
  const values: readonly (readonly [string, unknown])[] = [
    [String.raw`"a\"b\n\x41\u00e9\U0001F680\101\q"`, 'a"b\nAé🚀A\\q'],
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"\N{DASH}"`, opaque],
    [String.raw`R"\n"`, '\\n'],
    [String.raw`rF"\n{1}"`, '\\n1'],
    [String.raw`r'\''`, String.raw`\'`],
    [String.raw`r"""\d"""`, String.raw`\d`],
    ['U"x"', 'x'],
    ['b"x"', opaque],
    ['Rb"x"', opaque],
    ['"""a\n"b" c"""', 'a\n"b" c'],
    ["'''a\r\nb'''", 'a\nb'],
    ['"a\\\nb"', 'ab'],
    ['("a"\n  "b" r"\\c")', 'ab\\c'],
    ['"a" f"b{1}"', 'ab1'],
    ['f"{{a}}"', '{a}'],
    ['F"a{name}-{port}"', 'an-80'],
    ['f"a{name!r}"', opaque],
    ['f"a{port:>5}"', opaque],
    ['f"{name=}"', opaque],
    ['f"{True}"', opaque],
    ['f"{1.0}"', opaque],
    ['f"{decimal}"', opaque],
    ['f"{large}"', opaque],
    ['f"{0xE}"', '14'],
    ['names[80]', 'x'],
    ['f"{unknown}"', opaque],
    ['""', ''],
    ['1_000', 1000],
    ['0xFf', 255],
    ['0o17', 15],
    ['0b1_01', 5],
    ['-5', -5],
    ['- 0x10', -16],
    ['80.0', 80],
    ['1.5e3', 1500],
    ['.5', 0.5],
    ['5j', opaque],
    ['2 + 3', opaque],
    ['"a" + "b"', 'ab'],
    ['"a" + name + "b"', 'anb'],
    ['"a" + 1', opaque],
    ['"a" * 2', opaque],
    ['"%s" % name', opaque],
    ['"{}".format(name)', opaque],
    ['str(port)', opaque],
    ['True', true],
    ['False', false],
    ['None', undefined],
    ['not True', opaque],
    ['name or "x"', opaque],
    ['"x" if True else "y"', opaque],
    ['(("x"))', 'x'],
    ['cast(str, "x")', 'x'],
    ['hosts[0]', 'h0'],
    ['hosts[-1]', 'h1'],
    ['hosts[2]', opaque],
    ['hosts[0:1]', opaque],
    ['base["a"]["b"]', 1],
    ["base['c'][1]", 'y'],
    ['base["none"]', opaque],
    ['base[key]', { b: 1 }],
    ['base.get("a")', opaque],
    ['[*hosts, "h2"]', ['h0', 'h1', 'h2']],
    ['[*unknown, "h2"]', { $open: true, $items: ['h2'] }],
    ['hosts + ["h2"]', ['h0', 'h1', 'h2']],
    ['hosts + unknown + ["h2"]', { $open: true, $items: ['h0', 'h1', 'h2'] }],
    ['unknown + unknown', opaque],
    ['name + unknown', opaque],
    ['{**base["a"], "b": 2, "c": 3}', { b: 2, c: 3 }],
    ['{"z": 1, **unknown}', { z: 1, $open: true }],
    ['base["a"] | {"c": 3}', { b: 1, c: 3 }],
    ['{"b": 2} | base["a"] | unknown', { b: 1, $open: true }],
    ['1 | 2', opaque],
    ['unknown | unknown', opaque],
    ['dict(b=1, **base["a"], c=2)', { b: 1, c: 2 }],
    ['dict(base["a"], c=2)', { b: 1, c: 2 }],
    ['{key: 1, port: 2}', { a: 1, 80: 2 }],
    ['{unknown: 1, "b": 2}', { b: 2, $open: true }],
    ['{"a": None}', {}],
    ['{"a": 1, **{"a": None, "b": 2}}', { b: 2 }],
    ['{"a": None} | {"a": 1}', { a: 1 }],
    ['[{"ip": h} for h in hosts]', [{ ip: 'h0' }, { ip: 'h1' }]],
    ['[f"{h}.local" for h in hosts]', ['h0.local', 'h1.local']],
    ['[hosts for hosts in hosts]', ['h0', 'h1']],
    ['[h for h in ("x", "y")]', ['x', 'y']],
    ['[h for h in hosts if h]', opaque],
    ['[h for h in hosts for i in hosts]', opaque],
    ['[h for i, h in hosts]', opaque],
    ['[h async for h in hosts]', opaque],
    ['[h for h in base]', opaque],
    ['(h for h in hosts)', opaque],
    ['{h for h in hosts}', opaque],
    ['list(map(lambda h: h, hosts))', opaque],
    ['k8s.core.v1.ServiceSpecType.LOAD_BALANCER', 'LoadBalancer'],
    ['k8s.core.v1.ServiceSpecType.EXTERNAL_NAME.value', 'ExternalName'],
    ['k8s.core.v1.ServiceSpecType.NODE_PORT', 'NodePort'],
    ['k8s.core.v1.ServiceSpecType.OTHER', opaque],
    ['pulumi.Output.from_input("x")', opaque],
    ['pulumi.Output.secret("x")', opaque],
    ['pulumi.Config().require("x")', opaque],
    ['os.environ["x"]', opaque],
    ['make("x")', opaque],
    ['MyArgs(x=1)', opaque],
    ['lambda: 1', opaque],
    ['(n := 1)', opaque],
    ['...', opaque],
  ];
  const before = `from typing import cast
name = "n"
port = 80
key = "a"
hosts = ["h0", "h1"]
base = {"a": {"b": 1}, "c": ("x", "y")}
decimal = -80.0
large = 2E3
names = {80: "x"}
`;
  for (const [expression, expected] of values)
    it(JSON.stringify(expression), () => assert.deepEqual(valueOf(expression, before), expected));

  it('places of values: literals, constants, texts that are put together', () => {
    const text = `import pulumi_kubernetes as k8s
a = "x"
k8s.core.v1.Endpoints("e", metadata={"name": ("v"), "namespace": a, "uid": "p" "q", "labels": {"l": f"lit"}})
`;
    const at = (word: string, from = 0) => {
      const start = text.indexOf(word, from);
      const line = text.slice(0, start).split('\n').length;
      const column = start - text.lastIndexOf('\n', start - 1);
      return [line, column, line, column + word.length];
    };
    const call = text.indexOf('k8s.core');
    assert.deepEqual(read(text)[0]?.leaves, [
      { path: 'metadata.name', value: 'v', range: at('"v"') },
      {
        path: 'metadata.namespace',
        value: 'x',
        range: at('a', text.indexOf('"namespace": ', call) + 13),
        origin: at('"x"'),
      },
      { path: 'metadata.uid', value: 'pq', range: at('"p" "q"'), computed: true },
      { path: 'metadata.labels.l', value: 'lit', range: at('f"lit"') },
    ]);
  });
});
