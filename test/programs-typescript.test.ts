/** Which values of TypeScript and JavaScript programs are known, which are not, and where they are. */
import assert from 'node:assert/strict';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';
import { readValue } from './support/typescript-programs.ts';

before(() => loadGrammarsOf('a.ts'));

const opaque = { $opaque: true };

/** Declarations, an expression, and its value. */
type Row = readonly [declarations: string, expression: string, value: unknown];

describe('programs in TypeScript: known values', () => {
  const rows: readonly Row[] = [
    ['', '"a"', 'a'],
    ['', "'a'", 'a'],
    ['', '`a`', 'a'],
    ['', '`a\nb`', 'a\nb'],
    ['', String.raw`"\x41\u0042\u{43}\n\t\\\"\'\0"`, 'ABC\n\t\\"\'\0'],
    ['', '"a\\\nb"', 'ab'],
    ['', '""', ''],
    ['', '80', 80],
    ['', '8_080', 8080],
    ['', '0x1F90', 8080],
    ['', '0b101', 5],
    ['', '0o17', 15],
    ['', '1e3', 1000],
    ['', '80.0', 80],
    ['', '1.5', 1.5],
    ['', '-1', -1],
    ['', 'true', true],
    ['', 'false', false],
    ['', 'null', null],
    ['const a = "x.y"; const b = a.replaceAll(".", "-");', 'a', 'x.y'],
    ['', 'undefined', undefined],
    ['', '{ a: undefined, b: null }', { b: null }],
    ['', '{ "a-b": 1, 2: "c", [`d`]: 3 }', { 'a-b': 1, 2: 'c', d: 3 }],
    ['const key = "a";', '{ [key]: 1 }', { a: 1 }],
    ['const a = "x";', 'a', 'x'],
    ['let a = "x";', 'a', 'x'],
    ['var a = "x";', 'a', 'x'],
    ['const a = "x";', '{ a }', { a: 'x' }],
    ['const a = "x"; const b = a; const c = b;', 'c', 'x'],
    ['export const a = "x";', 'a', 'x'],
    ['const a = "x"; function f(a) {}', 'a', 'x'],
    ['const a = "x"; type F = (a: string) => void; interface I { m(a: string): void }', 'a', 'x'],
    ['const a = "x"; { const a = "y"; }', 'a', 'x'],
    ['const a = { b: [{ c: 1 }, { c: 2 }] };', 'a.b[1].c', 2],
    ['const a = { b: 1 };', 'a["b"]', 1],
    ['const a = { b: 1 };', 'a?.b', 1],
    ['const a = { b: 1 }, key = "b";', 'a[key]', 1],
    ['const { a, b: c } = { a: 1, b: 2 };', '[a, c]', [1, 2]],
    ['const [a, , b] = [1, 2, 3];', '[a, b]', [1, 3]],
    ['const { "a-b": c, \'d\': e } = { "a-b": 1, d: 2 };', '[c, e]', [1, 2]],
    ['const a = { 80: "x", "443": "y" };', '[a[80], a[443], a["80"]]', ['x', 'y', 'x']],
    ['const base = { a: { b: ["x"] } }; const { a: { b: [c] } } = base;', 'c', 'x'],
    ['enum E { A = "x", B = `y` }', '[E.A, E["B"]]', ['x', 'y']],
    ['const enum E { A = "x" }', 'E.A', 'x'],
    ['', '"a" + "b" + `c`', 'abc'],
    ['const a = "x";', '"-" + a', '-x'],
    ['const a = "x", b = 8_080;', '`${a}-${b}`', 'x-8080'],
    ['', '`${"a"}${0x10}${-1}`', 'a16-1'],
    ['', '`a-${`b-${"c"}`}`', 'a-b-c'],
    ['const a = { x: 1, y: 2 };', '{ ...a, x: 3, z: 4 }', { x: 3, y: 2, z: 4 }],
    ['const a = { x: 1, y: 2 };', '{ x: 3, ...a }', { x: 1, y: 2 }],
    ['const a = { x: 1, y: 2 };', '{ ...a, x: undefined }', { y: 2 }],
    ['', '{ ...{ x: 1 }, ...undefined }', { x: 1 }],
    ['const a = { x: undefined, y: 2 };', '{ x: 1, z: a.x, ...a, y: 3 }', { y: 3 }],
    ['const a = [1, 2];', '[0, ...a, ...[3]]', [0, 1, 2, 3]],
    ['', '[1, 2].map((x) => ({ x }))', [{ x: 1 }, { x: 2 }]],
    ['const a = ["x"];', 'a.map(x => `${x}-1`)', ['x-1']],
    ['const a = ["x"];', 'a.map((x: string): string => x + "y")', ['xy']],
    ['const a = [["x", "y"], ["z"]];', 'a.map((b) => b.map((c) => ({ c })))', [[{ c: 'x' }, { c: 'y' }], [{ c: 'z' }]]],
    ['const a = [{ ip: "x" }];', 'a.map((each) => each.ip)', ['x']],
    ['', '("a")', 'a'],
    ['', '"a" as string', 'a'],
    ['', '<any>"a"', 'a'],
    ['', '["a"] as const', ['a']],
    ['', '({ a: 1 } satisfies object)', { a: 1 }],
    ['const a = { b: 1 };', 'a!.b!', 1],
    ['', 'pulumi.output("a")', 'a'],
    ['import { output } from "@pulumi/pulumi";', 'output({ a: 1 })', { a: 1 }],
    ['import { output as out } from "@pulumi/pulumi";', 'out(out("a"))', 'a'],
    ['const a = Object.freeze(["x"] as const);', 'a', ['x']],
    ['', 'k8s.types.enums.core.v1.ServiceSpecType.ClusterIP', 'ClusterIP'],
    ['', 'k8s.core.v1.ServiceSpecType.NodePort', 'NodePort'],
    ['', '[]', []],
    ['', '{}', {}],
  ];
  for (const [declarations, expression, value] of rows) {
    it(`${declarations} ${expression}`.trim(), () => assert.deepEqual(readValue(declarations, expression), value));
  }

  it('keeps the place of an entry that a later one overrides', () => {
    const value = readValue('const a = { x: 1, y: 2 };', '{ ...a, z: 0, x: 3 }');
    assert.equal(JSON.stringify(value), '{"x":3,"y":2,"z":0}');
  });
});

describe('programs in TypeScript: unknown values', () => {
  const rows: readonly (readonly [declarations: string, expression: string])[] = [
    ['const config = new pulumi.Config();', 'config.require("a")'],
    ['', 'process.env.A'],
    ['', 'pulumi.getStack()'],
    ['', 'pulumi.interpolate`a`'],
    ['', 'pulumi.secret("a")'],
    ['const other = { output: (x) => x + "!" };', 'other.output("a")'],
    ['', '"a".trim()'],
    ['function f() { return "a"; }', 'f()'],
    ['const f = () => "a";', 'f()'],
    ['', 'true ? "a" : "a"'],
    ['', '"a" || "b"'],
    ['', 'undefined ?? "b"'],
    ['', '1 + 2'],
    ['', '2 * 40'],
    ['', '"a" + 1'],
    ['', '1 + "a"'],
    ['', '`a${true}`'],
    ['', '`a${null}`'],
    ['', '`a${1.5}`'],
    ['', '`a${unknown}`'],
    ['', '/a/'],
    ['', 'String.raw`a`'],
    ['', '[1, 2].join()'],
    ['', '["a"].length'],
    ['', 'await f()'],
    ['', 'this.a'],
    ['', 'new String("a")'],
    ['declare const a: string;', 'a'],
    ['let a; a = "x";', 'a'],
    ['let a = "x"; a = "y";', 'a'],
    ['let a = 1; a += 1;', 'a'],
    ['let a = 1; a++;', 'a'],
    ['let a = 1; --a;', 'a'],
    ['let a = "x"; [a] = list;', 'a'],
    ['let a = "x"; ({ a } = other);', 'a'],
    ['let a = "x"; ({ b: a } = other);', 'a'],
    ['let a = "x"; for (a of list) {}', 'a'],
    ['let a = "x"; for (a in list) {}', 'a'],
    ['let a = "x"; for ([a] of list) {}', 'a'],
    ['let a = "x"; function f() { a = "y"; }', 'a'],
    ['var a = "x"; var a = "y";', 'a'],
    ['const a = { b: 1 }; a.b = 2;', 'a'],
    ['const a = { b: { c: 1 } }; a.b.c = 2;', 'a'],
    ['const a = { b: 1 }; (a as any).b = 2;', 'a'],
    ['const a = { b: 1 }; (<any>a).b = 2;', 'a'],
    ['const a = { b: 1 }; (a satisfies object).b = 2;', 'a'],
    ['const a = { b: 1 }; a!.b = 2;', 'a'],
    ['const a = { b: 1 }; delete a.b;', 'a'],
    ['const a = { b: 1 }; a.b++;', 'a'],
    ['const a = [1]; a[0] = 2;', 'a'],
    ['const a = [1]; [a[0]] = [2];', 'a'],
    ['const a = [1]; a.push(2);', 'a'],
    ['const a = [1]; a?.push(2);', 'a'],
    ['const a = [1]; a["push"](2);', 'a'],
    ['const a = [1]; a.sort();', 'a'],
    ['const a = [1]; a.length = 0;', 'a'],
    ['const a = { b: [1] }; a.b.push(2);', 'a'],
    ['const a = { b: 1 }; Object.assign(a, { b: 2 });', 'a'],
    ['const a = { b: 1 }; Object.defineProperty(a, "b", {});', 'a'],
    ['const a = { b: 1 };', 'a.c'],
    ['const a = [1];', 'a[1]'],
    ['const a = [1];', 'a[unknown]'],
    ['const a = a;', 'a'],
    ['const a = b, b = a;', 'a'],
    ['const { a = 1 } = { a: 2 };', 'a'],
    ['const { ...a } = { b: 2 };', 'a'],
    ['const [...a] = [1];', 'a'],
    ['const { a } = unknown;', 'a'],
    ['const { [key]: a } = { key: 1 };', 'a'],
    ['enum E { A, B }', 'E.A'],
    ['enum E { A = "x" } enum E { B = "y" }', 'E.A'],
    ['class K { static a = "x"; }', 'K.a'],
    ['', 'unknown.map((x) => x)'],
    ['', '[1].map((x, i) => x)'],
    ['', '[1].map((x) => { return x; })'],
    ['', '[1].map(function (x) { return x; })'],
    ['', '[1].map(async (x) => x)'],
    ['', '[1].map((x = 2) => x)'],
    ['', '[1].map((...x) => x)'],
    ['', '[{ a: 1 }].map(({ a }) => a)'],
    ['', '[1].map(() => 1)'],
    ['const f = (x) => x;', '[1].map(f)'],
    ['', '[1, ...unknown].map((x) => x)'],
    ['', '[1].filter((x) => x)'],
    ['const a = new k8s.core.v1.Service("s");', 'a.metadata.name'],
    ['const a = new k8s.core.v1.Service("s");', 'a.metadata.apply((m) => m.name)'],
    ['const a = new k8s.core.v1.Service("s");', 'pulumi.all([a.id]).apply(([id]) => id)'],
  ];
  for (const [declarations, expression] of rows) {
    it(`${declarations} ${expression}`.trim(), () => assert.deepEqual(readValue(declarations, expression), opaque));
  }

  const hiding: Readonly<Record<string, string>> = {
    'a parameter': 'function f(a) { HERE }',
    'a parameter with a default': 'function f(a = "y") { HERE }',
    'a destructured parameter': 'function f({ a }) { HERE }',
    'a renamed part of a parameter': 'function f({ b: [a] }) { HERE }',
    'a rest parameter': 'function f(...a) { HERE }',
    'a parameter of an arrow function': 'const f = a => { HERE };',
    'a parameter of a method': 'class A { m(a) { HERE } }',
    'a parameter of a constructor': 'class A { constructor(private readonly a: string) { HERE } }',
    'a parameter of an object’s method': 'const o = { m(a) { HERE } };',
    'a loop variable': 'for (const a of list) { HERE }',
    'a destructured loop variable': 'for (const [a, b] of Object.entries(o)) { HERE }',
    'the counter of a loop': 'for (let a = 0; a < 3; a++) { HERE }',
    'a catch variable': 'try {} catch (a) { HERE }',
    'a destructured catch variable': 'try {} catch ({ a }) { HERE }',
    'a function': '{ function a() {} HERE }',
    'the own name of a function': 'const f = function a() { HERE };',
    'a class': '{ class a {} HERE }',
    'an unknown variable': '{ const a = f(); HERE }',
    'a variable of a switch': 'switch (x) { case 1: let a = f(); HERE }',
  };
  for (const [title, text] of Object.entries(hiding)) {
    it(`is hidden by ${title}`, () => {
      const call = 'new k8s.core.v1.Endpoints("a", { value: a });';
      const program = `import * as k8s from "@pulumi/kubernetes";\nconst a = "x";\n${text.replace('HERE', call)}\n`;
      assert.deepEqual(readingsOf('a.ts', program)[0]?.properties, { value: opaque });
    });
  }

  const open: readonly Row[] = [
    ['', '{ a: 1, ...unknown }', { a: 1, $open: true }],
    ['', '{ ...unknown, a: 1 }', { a: 1, $open: true }],
    ['', '{ ...f(), ...{ a: 1 } }', { a: 1, $open: true }],
    ['', '{ [unknown]: 1, a: 2 }', { a: 2, $open: true }],
    ['', '[1, ...unknown]', { $open: true, $items: [1] }],
    ['const a = { b: 1, ...unknown };', '{ ...a }', { b: 1, $open: true }],
    ['const a = [1, ...unknown];', 'a', { $open: true, $items: [1] }],
  ];
  for (const [declarations, expression, value] of open) {
    it(`${declarations} ${expression} may have more`.trim(), () =>
      assert.deepEqual(readValue(declarations, expression), value),
    );
  }
});

describe('programs in TypeScript: places', () => {
  const leavesOf = (expression: string): unknown => {
    const text = `import * as k8s from "@pulumi/kubernetes";\nconst base = { a: "x", b: ["y"] };
new k8s.core.v1.Endpoints("e", {
v: ${expression} });`;
    return readingsOf('a.ts', text)[0]?.leaves;
  };
  const rows: readonly (readonly [title: string, expression: string, leaves: unknown])[] = [
    ['a literal in wrappers', '(("x" as any)!)', [{ path: 'v', value: 'x', range: [4, 6, 4, 9] }]],
    ['a constant', 'base.a', [{ path: 'v', value: 'x', range: [4, 4, 4, 10], origin: [2, 19, 2, 22] }]],
    [
      'a spread',
      '{ ...base }',
      [
        { path: 'v.a', value: 'x', range: [4, 9, 4, 13], origin: [2, 19, 2, 22] },
        { path: 'v.b[0]', value: 'y', range: [4, 9, 4, 13], origin: [2, 28, 2, 31] },
      ],
    ],
    ['a spread literal', '{ ...{ a: "x" } }', [{ path: 'v.a', value: 'x', range: [4, 14, 4, 17] }]],
    ['texts put together', '"x" + base.a', [{ path: 'v', value: 'xx', range: [4, 4, 4, 16], computed: true }]],
    [
      'the body of a map',
      '["x"].map((a) => ({ a, b: 1 }))',
      [
        { path: 'v[0].a', value: 'x', range: [4, 24, 4, 25], origin: [4, 5, 4, 8], shared: true },
        { path: 'v[0].b', value: 1, range: [4, 30, 4, 31], shared: true },
      ],
    ],
    ['an empty list', '[]', [{ path: 'v', empty: 'list', range: [4, 4, 4, 6] }]],
    ['an unknown value', '(f())', [{ path: 'v', opaque: true, range: [4, 5, 4, 8] }]],
  ];
  for (const [title, expression, leaves] of rows) {
    it(`places ${title}`, () => assert.deepEqual(leavesOf(expression), leaves));
  }

  it('counts UTF-16 units, and a line that ends with CR LF once', () => {
    const text = 'import * as k8s from "@pulumi/kubernetes";\r\n/* 😀 */ new k8s.core.v1.Endpoints("😀a", {\r\n});';
    const [reading] = readingsOf('a.ts', text);
    assert.deepEqual(reading?.call, [2, 10, 3, 3]);
    assert.deepEqual(reading.resourceNameRange, [2, 36, 2, 41]);
  });
});
