/** Which constructor calls of TypeScript and JavaScript programs count. */
import assert from 'node:assert/strict';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';

before(() => loadGrammarsOf('a.ts'));

/** The classes that are constructed, such as `core/v1:Endpoints`. */
function classesIn(text: string): readonly string[] {
  return readingsOf('a.ts', text).map(({ token }) => (token ?? '').replace('kubernetes:', ''));
}

const endpoints = ['core/v1:Endpoints'];

describe('programs in TypeScript: calls', () => {
  const counted: Readonly<Record<string, string>> = {
    'a whole module': 'import * as k8s from "@pulumi/kubernetes"; new k8s.core.v1.Endpoints("a");',
    'a default import': 'import k8s from "@pulumi/kubernetes"; new k8s.core.v1.Endpoints("a");',
    'a default import by its name': 'import { default as k } from "@pulumi/kubernetes"; new k.core.v1.Endpoints("a");',
    'a named import': 'import { core } from "@pulumi/kubernetes"; new core.v1.Endpoints("a");',
    'a renamed import': 'import { core as c } from "@pulumi/kubernetes"; new c.v1.Endpoints("a");',
    'a default import beside a named one':
      'import k8s, { core } from "@pulumi/kubernetes"; new core.v1.Endpoints("a");',
    'a group of the module': 'import * as core from "@pulumi/kubernetes/core"; new core.v1.Endpoints("a");',
    'a version of the module': 'import * as v1 from "@pulumi/kubernetes/core/v1"; new v1.Endpoints("a");',
    'a class of a version': 'import { Endpoints } from "@pulumi/kubernetes/core/v1"; new Endpoints("a");',
    'a renamed class': 'import { Endpoints as E } from "@pulumi/kubernetes/core/v1"; new E("a");',
    'the file of a class': 'import { Endpoints } from "@pulumi/kubernetes/core/v1/endpoints"; new Endpoints("a");',
    'the index of a version': 'import { Endpoints } from "@pulumi/kubernetes/core/v1/index.js"; new Endpoints("a");',
    'import require': 'import k8s = require("@pulumi/kubernetes"); new k8s.core.v1.Endpoints("a");',
    'an import alias': 'import * as k8s from "@pulumi/kubernetes"; import v1 = k8s.core.v1; new v1.Endpoints("a");',
    require: 'const k8s = require("@pulumi/kubernetes"); new k8s.core.v1.Endpoints("a");',
    'require by var': 'var k8s = require("@pulumi/kubernetes"); new k8s.core.v1.Endpoints("a");',
    'a member of require': 'const v1 = require("@pulumi/kubernetes").core.v1; new v1.Endpoints("a");',
    'a require in backquotes': 'const v1 = require(`@pulumi/kubernetes`).core.v1; new v1.Endpoints("a");',
    'a quoted part of require': 'const { "core": core } = require("@pulumi/kubernetes"); new core.v1.Endpoints("a");',
    'a destructured require': 'const { core } = require("@pulumi/kubernetes"); new core.v1.Endpoints("a");',
    'a deeply destructured require':
      'const { core: { v1: { Endpoints: E } } } = require("@pulumi/kubernetes"); new E("a");',
    'a destructured version': 'const { Endpoints } = require("@pulumi/kubernetes/core/v1"); new Endpoints("a");',
    'a constant that shortens':
      'import * as k8s from "@pulumi/kubernetes"; const v1 = k8s.core.v1; new v1.Endpoints("a");',
    'a constant for the class':
      'import * as k8s from "@pulumi/kubernetes"; const E = k8s.core.v1.Endpoints; new E("a");',
    'constants over several steps':
      'import * as k8s from "@pulumi/kubernetes"; const c = k8s.core; const { v1 } = c; new v1.Endpoints("a");',
    'a constant with another type':
      'import * as k8s from "@pulumi/kubernetes"; const E = k8s.core.v1.Endpoints as any; new E("a");',
    'members by their texts': 'import * as k8s from "@pulumi/kubernetes"; new k8s["core"].v1["Endpoints"]("a");',
    'brackets around the class': 'import * as k8s from "@pulumi/kubernetes"; new (k8s.core.v1.Endpoints)("a");',
    'a class in a function':
      'import * as k8s from "@pulumi/kubernetes"; function f(a: string) { return new k8s.core.v1.Endpoints(a); }',
    'a class in a loop':
      'import * as k8s from "@pulumi/kubernetes"; for (const n of names) new k8s.core.v1.Endpoints(n);',
  };
  for (const [title, text] of Object.entries(counted)) {
    it(`resolves ${title}`, () => assert.deepEqual(classesIn(text), endpoints));
  }

  const foreign: Readonly<Record<string, string>> = {
    'a module of another package':
      'import * as k8s from "@acme/kubernetes"; // @pulumi/kubernetes\nnew k8s.core.v1.Endpoints("a");',
    'a relative module': 'import { Endpoints } from "./@pulumi/kubernetes/core/v1"; new Endpoints("a");',
    'a package with a longer name':
      'import * as k8s from "@pulumi/kubernetes-cert-manager"; new k8s.core.v1.Endpoints("a");',
    'a name alone': '// @pulumi/kubernetes\nnew k8s.core.v1.Endpoints("a");',
    'a class of the program': 'import * as k8s from "@pulumi/kubernetes"; class Endpoints {} new Endpoints("a");',
    'an abstract class of the program':
      'import { Endpoints } from "@pulumi/kubernetes/core/v1"; { abstract class Endpoints {} new Endpoints("a"); }',
    'a parameter': 'import { core } from "@pulumi/kubernetes"; const f = (core) => new core.v1.Endpoints("a");',
    'a destructured parameter':
      'import { core } from "@pulumi/kubernetes"; const f = ({ core }) => new core.v1.Endpoints("a");',
    'a variable of a block':
      'import { core } from "@pulumi/kubernetes"; { const core = mine(); new core.v1.Endpoints("a"); }',
    'a name that is assigned again':
      'let k8s = require("@pulumi/kubernetes"); k8s = other; new k8s.core.v1.Endpoints("a");',
    'a static get': 'import * as k8s from "@pulumi/kubernetes"; k8s.core.v1.Endpoints.get("a", "b");',
    'a call without new': 'import * as k8s from "@pulumi/kubernetes"; k8s.core.v1.Endpoints("a");',
    'a namespace': 'import * as k8s from "@pulumi/kubernetes"; new k8s.core.v1.Namespace("Endpoints");',
    'a provider': 'import * as k8s from "@pulumi/kubernetes"; new k8s.Provider("Endpoints");',
    'a list': 'import * as k8s from "@pulumi/kubernetes"; new k8s.core.v1.EndpointsList("a", { items: [] });',
    arguments: 'import * as k8s from "@pulumi/kubernetes"; const a: k8s.types.input.core.v1.EndpointsArgs = {};',
    'a class that extends one':
      'import * as k8s from "@pulumi/kubernetes"; class E extends k8s.core.v1.Endpoints {} new E("a");',
  };
  for (const [title, text] of Object.entries(foreign)) {
    it(`ignores ${title}`, () => assert.deepEqual(classesIn(text), []));
  }

  it('lists all six classes in the order of the text', () => {
    const classes = 'core.v1.Service discovery.v1.EndpointSlicePatch core.v1.Endpoints core.v1.ServicePatch';
    const text = `${classes} discovery.v1.EndpointSlice core.v1.EndpointsPatch`
      .split(' ')
      .map((each) => `new k8s.${each}("a", {});`)
      .join('\n');
    assert.deepEqual(classesIn(`import * as k8s from "@pulumi/kubernetes";\n${text}`), [
      'core/v1:Service',
      'discovery.k8s.io/v1:EndpointSlicePatch',
      'core/v1:Endpoints',
      'core/v1:ServicePatch',
      'discovery.k8s.io/v1:EndpointSlice',
      'core/v1:EndpointsPatch',
    ]);
  });

  it('reads a call in the arguments of another one', () => {
    const text = `import * as k8s from "@pulumi/kubernetes";
new k8s.core.v1.Endpoints("a", {}, { dependsOn: new k8s.core.v1.Service("b") });`;
    assert.deepEqual(classesIn(text), ['core/v1:Endpoints', 'core/v1:Service']);
  });
});
