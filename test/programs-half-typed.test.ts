/** Programs while they are typed: the parser always ends, and a later call is read wholly. */
import assert from 'node:assert/strict';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';

interface Language {
  /** The imports, and the call that follows each unfinished text. */
  readonly before: string;
  readonly after: string;
  readonly unfinished: readonly string[];
}

const script: Omit<Language, 'unfinished'> = {
  before: 'import * as k8s from "@pulumi/kubernetes";\nconst name = "later";\n',
  after:
    '\nnew k8s.core.v1.Endpoints("later", { metadata: { name }, subsets: [{ addresses: [{ ip: "10.0.0.1" }] }] });\n',
};
const later = { metadata: { name: 'later' }, subsets: [{ addresses: [{ ip: '10.0.0.1' }] }] };

const languages: Readonly<Record<string, Language>> = {
  'a.ts': {
    ...script,
    unfinished: [
      'new ',
      'new k8s.\nconst other = 1;',
      'new k8s.core.v1.Endpoints',
      'new k8s.core.v1.Endpoints(',
      'new k8s.core.v1.Endpoints()',
      'new k8s.core.v1.Endpoints("a',
      'new k8s.core.v1.Endpoints("a", {});\nconst x = "',
      'new k8s.core.v1.Endpoints("a", { metadata: });',
      'new k8s.core.v1.Endpoints("a", { metadata: { name: } });',
      'new k8s.core.v1.Endpoints("a", { subsets: [{ addresses: [{ ip: "1 }] }] });',
      'new k8s.core.v1.Endpoints("a", { ...});',
      'new k8s.core.v1.Endpoints("a", { subsets: ips.map() });',
      'new k8s.core.v1.Endpoints("a", { subsets: ips.map(ip => ) });',
      'const a = ;',
      'const = 1;',
      'const { a, = b;',
      'import { from "@pulumi/pulumi";\nimport * as fs from "fs";\nconst a = 1;\nconst b = 2;',
      'import\nconst other = 1;',
      'export const\nconst other = 1;',
      'function f(a, { }',
      'type A = ;',
      'interface { a: }',
      'enum E { A = }',
      'if () {}',
      'for (const a of ) {}',
      'a ? b :;',
      '@decorated',
      '}',
      ')));',
      '/* a */ /',
    ],
  },
  'a.js': {
    ...script,
    unfinished: [
      'const { core } = require();',
      'const { core: } = require("@pulumi/kubernetes");',
      'module.exports = ;',
      'new k8s.core.v1.Service("a", { spec: { ports: [{ port: }] } });',
      'new k8s.core.v1.Service("a", { spec }, { dependsOn: [] ;',
      'const f = async (a) => { await ; };',
      'const a = { b: , c: 1 };',
      'let a = [1, , ;',
      '<div;',
      'class A { constructor( { } }',
    ],
  },
};

for (const [name, { before: start, after, unfinished }] of Object.entries(languages)) {
  describe(`programs, half-typed: ${name}`, () => {
    before(() => loadGrammarsOf(name));
    for (const text of unfinished) {
      it(JSON.stringify(text), () => {
        const readings = readingsOf(name, `${start}${text}${after}`);
        assert.deepEqual(readings.at(-1)?.properties, later);
      });
    }
  });
}

describe('programs, nested deeply', () => {
  before(() => loadGrammarsOf('a.ts'));
  const nestings: readonly (readonly [open: string, inner: string, close: string])[] = [
    ['(', '1', ')'],
    ['[', '1', ']'],
    ['{ a: ', '1', '}'],
    ['"a" + ', '"b"', ''],
    ['f(b, [', '1', '])'],
    ['pulumi.output(', '1', ')'],
    ['`a${', '1', '}`'],
    ['[1].map((x) => ', 'x', ')'],
    ['(', '1', ''],
    ['[', '', ''],
  ];
  // Brackets that nest deeper than 500 times are not parsed.
  for (const times of [240, 10_000]) {
    for (const [open, inner, close] of nestings) {
      it(`ends with ${open}${inner}${close}, ${times} times`, () => {
        const text = `${open.repeat(times)}${inner}${close.repeat(times)}`;
        const program = `${script.before}const a = ${text};\nnew k8s.core.v1.Endpoints("a", { a: ${text} });`;
        assert.ok(readingsOf('a.ts', program).length <= 1);
      });
    }
  }
  it('reads what follows a pattern', () => {
    const pattern = `${'['.repeat(400)}a${']'.repeat(400)}`;
    const text = `const ${pattern} = b; function f(${pattern}) {} ${pattern} = c;`;
    assert.deepEqual(readingsOf('a.ts', `${script.before}${text}${script.after}`).at(-1)?.properties, later);
  });
});
