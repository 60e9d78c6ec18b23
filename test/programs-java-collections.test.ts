/** Lists, maps, builders, options and classes in Java programs. */
import assert from 'node:assert/strict';
import {
  opaque,
  program,
  named,
  listing,
  labelled,
  only,
  at,
  nameIn,
  labelsIn,
  ipsIn,
  table,
} from './support/java-programs.ts';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';

describe('Java programs: collections', () => {
  before(() => loadGrammarsOf('a.java'));

  table('lists', listing, ipsIn, [
    ['List.of', 'List.of("a", "b")', ['a', 'b']],
    ['an empty list', 'List.of()', []],
    ['Arrays.asList', 'Arrays.asList("a")', ['a']],
    ['a qualified call', 'java.util.List.of("a")', ['a']],
    ['an array', 'new String[] {"a", "b"}', ['a', 'b']],
    ['arguments', '"a", "b"', ['a', 'b']],
    ['arguments with a null', '"a", null', ['a']],
    ['one argument', '"a"', ['a']],
    ['no argument', '', []],
    ['an argument that is not known', 'ips', opaque, { before: 'var ips = load();' }],
    ['two of which one is not known', '"a", ip', ['a', opaque], { before: 'var ip = load();' }],
    ['an array as the items of a list', 'List.of(a)', ['x'], { before: 'String[] a = {"x"};' }],
    ['a list that is changed', 'a', opaque, { before: 'var a = Arrays.asList("x"); a.set(0, "y");' }],
    ['a list that is sorted', 'a', opaque, { before: 'var a = Arrays.asList("x", "w"); Collections.sort(a);' }],
    ['a list of a class of the program', 'List.of("a")', opaque, { top: 'class List {}' }],
    ['a list of another library', 'List.of("a")', opaque, { top: 'import io.vavr.collection.List;' }],
    ['a new ArrayList', 'new ArrayList<>(List.of("a"))', opaque],
    ['Collections.singletonList', 'Collections.singletonList("a")', opaque],
    ['List.copyOf', 'List.copyOf(List.of("a"))', opaque],
    ['a stream', 'List.of("a", "b").stream().map(x -> x + "1").toList()', ['a1', 'b1']],
    ['a collected stream', 'List.of("a").stream().map(x -> x).collect(Collectors.toList())', ['a']],
    ['a stream with a static import', 'List.of("a").stream().map((x) -> x).collect(toList())', ['a']],
    ['Stream.of', 'Stream.of("a", "b").map((String x) -> x).toList()', ['a', 'b']],
    ['a stream that is mapped twice', 'Stream.of("a").map(x -> x + "1").map(x -> x + "2").toList()', ['a12']],
    [
      'a stream of a constant',
      'A.stream().map(x -> x).toList()',
      ['a'],
      { members: 'static final List<String> A = List.of("a");' },
    ],
    ['a stream of an unknown list', 'load().stream().map(x -> x).toList()', opaque],
    ['a stream with a block', 'Stream.of("a").map(x -> { return x; }).toList()', opaque],
    ['a stream with a method', 'Stream.of("a").map(String::trim).toList()', opaque],
    ['a filtered stream', 'Stream.of("a").filter(x -> true).map(x -> x).toList()', opaque],
    ['Arrays.stream', 'Arrays.stream(new String[] {"a"}).map(x -> x).toList()', opaque],
    [
      'a toList of the program',
      'Stream.of("a").map(x -> x).collect(toList())',
      opaque,
      { members: 'static Object toList() { return null; }' },
    ],
  ]);

  table('maps', labelled, labelsIn, [
    ['Map.of', 'Map.of("a", "x", "b-c", "y")', { a: 'x', 'b-c': 'y' }],
    ['an empty map', 'Map.of()', {}],
    ['Map.ofEntries', 'Map.ofEntries(Map.entry("a", "x"), entry("b", "y"))', { a: 'x', b: 'y' }],
    ['an entry that is not known', 'Map.ofEntries(Map.entry("a", "x"), other())', { a: 'x', $open: true }],
    ['a key of a constant', 'Map.of(A, "x")', { a: 'x' }, { members: 'static final String A = "a";' }],
    ['a key that is not known', 'Map.of(key(), "x")', { $open: true }],
    ['a null', 'Map.of("a", null)', {}],
    ['a map that is changed', 'm', opaque, { before: 'var m = Map.of("a", "x"); m.put("b", "y");' }],
    ['a new map', 'new HashMap<String, String>()', opaque],
  ]);

  table(
    'builders',
    (args) => `new Endpoints("e", ${args});`,
    (text) => only(text).properties,
    [
      ['null', 'null', {}],
      ['an empty builder', 'EndpointsArgs.builder().build()', {}],
      ['a variable', 'args', { kind: 'x' }, { before: 'var args = EndpointsArgs.builder().kind("x").build();' }],
      ['a qualified class', 'com.pulumi.kubernetes.core.v1.EndpointsArgs.builder().kind("x").build()', { kind: 'x' }],
      [
        'a repeated method',
        'EndpointsArgs.builder().kind("x").apiVersion("v1").kind("y").build()',
        { kind: 'y', apiVersion: 'v1' },
      ],
      [
        'defaults',
        'EndpointsArgs.builder(base).kind("y").build()',
        { kind: 'y', apiVersion: 'v1' },
        { before: 'var base = EndpointsArgs.builder().kind("x").apiVersion("v1").build();' },
      ],
      ['defaults that are not known', 'EndpointsArgs.builder(base()).kind("y").build()', { kind: 'y', $open: true }],
      ['a null', 'EndpointsArgs.builder().kind(null).build()', {}],
      [
        'a builder in several statements',
        'b.build()',
        opaque,
        { before: 'var b = EndpointsArgs.builder(); b.kind("x");' },
      ],
      ['a lambda', 'EndpointsArgs.builder().metadata(m -> m.name("x")).build()', { metadata: opaque }],
      ['a builder of the program', 'Args.builder().kind("x").build()', opaque, { top: 'class Args {}' }],
      ['a builder of another library', 'Args.builder().kind("x").build()', opaque, { top: 'import acme.Args;' }],
      ['a method', 'args()', opaque],
      [
        'one subset',
        'EndpointsArgs.builder().subsets(EndpointSubsetArgs.builder().build()).build()',
        { subsets: [{}] },
      ],
      [
        'a list of one',
        'EndpointsArgs.builder().subsets(s).build()',
        { subsets: [{}] },
        { before: 'var s = EndpointSubsetArgs.builder().build();' },
      ],
    ],
  );

  it('reads the object of an endpoint as an object, though a status has a list of that name', () => {
    const text = `import com.pulumi.kubernetes.discovery.v1.*; class A { Object a = new EndpointSlice("s", EndpointSliceArgs.builder()
      .endpoints(EndpointArgs.builder().conditions(EndpointConditionsArgs.builder().ready(true).build()).build()).build()); }`;
    assert.deepEqual(only(text).properties, { endpoints: [{ conditions: { ready: true } }] });
  });

  it('reads inherited constants', () => {
    const text = program(named('A + Main.B'), { top: 'interface Names { String A = "x"; }' });
    const inherited = text.replace('class Main', 'class Main implements Names');
    assert.deepEqual(nameIn(inherited.replace(' + Main.B', '')), 'x');
    assert.deepEqual(nameIn(text), opaque);
  });

  table(
    'options',
    (options) => `new Endpoints("e", null, ${options});`,
    (text) => only(text).options,
    [
      ['null', 'null', {}],
      ['importId', 'CustomResourceOptions.builder().importId("a/b").build()', { import: 'a/b' }],
      ['a list of one', 'CustomResourceOptions.builder().ignoreChanges("a").build()', { ignoreChanges: ['a'] }],
      [
        'a duration',
        'CustomResourceOptions.builder().customTimeouts(CustomTimeouts.builder().create(Duration.ofMinutes(5)).build()).build()',
        { customTimeouts: { create: opaque } },
      ],
      [
        'an alias',
        'CustomResourceOptions.builder().aliases(Output.of(Alias.builder().name("a").build())).build()',
        { aliases: [{ name: 'a' }] },
      ],
      ['a parent', 'CustomResourceOptions.builder().parent(this).build()', { parent: opaque }],
      [
        'a variable',
        'shared',
        { protect: true },
        { before: 'var shared = CustomResourceOptions.builder().protect(true).build();' },
      ],
      ['a constant of the SDK', 'CustomResourceOptions.Empty', opaque],
    ],
  );

  describe('classes', () => {
    const sdk = 'com.pulumi.kubernetes';
    const cases: readonly (readonly [what: string, text: string, count: number])[] = [
      ['a single import', `import ${sdk}.core.v1.Endpoints; class A { Object a = new Endpoints("e"); }`, 1],
      [
        'an import that is repeated',
        `import ${sdk}.core.v1.Endpoints;\n`.repeat(2) + 'class A { Object a = new Endpoints("e"); }',
        1,
      ],
      ['a wildcard', `import ${sdk}.core.v1.*; class A { Object a = new Endpoints("e"); }`, 1],
      ['the wildcard of the inputs', `import ${sdk}.core.v1.inputs.*; class A { Object a = new Endpoints("e"); }`, 0],
      ['the wildcard of another group', `import ${sdk}.core.v1.*; class A { Object a = new EndpointSlice("e"); }`, 0],
      ['a qualified name', `class A { Object a = new ${sdk}.core.v1.Endpoints("e"); }`, 1],
      ['type arguments', `import ${sdk}.core.v1.*; class A { Object a = new Endpoints<>("e"); }`, 1],
      ['no import', `// ${sdk}\nclass A { Object a = new Endpoints("e"); }`, 0],
      [
        'a class of the program',
        `import ${sdk}.core.v1.*; class A { Object a = new Endpoints("e"); } class Endpoints {}`,
        0,
      ],
      [
        'a nested class of the program',
        `import ${sdk}.core.v1.*; class A { Object a = new Endpoints("e"); class Endpoints {} }`,
        0,
      ],
      [
        'a nested class of another class',
        `import ${sdk}.core.v1.*; class A { Object a = new Endpoints("e"); } class B { class Endpoints {} }`,
        1,
      ],
      [
        'an import of another library',
        `import ${sdk}.core.v1.*; import acme.Endpoints; class A { Object a = new Endpoints("e"); }`,
        0,
      ],
      ['a static get', `import ${sdk}.core.v1.*; class A { Object a = Endpoints.get("e", null, null, null); }`, 0],
      ['a list', `import ${sdk}.core.v1.*; class A { Object a = new EndpointsList("e"); }`, 0],
      ['a class of the SDK of another kind', `import ${sdk}.core.v1.*; class A { Object a = new Namespace("e"); }`, 0],
      [
        'an import over two lines',
        `import com.pulumi\n  .kubernetes /* x */ . core.v1.Endpoints; class A { Object a = new Endpoints("e"); }`,
        1,
      ],
    ];
    for (const [what, text, count] of cases) it(what, () => assert.equal(readingsOf('A.java', text).length, count));
  });

  it('reads enums of the SDK, imported in every way', () => {
    const service = (type: string, top = ''): unknown =>
      at(
        only(
          program(
            `new Service("s", ServiceArgs.builder().spec(ServiceSpecArgs.builder().type(${type}).build()).build());`,
            { top },
          ),
        ).properties,
        'spec',
        'type',
      );
    const path = 'com.pulumi.kubernetes.core.v1.enums.ServiceSpecType';
    assert.equal(service('ServiceSpecType.ClusterIP'), 'ClusterIP');
    assert.equal(service(`${path}.NodePort`), 'NodePort');
    assert.equal(service('ExternalName', `import static ${path}.ExternalName;`), 'ExternalName');
    assert.equal(service('ExternalName', `import static ${path}.*;`), 'ExternalName');
    assert.deepEqual(service('Either.ofRight(ServiceSpecType.ClusterIP)'), opaque);
    assert.deepEqual(service('ServiceSpecType.ClusterIP', 'class ServiceSpecType {}'), opaque);
  });
});
