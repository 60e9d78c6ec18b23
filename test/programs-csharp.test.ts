/** What is read of C# programs: the forms of texts, numbers, maps, lists and objects. */
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

/** The field `metadata.X` of an object, where `X = value` is written in the program, behind some statements. */
function metadata(assigned: string, before = '', after = ''): unknown {
  const call = `new Endpoints("a", new EndpointsArgs { Metadata = new ObjectMetaArgs { ${assigned} } });`;
  return last(`${usings}\n${before}\n${call}\n${after}`)?.properties;
}

/** The value of `metadata.name`; undefined where the entry is left out. */
function named(value: string, before = '', after = ''): unknown {
  const { metadata: found } = metadata(`Name = ${value}`, before, after) as { metadata: { name?: unknown } };
  return found.name;
}

function labelled(value: string, before = ''): unknown {
  const { metadata: found } = metadata(`Labels = ${value}`, before) as { metadata: { labels?: unknown } };
  return found.labels;
}

/** The value of `subsets[0].X`, where `X = value` is written. */
function subset(assigned: string, before = ''): unknown {
  const call = `new Endpoints("a", new EndpointsArgs { Subsets = { new EndpointSubsetArgs { ${assigned} } } });`;
  const found = last(`${usings}\n${before}\n${call}`)?.properties as { subsets: readonly unknown[] } | undefined;
  return found?.subsets[0];
}

const core = 'Pulumi.Kubernetes.Core.V1';

describe('C# programs: values', () => {
  before(() => loadGrammarsOf('a.cs'));

  describe('texts, numbers and other literals', () => {
    const quotes = '"""';
    const values: Readonly<Record<string, readonly [source: string, value: unknown]>> = {
      regular: ['"a b"', 'a b'],
      escapes: [String.raw`"\"\\\n\t\0\a\e\u00e9\x41\x4Bz\U0001F600\'"`, '"\\\n\t\0\u0007\u001bé\u0041\u004bz😀\''],
      verbatim: [String.raw`@"a\b""c"`, 'a\\b"c'],
      raw: [`${quotes}a "b" \\n${quotes}`, 'a "b" \\n'],
      'raw with four quotes': [`"${quotes}a ${quotes} b${quotes}"`, 'a """ b'],
      'raw in several lines': [`${quotes}\n    a\n      b\n\n    c\n    ${quotes}`, 'a\n  b\n\nc'],
      'raw in several lines, without text': [`${quotes}\n\n    ${quotes}`, ''],
      'raw that is indented wrongly': [`${quotes}\n  a\n    ${quotes}`, opaque],
      interpolated: ['$"{A}-{8_0}-b"', 'x-80-b'],
      'interpolated with braces and escapes': [String.raw`$"{{ {A} }}\t"`, '{ x }\t'],
      'interpolated with a value in braces': ['$"{{{A}}}"', opaque],
      'interpolated without values': ['$"a{{}}"', 'a{}'],
      'interpolated and verbatim': [String.raw`$@"{A}\""b"`, 'x\\"b'],
      'verbatim and interpolated': [String.raw`@$"{A}\b"`, 'x\\b'],
      'interpolated and raw': [`$${quotes}a "{A}" b${quotes}`, 'a "x" b'],
      'interpolated and raw, in several lines': [`$${quotes}\n  {A}\n    {A}b\n  c\n  ${quotes}`, 'x\n  xb\nc'],
      'interpolated and raw with two signs': [`$$${quotes}{a} {{A}}${quotes}`, '{a} x'],
      'interpolated with a format': ['$"{80:D4}"', opaque],
      'interpolated with an alignment': ['$"{A,5}"', opaque],
      'interpolated boolean': ['$"{true}"', opaque],
      'interpolated unknown': ['$"{x}"', opaque],
      sum: ['"a" + A + "b"', 'axb'],
      'sum with a number': ['"a" + 1', opaque],
      'number with a separator': ['1_000', 1000],
      hexadecimal: ['0x1F', 31],
      'hexadecimal with a suffix': ['0xFFL', 255],
      binary: ['0b10_10', 10],
      'with a zero in front': ['010', 10],
      long: ['80L', 80],
      'unsigned long': ['1ul', 1],
      decimal: ['80m', 80],
      double: ['1.5e1', 15],
      float: ['0.5f', 0.5],
      negative: ['-5', -5],
      boolean: ['true', true],
      null: ['null', undefined],
      'null that the compiler trusts': ['null!', undefined],
      'bytes of a text': ['"a"u8', opaque],
      character: ["'a'", opaque],
      default: ['default', opaque],
    };
    for (const [name, [source, value]] of Object.entries(values))
      it(name, () => deepEqual(named(source, 'const string A = "x";'), value));
  });

  describe('wrappers, and what is not known', () => {
    const values: Readonly<Record<string, readonly [source: string, value: unknown]>> = {
      brackets: ['(("a"))', 'a'],
      cast: ['(Input<string>)"a"', 'a'],
      as: ['("a" as string)', 'a'],
      'null-forgiving': ['A!', 'x'],
      'Output.Create': ['Output.Create("a")', 'a'],
      'Output.Create with its type': ['Output.Create<string>("a")', 'a'],
      'Pulumi.Output.Create': ['Pulumi.Output.Create(A)', 'x'],
      'Output.CreateSecret': ['Output.CreateSecret("a")', opaque],
      'Output.Format': ['Output.Format($"a")', opaque],
      'string.Format': ['string.Format("a")', opaque],
      'own method': ['Make("a")', opaque],
      condition: ['true ? "a" : "a"', opaque],
      'null-coalescing': ['A ?? "b"', opaque],
      switch: ['1 switch { _ => "a" }', opaque],
      'element of a text': ['"ab"[0]', opaque],
      'element from the end': ['hosts[^1]', opaque],
      element: ['hosts[1]', 'h1'],
      'element beyond the end': ['hosts[2]', opaque],
      'element by a variable': ['hosts[i]', opaque],
      length: ['hosts.Length', opaque],
      'value of a map': ['map["k"]', 'v'],
      'member of an object': ['config.Names[0]', 'n0'],
      'member with a shorthand': ['config.A', 'x'],
      'member of an argument': ['address.Ip', '10.0.0.1'],
      'method of a list': ['hosts.First()', opaque],
      'with expression': ['(config with { A = "b" }).A', opaque],
    };
    const before = `const string A = "x"; var hosts = new[] { "h0", "h1" }; var i = F();
      var map = new Dictionary<string, string> { { "k", "v" } }; var config = new { Names = new List<string> { "n0" }, A };
      var address = new EndpointAddressArgs { Ip = "10.0.0.1" };`;
    for (const [name, [source, value]] of Object.entries(values))
      it(name, () => deepEqual(named(source, before), value));
  });

  describe('maps', () => {
    const map = { app: 'web', 'a/B': 'c' };
    const values: Readonly<Record<string, readonly [source: string, value: unknown]>> = {
      pairs: ['{ { "app", "web" }, { K, "c" } }', map],
      'pairs without new': ['{ ["app"] = "web", [K] = "c" }', map],
      InputMap: ['new InputMap<string> { { "app", "web" }, { "a/B", "c" } }', map],
      'InputMap by index': ['new InputMap<string> { ["app"] = "web", ["a/B"] = "c" }', map],
      Dictionary: ['new Dictionary<string, string> { ["app"] = "web", [K] = "c" }', map],
      'new()': ['new() { { "app", "web" }, { K, "c" } }', map],
      'in brackets behind a cast': [
        '(InputMap<string>)(new Dictionary<string, string>() { { "app", "web" } })',
        { app: 'web' },
      ],
      'keys keep their case': ['{ { "App", "a" } }', { App: 'a' }],
      'null value': ['{ { "app", null }, { "b", "c" } }', { b: 'c' }],
      'unknown key': ['{ { Key(), "a" }, { "b", "c" } }', { $open: true, b: 'c' }],
      empty: ['{ }', {}],
      'empty new()': ['new()', {}],
      'empty InputMap': ['new InputMap<string>()', {}],
      'copy of another map': ['new Dictionary<string, string>(x) { { "a", "b" } }', opaque],
    };
    for (const [name, [source, value]] of Object.entries(values))
      it(name, () => deepEqual(labelled(source, 'const string K = "a/B";'), value));
  });

  describe('lists and objects', () => {
    const one = [{ ip: '10.0.0.1' }];
    const values: Readonly<Record<string, readonly [source: string, value: unknown]>> = {
      initialiser: ['{ A }', one],
      'array without a type': ['new[] { A }', one],
      'array with a type': ['new EndpointAddressArgs[] { A }', one],
      List: ['new List<EndpointAddressArgs> { A }', one],
      InputList: ['new InputList<EndpointAddressArgs>() { A }', one],
      'new()': ['new() { A }', one],
      'collection expression': ['[A]', one],
      'collection expression with a spread': ['[.. known, A, .. new[] { A }]', [{ ip: '1' }, ...one, ...one]],
      'collection expression with an unknown spread': ['[A, .. x]', { $open: true, $items: one }],
      single: ['A', one],
      'single new()': ['new() { Ip = "10.0.0.1" }', one],
      'unknown single': ['x', opaque],
      'items of new()': ['{ new() { Ip = "10.0.0.1" }, new() }', [...one, {}]],
      'null item': ['{ A, null }', one],
      empty: ['{ }', []],
      'empty new()': ['new()', []],
      'empty array': ['new EndpointAddressArgs[] { }', []],
      'empty collection expression': ['[]', []],
      'array without items': ['new EndpointAddressArgs[2]', opaque],
      Select: ['ips.Select(ip => new EndpointAddressArgs { Ip = ip })', [{ ip: 'i1' }, { ip: 'i2' }]],
      'Select with ToList': [
        'ips.Select(ip => new EndpointAddressArgs { Ip = ip }).ToList()',
        [{ ip: 'i1' }, { ip: 'i2' }],
      ],
      'Select with ToArray and a typed parameter': [
        'ips.Select((string ip) => new EndpointAddressArgs { Ip = $"{ip}.x" }).ToArray()',
        [{ ip: 'i1.x' }, { ip: 'i2.x' }],
      ],
      'Select over an array in place': [
        'new[] { "a" }.Select(static ip => new EndpointAddressArgs { Ip = ip })',
        [{ ip: 'a' }],
      ],
      'Select of a field': [
        'nodes.Select(n => new EndpointAddressArgs { Ip = n.Ip, Hostname = n.Name })',
        [{ ip: 'n1', hostname: 'one' }],
      ],
      'Select with an index': ['ips.Select((ip, i) => new EndpointAddressArgs { Ip = ip })', opaque],
      'Select with a block': ['ips.Select(ip => { return A; })', opaque],
      'Select over an unknown list': ['x.Select(ip => A)', opaque],
      Concat: ['known.Concat(known).ToArray()', opaque],
      Where: ['known.Where(a => true)', opaque],
      query: ['from ip in ips select A', opaque],
    };
    const before = `var known = new[] { new EndpointAddressArgs { Ip = "1" } }; string[] ips = { "i1", "i2" };
      var nodes = new[] { new { Name = "one", Ip = "n1" } };`;
    for (const [name, [source, value]] of Object.entries(values)) {
      const written = source.replaceAll(/\bA\b/g, 'new EndpointAddressArgs { Ip = "10.0.0.1" }');
      it(name, () => deepEqual(subset(`Addresses = ${written}`, before), { addresses: value }));
    }
    it('a text where a list is wanted', () =>
      deepEqual(
        last(`${usings}\nnew EndpointSlice("a", new() { Endpoints = new EndpointArgs { Addresses = "10.0.0.1" } });`)
          ?.properties,
        {
          endpoints: [{ addresses: ['10.0.0.1'] }],
        },
      ));
    it('nested objects without new', () =>
      deepEqual(
        last(
          `${usings}\nnew Service("a", new() { Metadata = { Name = "b" }, Spec = { Ports = { new() { Port = 80 } }, ClusterIP = "None" } });`,
        )?.properties,
        {
          metadata: { name: 'b' },
          spec: { ports: [{ port: 80 }], clusterIP: 'None' },
        },
      ));
    it('an empty object', () =>
      deepEqual(metadata('OwnerReferences = { new() }'), { metadata: { ownerReferences: [{}] } }));
    it('enum of the SDK', () => {
      const spec = (value: string, before = ''): unknown =>
        last(`${usings}\n${before}\nnew Service("a", new() { Spec = new() { Type = ${value} } });`)?.properties;
      deepEqual(spec('ServiceSpecType.ClusterIP'), { spec: { type: 'ClusterIP' } });
      deepEqual(spec(`${core}.ServiceSpecType.NodePort`), { spec: { type: 'NodePort' } });
      deepEqual(spec('ServiceSpecType.ClusterIP', 'class ServiceSpecType { }'), { spec: { type: opaque } });
    });
  });
});
