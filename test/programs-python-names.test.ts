/** Python programs: names that are declared once and never changed, scopes, and calls that are not certain. */
import assert from 'node:assert/strict';
import { loadGrammarsOf, programDocument } from './support/programs.ts';
import { isExposed, opaque, read, valueOf } from './support/python-programs.ts';

await loadGrammarsOf('a.py');

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

describe('Python: objects that other code may change', () => {
  const changes: readonly (readonly [string, boolean])[] = [
    ['print(d, x=d)', false],
    ['len(d); sorted(d); dict(d); list(d); str(d)', false],
    ['import json, copy\njson.dumps(d)\ncopy.deepcopy(d)', false],
    ['pulumi.export("d", d)', false],
    ['k8s.core.v1.Service("s", metadata=d)', false],
    ['", ".join(d)', false],
    ['e = d\nprint(e)', false],
    ['e = dict(d)\ne["x"] = 1', false],
    ['e = {**d}\ne["x"] = 1', false],
    ['change(d)', true],
    ['change(x=d)', true],
    ['change([{"x": d}])', true],
    ['module.change(d["k"])', true],
    ['def print(x): pass\nprint(d)', true],
    ['e = d\ne["x"] = 1', true],
    ['e = f = d\nf["x"] = 1', true],
    ['e = {"x": [d]}\ne["x"][0].clear()', true],
    ['e, f = d["k"], 1\ne.append(1)', true],
    ['e = d.get("k")\ne.append(1)', true],
    ['for e in d["k"]: e["x"] = 1', true],
    ['for i, e in enumerate(d["k"]): e["x"] = 1', true],
    ['[e.clear() for e in d["k"]]', true],
    ['def f(e=d): e["x"] = 1', true],
    ['e = d if True else {}\ne.clear()', true],
    ['other.d = d', true],
    ['other["d"] = [d]', true],
  ];
  for (const [change, expected] of changes)
    it(`${expected ? 'may be changed' : 'is only read'}: ${JSON.stringify(change)}`, () =>
      assert.equal(isExposed('d', `d = {"k": ["v"]}\n${change}`), expected));
});
