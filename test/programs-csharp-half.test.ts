/** C# programs that are being typed: nothing fails, and calls behind the place are still found. And what other code may change. */
import { deepEqual, ok } from 'node:assert/strict';
import type { Value } from '../server/src/tree/value.ts';
import { loadGrammarsOf, programDocument, readingsOf } from './support/programs.ts';

const usings = `using System.Linq;
using Pulumi;
using Pulumi.Kubernetes.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Core.V1;
`;

describe('C# programs: half-typed texts', () => {
  before(() => loadGrammarsOf('a.cs'));

  const started: Readonly<Record<string, string>> = {
    new: 'var a = new ;',
    'a class': 'var a = new Endp;',
    'an opening bracket': 'var a = new Endpoints(;',
    'a name': 'var a = new Endpoints("a", ;',
    'a text': 'var a = "x;',
    'an interpolated text': 'var a = $"x{;',
    'a value in an interpolated text': 'var a = $"x{b;',
    arguments: 'var a = new Endpoints("a", new EndpointsArgs { });',
    'a field': 'var a = new Endpoints("a", new EndpointsArgs { Meta });',
    'a field and its sign': 'var a = new Endpoints("a", new EndpointsArgs { Metadata = });',
    'a nested object': 'var a = new Endpoints("a", new EndpointsArgs { Metadata = new ObjectMetaArgs { Name = } });',
    'a nested object, not closed':
      'var a = new Endpoints("a", new EndpointsArgs { Metadata = new ObjectMetaArgs { Name = "x" });',
    'a pair': 'var a = new Endpoints("a", new() { Metadata = new() { Labels = { { "a", } } } });',
    'a key': 'var a = new Endpoints("a", new() { Metadata = new() { Labels = { ["a"] = } } });',
    'a list': 'var a = new[] { "a", ;',
    'a collection expression': 'string[] a = ["a", .. ;',
    'a lambda': 'var a = x.Select(y => );',
    'a member': 'var a = x.;',
    'a declaration': 'Endpoints a = ;',
    'a type': 'Endpoints',
    'a named argument': 'var a = new Endpoints(name: );',
    'an option': 'var a = new Endpoints("a", null, new CustomResourceOptions { DependsOn = { } );',
    'a condition': 'if (x) {',
    'a comment': '/* a */ // b',
  };
  for (const [name, text] of Object.entries(started)) {
    it(`finds the call behind ${name}`, () => {
      const read = readingsOf('a.cs', `${usings}${text}\nvar last = new Service("last");\n`);
      ok(
        read.some(({ resourceName }) => resourceName === 'last'),
        JSON.stringify(read),
      );
    });
  }

  it('finds the call in the next method', () => {
    const text = `${usings}class S : Stack { public S() { new Endpoints("a", new() { Metadata = \n } void M() { new Service("last"); } }`;
    ok(readingsOf('a.cs', text).some(({ resourceName }) => resourceName === 'last'));
  });

  it('reads every beginning of a program', () => {
    const text = `${usings}class S : Stack { [Output] public Output<string> N { get; set; } const string A = $"x{1}"; public S(string a = "b") { var (x, y) = ("a", 1);
      Endpoints e = new($"""a {x}""", new() { Metadata = { Labels = { ["a"] = "b", }, Name = A }, Subsets = [new() { Addresses = x.Select(ip => new EndpointAddressArgs { Ip = ip }).ToList() }] },
      new() { DependsOn = { this.E }, ImportId = @"a""b" }); if (e is { Id: var id } && F(out var z, ref y)) foreach (var (k, v) in m) { y++; } } }`;
    for (let end = usings.length; end <= text.length; end++) programDocument('a.cs', text.slice(0, end));
    for (let start = usings.length; start <= text.length; start++) programDocument('a.cs', usings + text.slice(start));
    deepEqual(readingsOf('a.cs', text).length, 1);
  });
});

describe('C# programs: what other code may change', () => {
  before(() => loadGrammarsOf('a.cs'));

  /** True where the addresses may have more entries than the program writes. */
  function isExposed(before: string, value = 'hosts'): boolean {
    const text = `${usings}${before}\nnew Endpoints("a", new() { Subsets = { new() { Addresses = ${value} } } });`;
    const [resource] = programDocument('a.cs', text).resources;
    const subsets = resource && valueAt(resource.properties, 'subsets');
    const first = subsets?.kind === 'sequence' ? subsets.items[0] : undefined;
    const addresses = first && valueAt(first, 'addresses');
    return addresses?.kind === 'sequence' && addresses.isExposed === true;
  }

  function valueAt(value: Value | undefined, name: string): Value | undefined {
    return value?.kind === 'mapping' ? value.entries.find((entry) => entry.name === name)?.value : undefined;
  }

  const list = 'var hosts = new List<EndpointAddressArgs> { new() { Ip = "10.0.0.1" } };';
  const places: Readonly<Record<string, readonly [before: string, isExposed: boolean]>> = {
    'a list': [list, false],
    'given to a method': [`${list} Fill(hosts);`, true],
    'given to a method of another object': [`${list} other.Fill("a", hosts);`, true],
    'given in an array': [`${list} Fill(new[] { hosts });`, true],
    'given to a class of one’s own': [`${list} var f = new Filler(hosts);`, true],
    'changed under another name': [`${list} var b = hosts; b.Add(null);`, true],
    'given under another name': [`${list} var b = hosts; Fill(b);`, true],
    'under another name, which is only read': [`${list} var b = hosts;`, false],
    'item changed in a loop': [`${list} foreach (var h in hosts) h.Ip = "b";`, true],
    'item changed in a lambda': [`${list} hosts.ForEach(h => h.Ip = "b");`, true],
    'item read in a loop': [`${list} foreach (var h in hosts) Console.WriteLine(h);`, false],
    'stored in a member': [`${list} other.Hosts = hosts;`, true],
    'given to Console': [`${list} System.Console.WriteLine(hosts);`, false],
    'given to string.Join': [`${list} var t = string.Join(",", hosts);`, false],
    'given to Concat': [`${list} var t = other.Concat(hosts);`, false],
    'mapped over': [`${list} var t = hosts.Select(h => h.Ip).ToList();`, false],
    copied: [`${list} var t = new List<EndpointAddressArgs>(hosts);`, false],
    'given to the SDK': [`${list} new Service("s", hosts); Output.All(hosts);`, false],
  };
  for (const [name, [before, expected]] of Object.entries(places))
    it(name, () => deepEqual(isExposed(before), expected));

  const fields: Readonly<Record<string, readonly [modifiers: string, isExposed: boolean]>> = {
    'private static readonly': ['private static readonly', false],
    'public static readonly': ['public static readonly', true],
  };
  for (const [name, [modifiers, expected]] of Object.entries(fields)) {
    it(`${name} field`, () => {
      const field = `class K { ${modifiers} List<EndpointAddressArgs> Hosts = new() { new() { Ip = "10.0.0.1" } }; }`;
      deepEqual(isExposed(field, 'K.Hosts'), expected);
    });
  }
});
