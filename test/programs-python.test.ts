/** Python programs: what is read of every form that a constructor call, its arguments and its values have. */
import assert from 'node:assert/strict';
import { loadGrammarsOf, programDocument, readingsOf, type Reading } from './support/programs.ts';

await loadGrammarsOf('a.py');

const opaque = { $opaque: true };
const open = { $open: true };

function read(text: string): readonly Reading[] {
  return readingsOf('a.py', text);
}

function tokens(text: string): readonly string[] {
  return read(text).map(({ token }) => token?.replace(/^kubernetes:/, '') ?? '');
}

/** The label `x` of the only resource, whose value is the expression, below the lines before it. */
function valueOf(expression: string, before = ''): unknown {
  const text = `import pulumi_kubernetes as k8s\nimport pulumi\n${before}\nk8s.core.v1.Endpoints("a", metadata={"v": ${expression}})\n`;
  const { metadata } = read(text).at(-1)?.properties as { metadata: { v?: unknown } };
  return metadata.v;
}

/** The expression of the output that the value is, such as `${db.metadata.name}`. */
function outputOf(expression: string, before: string): unknown {
  const text = `import pulumi_kubernetes as k8s\nimport pulumi\nfrom pulumi import Output\n${before}\nk8s.core.v1.Endpoints("z", metadata={"v": ${expression}})\n`;
  return programDocument('a.py', text).references.map(
    ({ root, steps }) => root + steps.map(({ step }) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join(''),
  );
}

describe('Python: classes', () => {
  const forms: readonly (readonly [string, string, readonly string[]])[] = [
    ['a module with an alias', 'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints("a")', ['core/v1:Endpoints']],
    ['a module', 'import pulumi_kubernetes\npulumi_kubernetes.core.v1.Service("a")', ['core/v1:Service']],
    [
      'dotted modules',
      'import pulumi_kubernetes.core.v1\nimport pulumi_kubernetes.discovery.v1\npulumi_kubernetes.core.v1.EndpointsPatch("a")\npulumi_kubernetes.discovery.v1.EndpointSlice("b")',
      ['core/v1:EndpointsPatch', 'discovery.k8s.io/v1:EndpointSlice'],
    ],
    [
      'a dotted module with an alias',
      'import pulumi_kubernetes.core.v1 as c\nc.ServicePatch("a")',
      ['core/v1:ServicePatch'],
    ],
    [
      'a group',
      'from pulumi_kubernetes import core, discovery as d\ncore.v1.Endpoints("a")\nd.v1.EndpointSlicePatch("b")',
      ['core/v1:Endpoints', 'discovery.k8s.io/v1:EndpointSlicePatch'],
    ],
    ['a version', 'from pulumi_kubernetes.core import v1\nv1.Endpoints("a")', ['core/v1:Endpoints']],
    [
      'classes',
      'from pulumi_kubernetes.core.v1 import (\n  Endpoints as E,\n  Service,\n)\nE("a")\nService("b")',
      ['core/v1:Endpoints', 'core/v1:Service'],
    ],
    [
      'a class of its own file',
      'from pulumi_kubernetes.core.v1.Endpoints import Endpoints\nEndpoints("a")',
      ['core/v1:Endpoints'],
    ],
    [
      'a wildcard',
      'from pulumi_kubernetes.core.v1 import *\nfrom pulumi_kubernetes.discovery.v1 import *\nEndpoints("a")\nEndpointSlice("b")\nNamespace("n")',
      ['core/v1:Endpoints', 'discovery.k8s.io/v1:EndpointSlice'],
    ],
    ['a wildcard of groups', 'from pulumi_kubernetes import *\ncore.v1.Endpoints("a")', ['core/v1:Endpoints']],
    [
      'an import in a function',
      'def f():\n  from pulumi_kubernetes.core.v1 import Endpoints\n  Endpoints("a")\nEndpoints("b")',
      ['core/v1:Endpoints'],
    ],
    [
      'an import that may fail',
      'try:\n  import pulumi_kubernetes as k8s\nexcept ImportError:\n  raise\nk8s.core.v1.Endpoints("a")',
      ['core/v1:Endpoints'],
    ],
    [
      'an assignment that renames',
      'import pulumi_kubernetes as k8s\nv1 = k8s.core.v1\nE = v1.Endpoints\nE("a")',
      ['core/v1:Endpoints'],
    ],
    [
      'a destructured one',
      'import pulumi_kubernetes as k8s\ncore, discovery = k8s.core, k8s.discovery\nk8s.core.v1.Endpoints("a")',
      ['core/v1:Endpoints'],
    ],
    ['no class of the program', 'import pulumi_kubernetes\nclass Endpoints: pass\nEndpoints("a")', []],
    ['no class of another module', 'import pulumi_kubernetes\nfrom .infra import Endpoints\nEndpoints("a")', []],
    [
      'no class that the program declares again',
      'from pulumi_kubernetes.core.v1 import Endpoints\nclass Endpoints(Endpoints): pass\nEndpoints("a")',
      [],
    ],
    [
      'no name that is assigned twice',
      'import pulumi_kubernetes as k8s\nE = k8s.core.v1.Endpoints\nE = k8s.core.v1.Service\nE("a")',
      [],
    ],
    ['no parameter', 'from pulumi_kubernetes.core.v1 import Endpoints\ndef f(Endpoints):\n  Endpoints("a")', []],
    [
      'no static get, no other class',
      'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints.get("a", "b/c")\nk8s.core.v1.EndpointsList("a")\nk8s.core.v1.EndpointSubsetArgs()\nk8s.Provider("p")\n',
      [],
    ],
  ];
  for (const [name, text, expected] of forms) it(name, () => assert.deepEqual(tokens(text), expected));
});

describe('Python: arguments', () => {
  const imports = 'import pulumi\nimport pulumi_kubernetes as k8s\nfrom pulumi import ResourceOptions as RO\n';
  const args = 'k8s.core.v1.EndpointsInitArgs(metadata={"name": "m"})';
  const metadata = { metadata: { name: 'm' } };
  const calls: readonly (readonly [string, string, unknown, unknown, unknown])[] = [
    ['keyword arguments', '"a", metadata={"name": "m"}, opts=RO(protect=True)', 'a', metadata, { protect: true }],
    ['the name by its keyword', 'metadata={"name": "m"}, resource_name="a"', 'a', metadata, {}],
    ['an object of arguments', `"a", ${args}`, 'a', metadata, {}],
    ['an object of arguments and options', `"a", ${args}, RO(protect=False)`, 'a', metadata, { protect: false }],
    [
      'an object of arguments and options by keyword',
      `"a", ${args}, opts=RO(protect=False)`,
      'a',
      metadata,
      { protect: false },
    ],
    ['arguments by keyword', `"a", args=${args}, opts=RO()`, 'a', metadata, {}],
    ['all by keyword', `args=${args}, opts=RO(protect=True), resource_name="a"`, 'a', metadata, { protect: true }],
    ['options in the second place', '"a", RO(protect=True), metadata={"name": "m"}', 'a', metadata, { protect: true }],
    ['options alone', '"a", pulumi.ResourceOptions(protect=True)', 'a', {}, { protect: true }],
    ['options by a name in the second place', '"a", shared', 'a', {}, { protect: true }],
    ['merged options in the second place', '"a", RO.merge(shared, shared)', 'a', {}, opaque],
    ['unknown options in the second place', '"a", unknown, metadata={"name": "m"}', 'a', metadata, opaque],
    ['the former keyword of options', '"a", metadata={"name": "m"}, __opts__=shared', 'a', metadata, { protect: true }],
    ['no options', '"a", metadata={"name": "m"}, opts=None', 'a', metadata, {}],
    [
      'spread arguments',
      '"a", **{"metadata": {"name": "m"}}, **dict(subsets=[])',
      'a',
      { ...metadata, subsets: [] },
      {},
    ],
    ['unknown spread arguments', '"a", metadata={"name": "m"}, **unknown', 'a', { ...metadata, ...open }, {}],
    ['arguments that are not known', '"a", unknown', 'a', opaque, {}],
    ['several places in one argument', '*unknown, metadata={"name": "m"}', opaque, metadata, {}],
    [
      'options that are merged',
      '"a", metadata={"name": "m"}, opts=RO.merge(shared, RO(protect=True))',
      'a',
      metadata,
      opaque,
    ],
    [
      'names of options',
      '"a", opts=RO(depends_on=[shared2], import_="ns/n", custom_timeouts=pulumi.CustomTimeouts(create="5m"), aliases=[pulumi.Alias(type_="t", name="old"), pulumi.Alias("older")], delete_before_replace=True, plugin_download_url="u", env_var_mappings={"A_B": "c"})',
      'a',
      {},
      {
        dependsOn: [opaque],
        import: 'ns/n',
        customTimeouts: { create: '5m' },
        aliases: [{ type: 't', name: 'old' }, { name: 'older' }],
        deleteBeforeReplace: true,
        pluginDownloadURL: 'u',
        envVarMappings: { A_B: 'c' },
      },
    ],
  ];
  for (const [name, given, resourceName, properties, options] of calls) {
    it(name, () => {
      const [found] = read(`${imports}shared = RO(protect=True)\nk8s.core.v1.Endpoints(${given})\n`);
      assert.deepEqual([found?.resourceName, found?.properties, found?.options], [resourceName, properties, options]);
    });
  }

  it('translates names of fields, and nothing else', () => {
    const [found] = read(`${imports}k8s.core.v1.Service("a",
      api_version="v1", kind="Service",
      metadata=k8s.meta.v1.ObjectMetaArgsDict(generate_name="g-", labels=dict(app_protocol="x"), annotations={"node_name": "y"}),
      spec=k8s.core.v1.ServiceSpecArgs(cluster_ip="None", cluster_ips=["None"], external_ips=[], selector={"target_port": "z"},
        type=k8s.core.v1.ServiceSpecType.CLUSTER_IP,
        ports=[dict(target_port=80), {"targetPort": 80}, {"target-port": 80, "name_space": "n"}]))\n`);
    assert.deepEqual(found?.properties, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { generateName: 'g-', labels: { app_protocol: 'x' }, annotations: { node_name: 'y' } },
      spec: {
        clusterIP: 'None',
        clusterIPs: ['None'],
        externalIPs: [],
        selector: { target_port: 'z' },
        type: 'ClusterIP',
        ports: [{ targetPort: 80 }, { targetPort: 80 }, { 'target-port': 80, name_space: 'n' }],
      },
    });
  });
});

describe('Python: values', () => {
  const values: readonly (readonly [string, unknown])[] = [
    [String.raw`"a\"b\n\x41\u00e9\U0001F680\101\q"`, 'a"b\nAé🚀A\\q'],
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"\N{DASH}"`, opaque],
    [String.raw`R"\n"`, '\\n'],
    [String.raw`rF"\n{1}"`, '\\n1'],
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

describe('Python: names', () => {
  const known: readonly (readonly [string, string])[] = [
    ['an assignment', 'x = "v"'],
    ['an annotated assignment', 'x: str = "v"'],
    ['an annotation before it', 'x: str\nx = "v"'],
    ['one below its use in a function', 'def f():\n  return x\nx = "v"'],
    ['several targets', 'y = x = "v"'],
    ['a list of targets', 'y, x = "w", "v"'],
    ['a list of targets in brackets', '(y, [z, x]) = ("w", ("u", "v"))'],
    ['a target before a star', 'x, *rest = ["v", "w"]'],
    ['a line continuation', 'x = \\\n  "v"'],
    ['a parameter of that name elsewhere', 'x = "v"\ndef f(x): return x'],
    ['a name of a class', 'x = "v"\nclass C:\n  x = "w"\n  y = [x for i in range(3)]'],
    ['a local name elsewhere', 'x = "v"\ndef f():\n  x = "w"\n  return x'],
    ['the name of a comprehension', 'x = "v"\ny = [x for x in range(3)]'],
    ['the name of a lambda', 'x = "v"\ny = lambda x: x'],
    ['a keyword argument', 'x = "v"\nprint(x=1)'],
    ['only read', 'x = "v"\nx.upper(); print(x); y = x'],
  ];
  for (const [name, before] of known) it(`known: ${name}`, () => assert.equal(valueOf('x', before), 'v'));

  const unknown: readonly (readonly [string, string])[] = [
    ['assigned twice', 'x = "v"\nx = "w"'],
    ['assigned in an if', 'if True:\n  x = "v"'],
    ['assigned again in an if', 'x = "v"\nif True:\n  x = "w"'],
    ['assigned in an else', 'if True:\n  pass\nelse:\n  x = "v"'],
    ['assigned in a loop', 'for i in [1]:\n  x = "v"'],
    ['assigned in a while', 'while True:\n  x = "v"'],
    ['assigned in a try', 'try:\n  x = "v"\nexcept E:\n  pass'],
    ['assigned in an except', 'x = "v"\ntry:\n  pass\nexcept E:\n  x = "w"'],
    ['assigned in a with', 'with f():\n  x = "v"'],
    ['assigned in a match', 'match y:\n  case 1:\n    x = "v"'],
    ['assigned with an operator', 'x = "v"\nx += "w"'],
    ['assigned as global', 'x = "v"\ndef f():\n  global x\n  x = "w"'],
    ['assigned as nonlocal', 'x = "v"\ndef f():\n  nonlocal x\n  x = "w"'],
    ['a walrus', 'x = "v"\nprint(x := "w")'],
    ['deleted', 'x = "v"\ndel x'],
    ['a loop variable', 'for x in ["v"]: pass'],
    ['a loop variable after an assignment', 'x = "v"\nfor x in ["w"]: pass'],
    ['a nested loop variable', 'x = "v"\nfor i, (j, x) in y: pass'],
    ['a with variable', 'x = "v"\nwith f() as x: pass'],
    ['an exception', 'x = "v"\ntry: pass\nexcept E as x: pass'],
    ['a function', 'x = "v"\ndef x(): pass'],
    ['a class', 'x = "v"\nclass x: pass'],
    ['an import', 'x = "v"\nfrom y import x'],
    ['a captured name', 'x = "v"\nmatch y:\n  case [x]: pass'],
    ['a captured rest', 'x = "v"\nmatch y:\n  case {"a": 1, **x}: pass'],
    ['after a star', 'y, *x = ["v", "v"]'],
    ['behind a star', '*y, x = ["v", "v"]'],
    ['taken from an unknown value', 'y, x = f()'],
    ['without a value', 'x: str'],
    ['referring to itself', 'x = x'],
    ['not declared', ''],
  ];
  for (const [name, before] of unknown) it(`opaque: ${name}`, () => assert.deepEqual(valueOf('x', before), opaque));

  for (const change of [
    'd["k"] = "w"',
    'd["k"]["l"] = "w"',
    'd.k = "w"',
    'd["k"] += "w"',
    'del d["k"]',
    'd.update(k="w")',
    'd.get("k").append(1)',
    'd.setdefault("k", 1)',
    'd.pop("k")',
    'd.__setitem__("k", 1)',
    'dict.update(d, k=1)',
    'd["k"], y = 1, 2',
    'for d["k"] in y: pass',
    'def f(): d.clear()',
    'd |= {}',
  ])
    it(`opaque: an object that is changed by ${change}`, () =>
      assert.deepEqual(valueOf('d["k"]', `d = {"k": "v"}\n${change}`), opaque));

  it('scopes: functions see outer names, methods no names of their class', () => {
    const text = `from pulumi_kubernetes.core.v1 import Endpoints
x = "outer"
class C:
    x = "class"
    Endpoints("a", metadata={"name": x})
    def f(self, y=1):
        Endpoints("b", metadata={"name": x, "uid": y})
        x2 = "local"
        def g():
            Endpoints("c", metadata={"name": x2})
        return lambda x2: Endpoints("d", metadata={"name": x2})
    z = [Endpoints("e", metadata={"name": x}) for i in [1]]
`;
    const names = read(text).map(({ properties }) => (properties as { metadata: { name: unknown } }).metadata.name);
    assert.deepEqual(names, ['class', 'outer', 'local', opaque, 'outer']);
    assert.deepEqual(valueOf('self.x', 'class C:\n  def f(self):\n    self.x = "v"'), opaque);
  });

  it('calls in functions, loops and conditions are not certain', () => {
    const text = `import pulumi_kubernetes as k8s
E = k8s.core.v1.Endpoints
E("0")
with f(): E("1")
if f(): E("2")
for i in [1]: E("3")
while f(): E("4")
try: E("5")
except X: pass
def f(): E("6")
class C: E("7")
[E("8") for i in [1]]
f() and E("9")
E("10") if f() else None
g = lambda: E("11")
f(E("12"))
match f():
    case 1: E("13")
`;
    const certain = programDocument('a.py', text).resources.filter(({ isUncertain }) => !isUncertain);
    assert.deepEqual(
      certain.map(({ name }) => name),
      ['0', '1', '12'],
    );
  });
});

describe('Python: outputs of resources', () => {
  const before = `svc = k8s.core.v1.Service("svc", spec={"cluster_ip": "None"})
other = svc
class C(pulumi.ComponentResource):
    def __init__(self):
        self.own = k8s.core.v1.Service("own")
        self.twice = k8s.core.v1.Service("one")
        self.twice = k8s.core.v1.Service("two")
        self.text = "x"
        SELF
`;
  const outputs: readonly (readonly [string, readonly string[]])[] = [
    ['svc.metadata.name', ['svc.metadata.name']],
    ['svc.metadata["name"]', ['svc.metadata.name']],
    ['other.metadata.name', ['svc.metadata.name']],
    ['svc.spec.cluster_ip', ['svc.spec.clusterIP']],
    ['svc.spec.ports[0].target_port', ['svc.spec.ports[0].targetPort']],
    ['svc.metadata.apply(lambda m: m.name)', ['svc.metadata.name']],
    ['svc.metadata.apply(lambda m: m["name"])', ['svc.metadata.name']],
    ['svc.spec.apply(lambda s: s.ports).apply(lambda p: p[0].port)', ['svc.spec.ports[0].port']],
    ['pulumi.Output.concat(svc.metadata.name)', ['svc.metadata.name']],
    ['Output.format("{0}", svc.metadata.name)', ['svc.metadata.name']],
    ['Output.from_input(svc.metadata.name)', ['svc.metadata.name']],
    ['Output.concat("v-", svc.id)', ['svc']],
    ['Output.format("{0}-x", svc.metadata.name)', ['svc']],
    ['str(svc.metadata.name)', ['svc']],
    ['svc', ['svc']],
  ];
  for (const [expression, expected] of outputs)
    it(expression, () => {
      assert.deepEqual(outputOf(expression, before.replace('SELF', 'pass')), expected);
      assert.deepEqual(valueOf(expression, before.replace('SELF', 'pass')), opaque);
    });

  const members: readonly (readonly [string, readonly string[]])[] = [
    ['self.own.metadata.name', ['own.metadata.name']],
    ['self.own.metadata.apply(lambda m: m.name)', ['own.metadata.name']],
    ['self.twice.metadata.name', []],
    ['self.text', []],
    ['self.missing', []],
  ];
  for (const [expression, expected] of members)
    it(`${expression} in a class`, () => {
      const use = `k8s.core.v1.Endpoints("e", metadata={"name": ${expression}})`;
      assert.deepEqual(outputOf('"z"', before.replace('SELF', use)), expected);
    });
});

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
});
