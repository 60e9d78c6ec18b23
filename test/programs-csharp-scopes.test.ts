/** Names, changes, certainty and references in C# programs, and half-typed texts. */
import { deepEqual, equal } from 'node:assert/strict';
import { loadGrammarsOf, programDocument, readingsOf } from './support/programs.ts';

const usings = [
  'using System.Linq;',
  'using Pulumi;',
  'using Pulumi.Kubernetes.Core.V1;',
  'using Pulumi.Kubernetes.Types.Inputs.Core.V1;',
  'using Pulumi.Kubernetes.Types.Inputs.Meta.V1;',
  '',
].join('\n');

const opaque = { $opaque: true };

/** The names of all calls of a program. */
function names(text: string): readonly unknown[] {
  return readingsOf('Program.cs', usings + text).map(({ resourceName }) => resourceName);
}

describe('C# programs: names', () => {
  before(() => loadGrammarsOf('a.cs'));

  const known: Readonly<Record<string, string>> = {
    var: 'var n = "a"; new Service(n);',
    'const and a declared type': 'const string n = "a"; string m = n; new Service(m);',
    'several in one declaration': 'string m = "b", n = "a"; new Service(n);',
    tuple: 'var (n, m) = ("a", "b"); new Service(n);',
    'Output of Pulumi': 'new Service(Output.Create("a"));',
    'using declaration': 'using var n = "a"; new Service(n);',
    'outer block': 'var n = "a"; { { new Service(n); } }',
    'inner block hides nothing outside': 'var n = "a"; { var m = "b"; } new Service(n);',
    lambda: 'var n = "a"; Deployment.RunAsync(() => { new Service(n); });',
    'parameter of a sibling': 'var n = "a"; void F(string n) { } new Service(n);',
    'name with @': 'var @class = "a"; new Service(@class);',
    'const field': 'class K { const string N = "a"; void M() { new Service(N); } }',
    'static readonly field': 'class K { static readonly string N = "a"; void M() { new Service(N); } }',
    'const of a method': 'class K { void M() { const string N = "a"; new Service(N); } }',
    'Class.NAME': 'new Service(K.N); static class K { public const string N = "a"; }',
    'Class.NAME in brackets': 'new Service((K.N)); class K { public const string N = "a"; }',
    'name of an interface': 'new Service(K.N); interface K { const string N = "a"; }',
    'nested class': 'new Service(K.L.N); class K { public class L { public const string N = "a"; } }',
    'nested class, from inside': 'class K { class L { public const string N = "a"; } void M() { new Service(L.N); } }',
    'class around': 'class K { const string N = "a"; class L { void M() { new Service(N); } } }',
    'class of a namespace':
      'namespace A { class K { public const string N = "a"; } class L { void M() { new Service(K.N); } } }',
    'qualified by the namespace': 'new Service(A.B.K.N); namespace A.B { class K { public const string N = "a"; } }',
    'qualified with global': 'new Service(global::A.K.N); namespace A { class K { public const string N = "a"; } }',
    'using static': 'using static A.K;\nnew Service(N); namespace A { class K { public const string N = "a"; } }',
    'base class': 'class K { protected const string N = "a"; } class L : K { void M() { new Service(N); } }',
    'constant of another constant':
      'class K { const string M = "a"; public const string N = M; } class L { void F() { new Service(K.N); } }',
    'member of a constant object': 'class K { static readonly string[] N = { "a" }; void M() { new Service(N[0]); } }',
    'changed field of another class':
      'class K { const string N = "a"; void M() { new Service(N); } } class L { string N; L(string n) { this.N = n; } }',
  };
  for (const [name, text] of Object.entries(known)) it(`known: ${name}`, () => deepEqual(names(text), ['a']));

  const unknown: Readonly<Record<string, string>> = {
    'no value': 'string n; new Service(n);',
    'declared twice': 'var n = "a"; var n = "b"; new Service(n);',
    assigned: 'var n = "a"; n = "b"; new Service(n);',
    'assigned later': 'var n = "a"; new Service(n); n = "b";',
    'compound assignment': 'var n = "a"; n += "b"; new Service(n);',
    'assigned if null': 'var n = "a"; n ??= "b"; new Service(n);',
    'assigned in a tuple': 'var n = "a"; var m = "b"; (n, m) = (m, n); new Service(n);',
    out: 'var n = "a"; F(out n); new Service(n);',
    ref: 'var n = "a"; F(ref n); new Service(n);',
    'reference to it': 'var n = "a"; ref var m = ref n; new Service(n);',
    incremented: 'var i = 0; i++; new Service($"{i}");',
    'element assigned': 'var n = new[] { "a" }; n[0] = "b"; new Service(n[0]);',
    'member assigned': 'var n = new EndpointAddressArgs { Ip = "a" }; n.Ip = "b"; new Service(n.Ip);',
    'member of a member assigned': 'var n = new { A = new[] { "a" } }; n.A[0] = "b"; new Service(n.A[0]);',
    Add: 'var n = new List<string> { "a" }; n.Add("b"); new Service(n[0]);',
    'Add if not null': 'var n = new List<string> { "a" }; n?.Add("b"); new Service(n[0]);',
    'Array.Sort': 'var n = new[] { "a" }; System.Array.Sort(n); new Service(n[0]);',
    'constant of a class, through its name':
      'new Service(K.N[0]); K.N[0] = "b"; class K { public static readonly string[] N = { "a" }; }',
    'static readonly field, in the static constructor':
      'class K { public static readonly string N = "a"; static K() { N = "b"; } void M() { new Service(K.N); } }',
    parameter: 'void F(string n) { new Service(n); }',
    'parameter that hides': 'var n = "a"; void F(string n = "b") { new Service(n); }',
    'parameter of a lambda': 'var n = "a"; F(n => new Service(n));',
    'typed parameter of a lambda': 'var n = "a"; F((string n, int i) => new Service(n));',
    'parameter of a delegate': 'var n = "a"; F(delegate (string n) { new Service(n); });',
    'parameter of a constructor': 'class K { K(string n) { new Service(n); } }',
    'parameter of a class': 'class K(string n) { void M() { new Service(n); } }',
    'parameter of a record': 'record K(string n) { void M() { new Service(n); } }',
    'loop variable': 'foreach (var n in new[] { "a" }) new Service(n);',
    'loop variables': 'foreach (var (n, m) in x) new Service(n);',
    'loop variable that hides': 'var n = "a"; foreach (var n in x) { new Service(n); }',
    'variable of for': 'for (var n = "a"; ; ) { new Service(n); }',
    'variable of using': 'using (var n = "a") { new Service(n); }',
    'variable of catch': 'var e = "a"; try { } catch (Exception e) { new Service(e); }',
    'variable of a pattern': 'const string n = "a"; void F() { if (x is string n) new Service(n); }',
    'variable of a pattern of properties': 'if (x is { A: var n }) new Service(n);',
    'variable of a case': 'switch (x) { case string n: new Service(n); break; }',
    'variable of out': 'F(out var n); new Service(n);',
    'variable of a query': 'var r = from n in x select new Service(n);',
    'variable of let': 'var r = from m in x let n = "a" select new Service(n);',
    field: 'class K { string n = "a"; void M() { new Service(n); } }',
    'readonly field': 'class K { readonly string n = "a"; void M() { new Service(this.n); } }',
    'static field': 'class K { static string n = "a"; void M() { new Service(n); } }',
    property: 'class K { static string N { get; } = "a"; void M() { new Service(N); } }',
    'property with a body': 'class K { static string N => "a"; void M() { new Service(K.N); } }',
    enum: 'new Service(K.N); enum K { N }',
    'constant out of reach': 'class K { const string N = "a"; } class L { void M() { new Service(N); } }',
    'variable that hides a class':
      'class K { public const string N = "a"; } class L { void M(Other K) { new Service(K.N); } }',
    'refers to itself': 'var n = m; var m = n; new Service(n);',
    configuration: 'var n = new Config().Require("n"); new Service(n);',
    'Output of another library': 'new Service(Output.Create("a")); class Output { }',
    stack: 'new Service(Deployment.Instance.StackName);',
  };
  for (const [name, text] of Object.entries(unknown)) it(`opaque: ${name}`, () => deepEqual(names(text), [opaque]));

  it('two readings of a field that holds a resource', () =>
    deepEqual(names('class K { Service s = new("a"); void M() { new Endpoints(s); } }'), ['a', opaque]));
});

describe('C# programs: options', () => {
  before(() => loadGrammarsOf('a.cs'));

  const values: Readonly<Record<string, readonly [source: string, value: unknown]>> = {
    ImportId: ['ImportId = "a/b"', { import: 'a/b' }],
    'first letter': [
      'RetainOnDelete = true, DeleteBeforeReplace = false',
      { retainOnDelete: true, deleteBeforeReplace: false },
    ],
    lists: [
      'IgnoreChanges = { "a" }, HideDiffs = new List<string> { "b" }',
      { ignoreChanges: ['a'], hideDiffs: ['b'] },
    ],
    references: ['DependsOn = { db }, Parent = this', { dependsOn: [opaque], parent: opaque }],
    'one reference': ['DependsOn = db', { dependsOn: opaque }],
    aliases: [
      'Aliases = { new Alias { Name = "a", NoParent = true }, new() { Name = "b" } }',
      { aliases: [{ name: 'a', noParent: true }, { name: 'b' }] },
    ],
    timeouts: [
      'CustomTimeouts = new CustomTimeouts { Create = TimeSpan.FromMinutes(5) }',
      { customTimeouts: { create: opaque } },
    ],
    transformations: ['ResourceTransformations = { x }', { transformations: [opaque] }],
    'names of a map': ['EnvVarMappings = { { "Key", "Value" } }', { envVarMappings: { Key: 'Value' } }],
    null: ['Protect = null, Version = "1"', { version: '1' }],
  };
  for (const [name, [source, value]] of Object.entries(values)) {
    it(name, () => {
      const [reading] = readingsOf('a.cs', `${usings}new Service("a", null, new CustomResourceOptions { ${source} });`);
      deepEqual(reading?.options, value);
    });
  }
});

describe('C# programs: outputs', () => {
  before(() => loadGrammarsOf('a.cs'));

  const uses: Readonly<Record<string, readonly [source: string, path: string]>> = {
    member: ['s.Metadata.Name', 'metadata.name'],
    Apply: ['s.Metadata.Apply(m => m.Name)', 'metadata.name'],
    'Apply with a condition': ['s.Metadata.Apply(m => m!.Name!)', 'metadata.name'],
    identifier: ['s.Id', 'id'],
    'Output.Format': ['Output.Format($"{s.Id}")', 'id'],
    'field of a class': ['this.F.Metadata.Apply(m => m.Name)', 'metadata.name'],
    'field by its name': ['F.Id', 'id'],
    property: ['P.Metadata.Apply(m => m.Name)', 'metadata.name'],
    'parameter of another Apply': ['s.Spec.Apply(m => m.ClusterIP)', 'spec.clusterIP'],
  };
  for (const [name, [source, path]] of Object.entries(uses)) {
    it(name, () => {
      const text = `${usings}class K : Stack { Service F; Service P { get; set; } public K() { var s = new Service("s"); F = new Service("f"); this.P = new("p");
        new Endpoints("e", new() { Metadata = { Name = ${source} } }); } }`;
      const found = programDocument('a.cs', text).references?.filter(({ steps }) => steps.length > 0) ?? [];
      const holder = source.includes('F.') ? 'f' : source.startsWith('P.') ? 'p' : 's';
      deepEqual(
        found.map(({ root, steps }) => [root, steps.map(({ step }) => step).join('.')]),
        [[holder, path]],
      );
    });
  }
  it('names of types and of fields are no references', () => {
    const text = `${usings}class K { Service Service { get; } K() { Service = new Service("s"); new Endpoints("e", new() { Service = { } }); new Service("t"); } }`;
    equal(programDocument('a.cs', text).references?.length, 0);
  });
});

describe('C# programs: certainty', () => {
  before(() => loadGrammarsOf('a.cs'));

  const call = 'new Service("a");';
  const places: Readonly<Record<string, readonly [text: string, isCertain: boolean]>> = {
    'statement at the top': [call, true],
    'lambda of RunAsync': [`return await Deployment.RunAsync(() => { ${call} });`, true],
    'async lambda of Pulumi.Deployment.RunAsync': [`await Pulumi.Deployment.RunAsync(async () => { ${call} });`, true],
    'expression as the lambda of RunAsync': ['Deployment.RunAsync(() => new Service("a"));', true],
    'RunAsync in a method': [`class P { static Task<int> Go() => Deployment.RunAsync(() => { ${call} }); }`, true],
    Main: [`class P { static void Main() { ${call} } }`, true],
    'method that RunAsync is given': [
      `class P { static Task Main() => Deployment.RunAsync(Define); static void Define() { ${call} } }`,
      true,
    ],
    'local function that RunAsync is given': [`Deployment.RunAsync(Define); void Define() { ${call} }`, true],
    'constructor of a Stack': [`class S : Stack { public S() { ${call} } }`, true],
    'field of a Stack': ['class S : Pulumi.Stack { Service s = new("a"); }', true],
    block: [`{ ${call} }`, true],
    if: [`if (x) { ${call} }`, false],
    else: [`if (x) { } else ${call}`, false],
    'RunAsync in a condition': [`if (x) Deployment.RunAsync(() => { ${call} });`, false],
    for: [`for (;;) { ${call} }`, false],
    foreach: [`foreach (var x in y) ${call}`, false],
    while: [`while (x) ${call}`, false],
    try: [`try { ${call} } catch { }`, false],
    switch: [`switch (x) { case 1: ${call} break; }`, false],
    condition: ['var s = x ? new Service("a") : null;', false],
    'null-coalescing': ['var s = x ?? new Service("a");', false],
    preprocessor: [`#if DEBUG\n${call}\n#endif\n`, false],
    'local function': [`void F() { ${call} }`, false],
    lambda: [`var f = () => { ${call} };`, false],
    Select: ['var s = x.Select(y => new Service("a"));', false],
    method: [`class K { void M() { ${call} } }`, false],
    property: ['class K { Service S => new Service("a"); }', false],
    'method of a Stack': [`class S : Stack { void M() { ${call} } }`, false],
    'constructor of a component': [`class C : ComponentResource { public C() { ${call} } }`, false],
    'field of a component': ['class C : ComponentResource { Service s = new("a"); }', false],
  };
  for (const [name, [text, isCertain]] of Object.entries(places)) {
    it(`${isCertain ? '' : 'not '}certain: ${name}`, () => {
      const { neighbours } = programDocument('a.cs', usings + text);
      deepEqual(
        neighbours.map(({ isUncertain }) => isUncertain !== true),
        [isCertain],
      );
    });
  }
});
