/** Which calls of C# programs are constructors of the SDK, and what their arguments are. */
import { deepEqual } from 'node:assert/strict';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';

const usings = [
  'using System.Linq;',
  'using System.Collections.Generic;',
  'using Pulumi;',
  'using Pulumi.Kubernetes.Core.V1;',
  'using Pulumi.Kubernetes.Discovery.V1;',
  'using Pulumi.Kubernetes.Types.Inputs.Core.V1;',
  'using Pulumi.Kubernetes.Types.Inputs.Meta.V1;',
].join('\n');

const opaque = { $opaque: true };

/** What is read of the last call of a program. */
function last(text: string): ReturnType<typeof readingsOf>[number] | undefined {
  return readingsOf('Program.cs', text).at(-1);
}

function tokens(text: string): readonly string[] {
  return readingsOf('Program.cs', text).map(({ token }) => token ?? '');
}

const endpoints = 'kubernetes:core/v1:Endpoints';
const core = 'Pulumi.Kubernetes.Core.V1';

describe('C# programs: calls', () => {
  before(() => loadGrammarsOf('a.cs'));

  describe('which calls count', () => {
    const found: Readonly<Record<string, string>> = {
      'using of the namespace': `using ${core}; new Endpoints("a");`,
      'global using': `global using ${core}; new Endpoints("a");`,
      'alias of the namespace': `using V1 = ${core}; new V1.Endpoints("a");`,
      'alias of the namespace, with two colons': `using V1 = ${core}; new V1::Endpoints("a");`,
      'alias of an outer namespace': 'using K = Pulumi.Kubernetes; new K.Core.V1.Endpoints("a");',
      'alias of the type': `using E = ${core}.Endpoints; new E("a");`,
      'alias of the type, qualified with global': `using E = global::${core}.Endpoints; new E("a");`,
      'alias that has the name of another class': `using Service = ${core}.Endpoints; new Service("a");`,
      'qualified name': `new ${core}.Endpoints("a");`,
      'qualified name with global': `new global::${core}.Endpoints("a");`,
      'using in a namespace': `namespace A { using ${core}; class S : Stack { S() { new Endpoints("a"); } } }`,
      'namespace of a file': `namespace A;\nusing ${core};\nclass S { void M() { new Endpoints("a"); } }`,
      'property with the name of the class': `using ${core}; class S { public Endpoints Endpoints { get; } S() { Endpoints = new Endpoints("a"); } }`,
      'own type in another namespace': `using ${core}; namespace B { class Endpoints { } } namespace C { class S { void M() { new Endpoints("a"); } } }`,
      'own type inside of another one': `using ${core}; class S { class Endpoints { } } class T { void M() { new Endpoints("a"); } }`,
      'new() for a local variable': `using ${core}; Endpoints e = new("a");`,
      'new() for a variable that may be null': `using ${core}; Endpoints? e = new("a");`,
      'new() for a field': `using ${core}; class S { Endpoints e = new("a"); }`,
      'new() for a property': `using ${core}; class S { Endpoints E { get; } = new("a"); }`,
      'new() for a field, in the constructor': `using ${core}; class S { Endpoints e; S() { this.e = new("a"); } }`,
      'new() for a variable, later': `using ${core}; Endpoints e; e = new("a");`,
      'new() that is returned': `using ${core}; class S { Endpoints M() { return new("a"); } }`,
      'new() as the body of a method': `using ${core}; class S { Endpoints M() => new("a"); }`,
      'new() in an array': `using ${core}; Endpoints[] e = { new("a") };`,
      'new() in an array with its type': `using ${core}; var e = new Endpoints[] { new("a") };`,
      'new() in a list': `using ${core}; List<Endpoints> e = new() { new("a") };`,
      'new() in a collection expression': `using ${core}; List<Endpoints> e = [new("a")];`,
      'new() in a condition': `using ${core}; Endpoints e = x ? new("a") : null;`,
      'new() in a cast': `using ${core}; var e = (Endpoints)new("a");`,
      'new() of a qualified type': `${core}.Endpoints e = new("a");`,
    };
    for (const [name, text] of Object.entries(found)) it(name, () => deepEqual(tokens(text), [endpoints]));

    const others: Readonly<Record<string, string>> = {
      'no using': `// ${core}\nnew Endpoints("a");`,
      'using of an outer namespace': 'using Pulumi.Kubernetes; new Core.V1.Endpoints("a");',
      'using of the types of inputs': 'using Pulumi.Kubernetes.Types.Inputs.Core.V1; new Endpoints("a");',
      'using of another namespace': 'using Pulumi.Kubernetes.Discovery.V1; new Endpoints("a");',
      'own class': `using ${core}; new Endpoints("a"); class Endpoints { }`,
      'own record': `using ${core}; new Service("a"); record Service(string Name);`,
      'own class in the same namespace': `using ${core}; namespace B { class Endpoints { } class S { void M() { new Endpoints("a"); } } }`,
      'parameter of a generic type': `using ${core}; class S<Endpoints> { void M() { new Endpoints("a"); } }`,
      'alias of another type': `using Endpoints = Acme.Endpoints; using ${core}; new Endpoints("a");`,
      'member of a class of one’s own': `using ${core}; new Acme.Endpoints("a");`,
      'arguments alone': `using ${core}; new Pulumi.Kubernetes.Types.Inputs.Core.V1.EndpointsArgs { };`,
      'static Get': `using ${core}; var e = Endpoints.Get("a", "b");`,
      'new() without a declared type': `using ${core}; var e = new("a");`,
      'new() of another type': `using ${core}; Foo e = new("a");`,
      'list of the class': `using ${core}; List<Endpoints> e = new();`,
    };
    for (const [name, text] of Object.entries(others)) it(`not: ${name}`, () => deepEqual(tokens(text), []));

    it('all six classes, in the order of the text', () =>
      deepEqual(
        tokens(
          `${usings}\nnew EndpointSlice("a"); new Service("b"); new ServicePatch("c"); new EndpointSlicePatch("d"); new EndpointsPatch("e"); new Endpoints("f");`,
        ),
        [
          'kubernetes:discovery.k8s.io/v1:EndpointSlice',
          'kubernetes:core/v1:Service',
          'kubernetes:core/v1:ServicePatch',
          'kubernetes:discovery.k8s.io/v1:EndpointSlicePatch',
          'kubernetes:core/v1:EndpointsPatch',
          'kubernetes:core/v1:Endpoints',
        ],
      ));
  });

  describe('arguments', () => {
    const args = 'new EndpointsArgs { ApiVersion = "v1" }';
    const made = 'new CustomResourceOptions { Protect = true }';
    const orders: Readonly<Record<string, string>> = {
      'by position': `"n", ${args}, ${made}`,
      'by name': `name: "n", args: ${args}, options: ${made}`,
      'by name, in another order': `options: ${made}, args: ${args}, name: "n"`,
      'the last one by name': `"n", ${args}, options: ${made}`,
      'new() for all': '"n", new() { ApiVersion = "v1" }, new() { Protect = true }',
    };
    for (const [name, list] of Object.entries(orders)) {
      it(name, () => {
        const reading = last(`${usings}\nnew Endpoints(${list});`);
        deepEqual(
          [reading?.resourceName, reading?.properties, reading?.options],
          ['n', { apiVersion: 'v1' }, { protect: true }],
        );
      });
    }
    it('empty new() are objects', () => {
      const reading = last(`${usings}\nnew Endpoints("n", new() { }, new());`);
      deepEqual([reading?.properties, reading?.options], [{}, {}]);
    });
    it('arguments in a variable', () =>
      deepEqual(last(`${usings}\nvar a = ${args};\nnew Endpoints("n", a);`)?.properties, { apiVersion: 'v1' }));
    it('arguments that are not known', () =>
      deepEqual(last(`${usings}\nnew Endpoints("n", Make());`)?.properties, opaque));
  });
});
