/** What Java programs write, through the whole boundary: a text in, what is read of its constructor calls out. */
import assert from 'node:assert/strict';
import { loadGrammarsOf, programDocument, readingsOf, type Reading } from './support/programs.ts';

const imports = `
import com.pulumi.*;
import com.pulumi.core.Output;
import com.pulumi.kubernetes.core.v1.*;
import com.pulumi.kubernetes.core.v1.enums.ServiceSpecType;
import com.pulumi.kubernetes.core.v1.inputs.*;
import com.pulumi.kubernetes.meta.v1.inputs.ObjectMetaArgs;
import com.pulumi.resources.CustomResourceOptions;
import java.util.*;
import java.util.stream.*;
import static java.util.stream.Collectors.toList;
import static java.util.Map.entry;
`;
const opaque = { $opaque: true };

interface Around {
  readonly top?: string;
  readonly members?: string;
  readonly before?: string;
}

/** A program whose stack runs the statements. */
function program(statements: string, { top = '', members = '', before = '' }: Around = {}): string {
  return `${imports}${top}
class Main {
  ${members}
  public static void main(String[] args) { Pulumi.run(Main::stack); }
  static void stack(Context ctx) {
    ${before}
    ${statements}
  }
}
`;
}

const named = (name: string): string =>
  `new Endpoints("e", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().name(${name}).build()).build());`;
const listing = (ips: string): string =>
  `new Service("s", ServiceArgs.builder().spec(ServiceSpecArgs.builder().externalIPs(${ips}).build()).build());`;
const labelled = (labels: string): string =>
  `new Endpoints("e", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().labels(${labels}).build()).build());`;

function only(text: string): Reading {
  const [reading, ...more] = readingsOf('Main.java', text);
  assert.ok(reading && more.length === 0, text);
  return reading;
}

/** The value at the path, from the properties; undefined where an entry is not there. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (each, name) => (typeof each === 'object' && each ? Reflect.get(each, name) : undefined),
    value,
  );
}

const nameIn = (text: string): unknown => at(only(text).properties, 'metadata', 'name');
const labelsIn = (text: string): unknown => at(only(text).properties, 'metadata', 'labels');
const ipsIn = (text: string): unknown => at(only(text).properties, 'spec', 'externalIPs');

type Row = readonly [what: string, written: string, value: unknown, around?: Around];

function table(
  title: string,
  spelled: (written: string) => string,
  read: (text: string) => unknown,
  rows: readonly Row[],
): void {
  describe(title, () => {
    for (const [what, written, value, around] of rows) {
      it(what, () => assert.deepEqual(read(program(spelled(written), around)), value));
    }
  });
}

describe('Java programs', () => {
  before(() => loadGrammarsOf('a.java'));

  const block = (...lines: readonly string[]): string => ['"""', ...lines].join('\n');
  table('texts', named, nameIn, [
    ['a text', '"a"', 'a'],
    ['escapes', String.raw`"a\tb\n\"\\\'\s."`, 'a\tb\n"\\\' .'],
    ['octal escapes', String.raw`"\0\101\1012\477"`, "\0AA2'7"],
    ['a code', String.raw`"\u0041\uuu0042\\u0043"`, String.raw`AB\u0043`],
    ['two codes of one character', String.raw`"\uD83D\uDCA1"`, '💡'],
    ['an expression in a text', String.raw`"a\{b}"`, opaque],
    ['a text block', block('      a', '        b', '      """'), 'a\n  b\n'],
    ['a text block without a last line break', block('    a', '    b"""'), 'a\nb'],
    ['a text block whose closing quotes keep spaces', block('    a', '  """'), '  a\n'],
    ['a text block with blank lines', block('    a', '', '  ', '    b', '    """'), 'a\n\n\nb\n'],
    ['a text block with spaces at ends', block('    a   ', String.raw`    b \s`, '    """'), 'a\nb  \n'],
    ['a text block with a continued line', block('    a\\', '    b', '    """'), 'ab\n'],
    ['a text block with an escaped line break', block(String.raw`    a\n  b`, '    """'), 'a\n  b\n'],
    ['a text block with quotes', block('    "a" ""b', String.raw`    \"""c`, '    """'), '"a" ""b\n"""c\n'],
    ['a text block with line ends of Windows', block('    a\r', '    b\r', '    """'), 'a\nb\n'],
    ['two texts', '"a" + "b" + "c"', 'abc'],
    ['a text and a number', '"a" + 1', opaque],
    ['a character', `'a'`, opaque],
    ['brackets and a cast', '((String) ("a"))', 'a'],
    ['Output.of', 'Output.of("a")', 'a'],
    ['a qualified Output.of', 'com.pulumi.core.Output.of("a")', 'a'],
    ['String.format', 'String.format("a")', opaque],
    ['Output.format', 'Output.format("a-%s", "b")', opaque],
    ['a ternary', 'true ? "a" : "a"', opaque],
    ['a switch', 'switch (1) { default -> "a"; }', opaque],
    ['a method of the program', 'name()', opaque, { members: 'static String name() { return "a"; }' }],
    ['an Output.of of the program', 'Output.of("a")', opaque, { top: 'class Output {}' }],
    ['null', 'null', undefined],
  ]);

  table(
    'numbers',
    (port) =>
      `new Service("s", ServiceArgs.builder().spec(ServiceSpecArgs.builder().healthCheckNodePort(${port}).build()).build());`,
    (text) => at(only(text).properties, 'spec', 'healthCheckNodePort'),
    [
      ['separators', '30_000', 30_000],
      ['hexadecimal', '0x7_5', 117],
      ['hexadecimal digits that look like suffixes', '0xFD', 253],
      ['octal', '017', 15],
      ['binary', '0b11', 3],
      ['a suffix', '5L', 5],
      ['a minus', '-017L', -15],
      ['all bits of an int', '0xFFFF_FFFF', -1],
      ['all bits of a long', '0xFFFFFFFFL', 4_294_967_295],
      ['a fraction', '1.5d', 1.5],
      ['a whole fraction', '80.0', 80],
      ['arithmetic', '80 + 1', opaque],
      ['minus a constant', '-port', opaque, { before: 'int port = 1;' }],
      ['true', 'true', true],
    ],
  );

  table('names', named, nameIn, [
    ['var', 'a', 'x', { before: 'var a = "x";' }],
    ['final var', 'a', 'x', { before: 'final var a = "x";' }],
    ['a typed local', 'b', 'y', { before: 'String a = "x", b = "y";' }],
    ['a local without a value', 'a', opaque, { before: 'String a; a = "x";' }],
    ['a name that is assigned', 'a', opaque, { before: 'var a = "x"; a = "y";' }],
    [
      'a name that is assigned elsewhere',
      'a',
      opaque,
      { before: 'var a = "x";', members: 'void m(String a) { a = "y"; }' },
    ],
    ['a compound assignment', 'a', opaque, { before: 'var a = "x"; a += "y";' }],
    ['an increment', '"n" + n', opaque, { before: 'var n = 1; n++;' }],
    ['a constant', 'A', 'x', { members: 'private static final String A = "x";' }],
    ['a final field', 'A', 'x', { members: 'final String A = "x";' }],
    ['a field that is not final', 'A', opaque, { members: 'static String A = "x";' }],
    [
      'a constant below the method',
      'A',
      'xy',
      { members: 'static final String A = B + "y"; static final String B = "x";' },
    ],
    ['a constant by its class', 'Main.A', 'x', { members: 'static final String A = "x";' }],
    ['a constant that uses its class', 'Main.B', 'xy', { members: 'static final String A = "x", B = Main.A + "y";' }],
    ['a constant of another class', 'Names.A', 'x', { top: 'class Names { static final String A = "x"; }' }],
    [
      'a constant of another class by its name alone',
      'A',
      opaque,
      { top: 'class Names { static final String A = "x"; }' },
    ],
    [
      'a field of another class that is not final',
      'Names.A',
      opaque,
      { top: 'class Names { static String A = "x"; }' },
    ],
    [
      'a constant of a nested class',
      'Names.Inner.A',
      'x',
      { members: 'static class Names { static class Inner { static final String A = "x"; } }' },
    ],
    ['a constant of an interface', 'Names.A', 'x', { top: 'interface Names { String A = "x"; }' }],
    ['an enum', 'Zone.A', opaque, { top: 'enum Zone { A, B }' }],
    ['a constant of an enum', 'Zone.X', 'x', { top: 'enum Zone { A; static final String X = "x"; }' }],
    [
      'a constant that refers to itself',
      'A',
      opaque,
      { members: 'static final String A = B; static final String B = A;' },
    ],
    ['an element', 'a[1]', 'y', { before: 'String[] a = {"x", "y"};' }],
    ['an element of a new array', 'a[0]', 'x', { before: 'var a = new String[] {"x", "y"};' }],
    ['an element that is not there', 'a[2]', opaque, { before: 'String[] a = {"x", "y"};' }],
    ['an element of an array that is changed', 'a[0]', opaque, { before: 'String[] a = {"x", "y"}; a[1] = "z";' }],
    ['list.get', 'a.get(0)', opaque, { before: 'var a = List.of("x");' }],
    ['map.get', 'a.get("k")', opaque, { before: 'var a = Map.of("k", "x");' }],
  ]);

  const outer = { members: 'static final String A = "x";' };
  table('scopes', (written) => written, nameIn, [
    ['a parameter', `} static void m(String A) { ${named('A')}`, opaque, outer],
    ['varargs', `} static void m(String... A) { ${named('A[0]')}`, opaque, outer],
    ['a lambda', `run(A -> { ${named('A')} });`, opaque, outer],
    ['a lambda of two', `run((A, b) -> { ${named('A')} });`, opaque, outer],
    ['a lambda with a type', `run((String A) -> { ${named('A')} });`, opaque, outer],
    ['a loop', `for (var A = "x"; ; ) { ${named('A')} }`, opaque, outer],
    ['an enhanced loop', `for (var A : List.of("x")) { ${named('A')} }`, opaque, outer],
    ['a resource', `try (var A = open()) { ${named('A')} }`, opaque, outer],
    ['a catch', `try { } catch (Exception A) { ${named('A')} }`, opaque, outer],
    ['a pattern', `if (o instanceof String A) { ${named('A')} }`, opaque, outer],
    ['a pattern that is negated', `if (!(o instanceof String A)) return; ${named('A')}`, opaque, outer],
    ['a pattern in another statement', `if (o instanceof String A) { } ${named('A')}`, 'x', outer],
    ['a pattern of a switch', `switch (o) { case String A -> { ${named('A')} } default -> {} }`, opaque, outer],
    ['a pattern of a record', `if (o instanceof P(String A, int b)) { ${named('A')} }`, opaque, outer],
    ['a record', `} record P(String A) { void m() { ${named('A')} }`, opaque, outer],
    ['a local in a block', `{ var A = "y"; } ${named('A')}`, 'x', outer],
    ['the innermost local', `{ var A = "y"; ${named('A')} }`, 'y', outer],
    ['a local of another method', `} void m() { var A = "y"; } void n() { ${named('A')}`, 'x', outer],
    ['a field by this', `} void m(String A) { ${named('this.A')}`, 'x', outer],
    ['a blank field', `} class C { final String A; C() { A = "y"; ${named('A')} }`, opaque, outer],
  ]);

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

  describe('outputs', () => {
    const made = 'var db = new Service("db");';
    const cases: readonly (readonly [what: string, written: string, expression: string | undefined])[] = [
      ['a getter', 'db.id()', '${db.id}'],
      ['applyValue', 'db.metadata().applyValue(m -> m.name().orElseThrow())', '${db.metadata.name}'],
      ['orElse', 'db.metadata().applyValue(m -> m.name().orElse("x"))', '${db.metadata.name}'],
      ['get', 'db.metadata().apply(m -> m.name().get())', '${db.metadata.name}'],
      ['Output.format of one', 'Output.format("%s", db.id())', '${db.id}'],
      ['Output.format of more', 'Output.format("%s-x", db.id())', undefined],
      ['another method', 'db.metadata().applyValue(m -> other(m))', undefined],
      ['an unknown getter', 'db.next()', undefined],
    ];
    for (const [what, written, expression] of cases) {
      it(what, () => {
        const { resources } = programDocument('Main.java', program(named(written), { before: made }));
        const metadata = resources[0]?.properties.entries[0]?.value;
        const value = metadata?.kind === 'mapping' ? metadata.entries[0]?.value : undefined;
        assert.equal(value?.kind === 'opaque' ? value.expression : 'known', expression);
      });
    }

    const rootsIn = (text: string): readonly string[] =>
      programDocument('Main.java', text).references.map(({ root }) => root);

    it('follows a field that a constructor assigns once', () => {
      const component = (more: string): string =>
        program('', {
          members: `class C { final Service db; C() { this.db = new Service("db"); } ${more} void m() { ${named('db.id()')} ${named('this.db.id()')} } }`,
        });
      assert.deepEqual(rootsIn(component('')), ['db', 'db']);
      assert.deepEqual(rootsIn(component('C(int x) { this.db = null; }')), []);
      assert.deepEqual(rootsIn(component('void n() { this.db = other(); }')), []);
    });

    it('takes a class with resources for no reference to them', () => {
      const text = program(`${made} ${named('Main.A')}`, { members: 'static final String A = "x";' });
      assert.deepEqual(rootsIn(text), []);
    });
  });

  describe('calls that are certain', () => {
    const call = 'new Endpoints("e");';
    const inMain = (statements: string, more = ''): string =>
      `${imports} class Main { public static void main(String[] args) { ${statements} } ${more} }`;
    const cases: readonly (readonly [what: string, text: string, isCertain: boolean])[] = [
      ['in main', inMain(call), true],
      ['in an instance main', `${imports} void main() { ${call} }`, true],
      ['in the lambda that is run', inMain(`Pulumi.run(ctx -> { ${call} });`), true],
      ['in the method that is run', program(call), true],
      ['in another method', inMain('', `static void stack() { ${call} }`), false],
      ['in another lambda', inMain(`list.forEach(x -> { ${call} });`), false],
      ['in a loop', inMain(`for (var x : args) { ${call} }`), false],
      ['in a condition', inMain(`if (x) ${call}`), false],
      ['in a constructor', inMain('', `Main() { ${call} }`), false],
      ['in a field', inMain('', `static Object a = ${call}`), false],
    ];
    for (const [what, text, isCertain] of cases) {
      it(`${isCertain ? '' : 'not '}${what}`, () => {
        const [resource] = programDocument('Main.java', text).resources;
        assert.equal(resource?.isUncertain !== true, isCertain);
      });
    }
  });

  describe('half-typed programs', () => {
    const after = 'new Endpoints("later", EndpointsArgs.builder().kind("x").build());';
    const texts: readonly string[] = [
      'var a = ',
      'var a = "x',
      'new Endpoints("e", ',
      'new Endpoints("e", EndpointsArgs.builder().',
      'new Endpoints("e", EndpointsArgs.builder().metadata(',
      'new Endpoints("e", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().name("x")',
      'new Endpoints("e", EndpointsArgs.builder()\n.subsets(EndpointSubsetArgs.builder()\n.ports(EndpointPortArgs.builder().port(',
      `var c = '"'; var a = "x`,
      'new ',
      'new Endpoints',
      'if (',
      'for (var x : ',
      'Pulumi.run(ctx -> ',
      'var m = Map.of("a", ',
      'db.metadata().applyValue(m -> ',
      'hosts[',
      'switch (x) { case ',
      'x instanceof String ',
      'this.',
    ];
    for (const text of texts) {
      it(JSON.stringify(text), () => {
        const names = readingsOf('Main.java', program(`${text}\n;\n${after}`)).map(({ resourceName }) => resourceName);
        assert.ok(names.includes('later'), JSON.stringify(names));
      });
    }
  });
});
