/** Texts, numbers and names in Java programs, through the whole boundary: a text in, what is read of its calls out. */
import { opaque, named, only, at, nameIn, table } from './support/java-programs.ts';
import { loadGrammarsOf } from './support/programs.ts';

describe('Java programs: values', () => {
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
});
