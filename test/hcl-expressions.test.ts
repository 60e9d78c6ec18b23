/** The expressions of HCL: what the reader makes of operators, calls, references, `for`, templates and heredocs, also of broken ones. */
import assert from 'node:assert/strict';
import {
  allExpressions,
  attributeIn,
  hclBlocks,
  innerExpressions,
  type HclExpression,
  type HclStep,
  type HclSyntax,
  type TemplatePart,
} from '../server/src/frontends/hcl/hcl.ts';
import { readHcl } from '../server/src/frontends/hcl/read-hcl.ts';
import { encodedIn, staticValue } from '../server/src/frontends/hcl/static-value.ts';
import type { Span } from '../server/src/text/span.ts';

/** The expression with its kinds: `other` as `?(…)`, a template as `"…" & …`, and `…` where a bracket is missing. */
function shown(expression: HclExpression): string {
  const all = (parts: readonly HclExpression[]): string => parts.map(shown).join(', ');
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? JSON.stringify(expression.value) : String(expression.value);
    case 'template': {
      const { heredoc, hasDirectives, parts } = expression;
      const mark = heredoc ? (heredoc.isIndented ? '<<- ' : '<< ') : '';
      return `${mark}${hasDirectives ? '% ' : ''}${parts.map(shownPart).join(' & ')}`;
    }
    case 'list':
      return `[${all(expression.items)}${expression.isClosed ? ']' : '…'}`;
    case 'object': {
      const entries = expression.entries.map(({ key, value }) => `${shown(key)}: ${shown(value)}`).join(', ');
      return `{${entries}${expression.isClosed ? '}' : '…'}`;
    }
    case 'for': {
      const { names, collection, key, result, condition, isGrouped } = expression;
      const made = `${key ? `${shown(key)} => ` : ''}${shown(result)}${isGrouped ? '...' : ''}`;
      return `for ${names.join(', ')} in ${shown(collection)}: ${made}${condition ? ` if ${shown(condition)}` : ''}`;
    }
    case 'call': {
      const { name, args, isSpread, isClosed } = expression;
      return `${name}(${all(args)}${isSpread ? '...' : ''}${isClosed ? ')' : '…'}`;
    }
    case 'reference': {
      const { root, steps } = expression;
      return (typeof root === 'string' ? root : `<${shown(root)}>`) + steps.map(shownStep).join('');
    }
    case 'parentheses':
      return `(${shown(expression.inner)})`;
    case 'other':
      return `?(${all(expression.parts)})`;
  }
}

function shownPart(part: TemplatePart): string {
  return part.kind === 'text' ? JSON.stringify(part.text) : `\${${shown(part.expression)}}`;
}

function shownStep(step: HclStep): string {
  if (step.kind === 'splat') return '.*';
  return step.kind === 'name' ? `.${step.name}` : `[${shown(step.index)}]`;
}

/** The expression of the attribute `x`. Every part must be inside of the whole, behind the one before it. */
function readX(text: string, syntax: HclSyntax = 'terraform'): HclExpression {
  const { body } = readHcl(text, syntax);
  const found = attributeIn(body, 'x');
  assert.ok(found, text);
  assertNested(found.expression);
  return found.expression;
}

function assertNested(expression: HclExpression): void {
  let at = expression.span.start;
  for (const part of innerExpressions(expression)) {
    assert.ok(part.span.start >= at && part.span.end >= part.span.start && part.span.end <= expression.span.end);
    at = part.span.end;
    assertNested(part);
  }
}

function assertShown(cases: Readonly<Record<string, string>>, syntax: HclSyntax = 'terraform'): void {
  for (const [written, expected] of Object.entries(cases))
    assert.equal(shown(readX(`x = ${written}\n`, syntax)), expected, written);
}

/** The texts at all spans of a kind, in the order of the text. */
function textsOf(text: string, kind: HclExpression['kind']): readonly string[] {
  return [...allExpressions(readHcl(text, 'terraform').body)]
    .filter((each) => each.kind === kind)
    .map(({ span }) => cut(text, span));
}

/** In microseconds of the processor, which does not count what else the machine does. */
function costOf(run: () => void): number {
  const before = process.cpuUsage().user;
  run();
  return process.cpuUsage().user - before;
}

function cut(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

describe('expressions of HCL', () => {
  it('are literals', () => {
    assertShown({
      '1': '1',
      '-1.5': '-1.5',
      '1e3': '1000',
      '- 2': '-2',
      '123456789012345678901234567890': '123456789012345678901234567890',
      '1e999': '?()',
      true: 'true',
      null: 'null',
      '"a\\"\\u00e9\\U0001F600"': '"a\\"é😀"',
      '""': '""',
      constructor: 'constructor',
    });
    assert.deepEqual(readX('x = - 2'), { kind: 'literal', span: { start: 4, end: 7 }, value: -2n });
  });

  it('have operators without precedence, which are not evaluated', () => {
    assertShown({
      '1 + 2 * 3': '?(1, 2, 3)',
      '1 - -2': '?(1, -2)',
      '!var.a': '?(var.a)',
      '!var.a && var.b || var.c': '?(?(var.a), var.b, var.c)',
      'a == 1': '?(a, 1)',
      'a != b': '?(a, b)',
      'a >= b % 2': '?(a, b, 2)',
      '-var.a': '?(var.a)',
      '(1 + 2)': '(?(1, 2))',
      'a-b': 'a-b',
    });
    assert.deepEqual(textsOf('x = 1 +  a.b # c\n', 'other'), ['1 +  a.b']);
  });

  it('have conditions', () => {
    assertShown({
      'a ? b : c': '?(a, b, c)',
      'a == 1 ? "b" : "c"': '?(a, 1, "b", "c")',
      'a ? b : c ? d : e': '?(a, b, ?(c, d, e))',
      '{ k : a ? b : c, l = 1 }': '{"k": ?(a, b, c), "l": 1}',
      '(a\n  ? b\n  : c\n)': '(?(a, b, c))',
      '(a ?\n  b +\n  c :\n  d\n)': '(?(a, ?(b, c), d))',
      '[\n  a ? b : c,\n  a ?\n  b : c\n]': '[?(a, b, c), ?(a, b, c)]',
      'a ? b': '?(a, b)',
    });
  });

  it('have calls, also with three dots', () => {
    assertShown({
      'f()': 'f()',
      'f(1, a.b)': 'f(1, a.b)',
      'f (1)': 'f(1)',
      'f(\n  1, # one\n  2,\n)': 'f(1, 2)',
      'f(1, var.list...)': 'f(1, var.list...)',
      'f([a]...)': 'f([a]...)',
      'f(var.list[*].id...)': 'f(var.list.*.id...)',
      'f(g(h(1)))[0].a': '<f(g(h(1)))>[0].a',
      'provider::kubernetes::manifest_decode("a")': 'provider::kubernetes::manifest_decode("a")',
    });
  });

  it('have references with members, indexes and splats', () => {
    assertShown({
      'a.b.c': 'a.b.c',
      'a[0]': 'a[0]',
      'a[ "k" ].b': 'a["k"].b',
      'a[var.i + 1]': 'a[?(var.i, 1)]',
      'a.0': 'a[0]',
      'a.0.1.b': 'a[0][1].b',
      'a.metadata.0.name': 'a.metadata[0].name',
      'a.*.b': 'a.*.b',
      'a[*].b[*].c': 'a.*.b.*.c',
      'a[ * ]': 'a.*',
      '[1, 2][0]': '<[1, 2]>[0]',
      '(a).b': '<(a)>.b',
      '"${a}".b': '<${a}>.b',
      'each.value["a-b"]': 'each.value["a-b"]',
      '(a\n  .b\n  .c)': '(a.b.c)',
      'data.kubernetes_service_v1.db.spec[0].cluster_ip': 'data.kubernetes_service_v1.db.spec[0].cluster_ip',
      'a.': 'a.',
      'a..b': '?(a)',
    });
    const expression = readX('x = a.b[0].*.2\n');
    assert.ok(expression.kind === 'reference');
    assert.deepEqual(
      expression.steps.map(({ span }) => cut('x = a.b[0].*.2\n', span)),
      ['.b', '[0]', '.*', '.2'],
    );
  });

  it('have lists and objects', () => {
    assertShown({
      '[]': '[]',
      '[1, "a", [b],]': '[1, "a", [b]]',
      '[\n  1,\n\n  # two\n  2\n]': '[1, 2]',
      '{}': '{}',
      '{ a = 1, "b" : 2, 3 = 4 }': '{"a": 1, "b": 2, 3: 4}',
      '{\n  a = 1\n  b = {\n    c = []\n  }\n}': '{"a": 1, "b": {"c": []}}',
      '{ (var.a) = 1, "${b}-c" = 2, true = 3 }': '{(var.a): 1, ${b} & "-c": 2, "true": 3}',
      '{ for-each = 1, format = 2 }': '{"for-each": 1, "format": 2}',
      '{\n  a = var.b ? 1 : 2\n  c = f(\n    1\n  )\n}': '{"a": ?(var.b, 1, 2), "c": f(1)}',
    });
  });

  it('have lists made of others', () => {
    assertShown({
      '[for v in var.list : v]': 'for v in var.list: v',
      '[for i, v in var.list : v.a if v.b != ""]': 'for i, v in var.list: v.a if ?(v.b, "")',
      '[\n  # comment\n  for v in [1, 2] :\n  {\n    a = v\n  }\n]': 'for v in [1, 2]: {"a": v}',
      '[for a in b : [for c in a : c]]': 'for a in b: for c in a: c',
      '[for a in b ? c : d : a]': 'for a in ?(b, c, d): a',
      '[for v in\n  a :\n  v\n  if b\n]': 'for v in a: v if b',
      '[for v in a : v][0]': '<for v in a: v>[0]',
    });
  });

  it('have objects made of others', () => {
    assertShown({
      '{for k, v in var.map : k => v}': 'for k, v in var.map: k => v',
      '{ for v in var.list : v.name => v.id if v.on }': 'for v in var.list: v.name => v.id if v.on',
      '{for v in a : v.k => v...}': 'for v in a: v.k => v...',
      '{for v in a : v.k => v.id... if f(v)}': 'for v in a: v.k => v.id... if f(v)',
      '{\n  for k, v in a :\n  "${k}" => {\n    b = v\n  }\n}': 'for k, v in a: ${k} => {"b": v}',
      // Brackets of the wrong kind.
      '[for v in a : v => v]': '?(a, v, v)',
      '{for v in a : v}': '?(a, v)',
      '[for v a : v]': '?()',
      '[for v in a]': '?(a)',
    });
  });

  it('have texts with interpolations', () => {
    assertShown({
      '"a-${b}-c"': '"a-" & ${b} & "-c"',
      '"${a.b}"': '${a.b}',
      '"${a}${b}"': '${a} & ${b}',
      '"${f("x", "${g("}")}")}"': '${f("x", ${g("}")})}',
      '"${a ? "b" : "c"}"': '${?(a, "b", "c")}',
      '"${ {a = 1}["a"] }"': '${<{"a": 1}>["a"]}',

      '"\\"${a}\\n"': '"\\"" & ${a} & "\\n"',
      '"$${a}"': '"${a}"',
      '"%%{a}"': '"%{a}"',
      '"$${a} ${b}"': '"${a} " & ${b}',
      '"$a %b"': '"$a %b"',
      '"${}"': '${?()}',
      '"${a b}"': '${?(a)}',
      '"${~ a ~}"': '% ${a}',
      '"%{ if a }b%{ endif }"': '% ${?()} & "b" & ${?()}',
    });
  });

  it('have texts with interpolations over several lines', () => {
    const text = 'x = "${join(",", [\n  "a",\n  "${b}",\n])}-c"\ny = 1\n';
    assert.equal(shown(readX(text)), '${join(",", ["a", ${b}])} & "-c"');
    assert.deepEqual(
      readHcl(text, 'terraform').body.attributes.map(({ name }) => name),
      ['x', 'y'],
    );
    assert.deepEqual(textsOf(text, 'call'), ['join(",", [\n  "a",\n  "${b}",\n])']);
  });

  it('have heredocs', () => {
    assertShown({
      '<<EOT\n  a\nb\nEOT': '<< "  a\\nb\\n"',
      '<<-EOT\n    a: ${b}\n      c: 1\n  EOT': '<<- "a: " & ${b} & "\\n  c: 1\\n"',
      '<<-E\n    ${a}\n  b\n    ${c}d\n  E': '<<- "  " & ${a} & "\\nb\\n  " & ${c} & "d\\n"',
      '<<-E\n\n    a\n\n  E': '<<- "\\na\\n\\n"',
      '<<E\n$${a} \\n "b\nE': '<< "${a} \\\\n \\"b\\n"',
      '<<E\n${f(<<F\ng ${h}\nF\n)}\nE': '<< ${f(<< "g " & ${h} & "\\n")} & "\\n"',
      '<<E\n%{ for a in b ~}\n${a}\n%{ endfor }\nE': '<< % ${?()} & "\\n" & ${a} & "\\n" & ${?()} & "\\n"',
      '<<E\nE': '<< ',
      '[<<E\na\nE\n, 1]': '[<< "a\\n", 1]',
      'f(<<E\na\nE\n)': 'f(<< "a\\n")',
    });
    const text = 'x = <<-EOT\n  a\n  EOT\n';
    const expression = readX(text);
    assert.ok(expression.kind === 'template' && expression.heredoc);
    assert.equal(cut(text, expression.heredoc.content), '  a\n');
    assert.equal(cut(text, expression.span), '<<-EOT\n  a\n  EOT');
  });

  it('have comments in all places', () => {
    const text = 'x = [ # a\n  1, // b\n  /* c */ f(2 /* d */), "# e",\n]\n# f\n';
    assert.equal(shown(readX(text)), '[1, f(2), "# e"]');
    assert.deepEqual(
      readHcl(text, 'terraform').comments.map((each) => cut(text, each)),
      ['# a', '// b', '/* c */', '/* d */', '# f'],
    );
  });

  it('have functions with dots, powers, raw texts and no templates in Alloy', () => {
    assertShown(
      {
        'array.concat(a.b.targets, [])': 'array.concat(a.b.targets, [])',
        'sys.env("A") + "b"': '?(sys.env("A"), "b")',
        'encoding.from_json(local.file.a.content)[0]["b"]': '<encoding.from_json(local.file.a.content)>[0]["b"]',
        'a ^ 2': '?(a, 2)',
        'a +\n  b': '?(a, b)',
        '"${1}"': '"${1}"',
        '`a\n"\\`': '"a\\n\\"\\\\"',
        '{ a = 1, "b" = [2] }': '{"a": 1, "b": [2]}',
      },
      'alloy',
    );
  });

  it('have places in UTF-16 units, also with CRLF', () => {
    const text =
      '# 𝒳\r\nx = {\r\n  "😀" = "é😀${𝒳é.a}-𝒳"\r\n  𝒳 = [\r\n    f("😀",\r\n      b),\r\n  ]\r\n}\r\ny = <<E\r\n😀 ${c}\r\nE\r\nz = 1\r\n';
    assert.equal(shown(readX(text)), '{"😀": "é😀" & ${𝒳é.a} & "-𝒳", "𝒳": [f("😀", b)]}');
    assert.deepEqual(textsOf(text, 'template'), ['"é😀${𝒳é.a}-𝒳"', '<<E\r\n😀 ${c}\r\nE']);
    assert.deepEqual(textsOf(text, 'reference'), ['𝒳é.a', 'b', 'c']);
    assert.deepEqual(textsOf(text, 'call'), ['f("😀",\r\n      b)']);
    const { body, comments } = readHcl(text, 'terraform');
    assert.deepEqual(body.attributes.map(({ key, expression }) => [cut(text, key), shown(expression)]).slice(1), [
      ['y', '<< "😀 " & ${c} & "\\r\\n"'],
      ['z', '1'],
    ]);
    assert.deepEqual(
      comments.map((each) => cut(text, each)),
      ['# 𝒳'],
    );
  });
});

describe('broken expressions of HCL', () => {
  it('leave the next resource alone', () => {
    const next = '\nresource "b" "c" {\n  x = 1\n}\n';
    const cases: Readonly<Record<string, string>> = {
      '"a': '?()',
      '"${f(': '?()',
      '"${f("': '?()',
      '"a${b}': '?()',
      '[1, "a': '[1, ?()…',
      '[1, { a = ': '[1, {"a": ?()……',
      '[': '[…',
      '{': '{…',
      '{ a': '{…',
      '{ a = [1,': '{"a": [1……',
      '(': '?(?())',
      '(1 +': '?(?(1, ?()))',
      'f(': 'f(…',
      'f(1,': 'f(1…',
      'f(g(': 'f(g(……',
      'a[': '?(a)',
      'a[0': '?(a)',
      'a.': 'a.',
      'a ?': '?(a, ?())',
      'a ? b :': '?(a, b, ?())',
      '[for': '?()',
      '[for a in': '?(?())',
      '{for a in b : a =>': '?(b, a, ?())',
      '<<E\na ${b}': '<< "a " & ${b} & "\\n"',
      '<<E\na ${b(': '<< "a " & ${?(b(…)}',
      '<<E': '<< ',
      '': '?()',
    };
    for (const [written, expected] of Object.entries(cases)) {
      const { body } = readHcl(`resource "a" "b" {\n  x = ${written}${next}`, 'terraform');
      const [broken, whole] = hclBlocks(body, 'resource');
      const found = broken && attributeIn(broken.body, 'x');
      assert.equal(found && shown(found.expression), expected, written);
      assert.equal(body.blocks.length, 2, written);
      assert.ok(whole?.isClosed && attributeIn(whole.body, 'x'), written);
    }
  });

  it('leave the next attribute alone', () => {
    const cases: Readonly<Record<string, string>> = {
      '[1, 2': '[1, 2…',
      '[': '[…',
      'f(1,': 'f(1…',
      'f(': 'f(…',
      '(': '?(?())',
      'a[': '?(a)',
      '"a': '?()',
      '1 2 3': '?(1)',
      '(1 2)': '?(1)',
      'a[1 2]': '?(a)',
      ') ]': '?(?())',
      '[for a in': '?(?())',
      '[for a in b': '?(b)',
      '{for a in b : a =>': '?(b, a, ?())',
      '1 +': '?(1, ?())',
      '(1 +': '?(?(1, ?()))',
      '(a ?': '?(?(a, ?()))',
    };
    for (const [written, expected] of Object.entries(cases)) {
      const { body } = readHcl(`a {\n  x = ${written}\n  y = 1\n  b c "d" {\n    z = 2\n  }\n}\n`, 'terraform');
      const [block] = body.blocks;
      assert.ok(block?.isClosed, written);
      assert.deepEqual(
        block.body.attributes.map(({ name, expression }) => [name, shown(expression)]),
        [
          ['x', expected],
          ['y', '1'],
        ],
        written,
      );
      assert.equal(block.body.blocks.length, 1, written);
    }
  });

  it('have the items behind a missing comma', () => {
    assertShown({
      '[\n  { a = 1 }\n  { a = 2 },\n  { a = 3 }\n]': '[{"a": 1}, {"a": 2}, {"a": 3}…',
      '[{ l = [1 2], m = 3 }, 4]': '[{"l": [1, 2…, "m": 3}, 4]',
      'f(1 = 2, 3)': 'f(1, 3…',
      '{ a = 1 b = 2, c = 3 }': '{"a": 1, "c": 3…',
      '{\n  a = 1\n  b\n  c = 3\n}': '{"a": 1, "c": 3…',
    });
  });

  it('are open lists and objects', () => {
    const isOpen = (written: string): boolean => {
      const value = staticValue(readX(`x = ${written}\n`));
      return 'isOpen' in value && value.isOpen;
    };
    for (const written of ['[1', '[1 2]', '{ a = 1', '{ a b = 1 }', '{ (var.a) = 1 }'])
      assert.ok(isOpen(written), written);
    for (const written of ['[1, var.a]', '{ a = var.b }', '[]']) assert.ok(!isOpen(written), written);
  });

  it('have the arguments of yamlencode, wherever it is', () => {
    const text = 'x = "${yamlencode({ a = 1 })}"\ny { z = [f(jsonencode([1]), 1 +)] }\n';
    assert.deepEqual(
      encodedIn(readHcl(text, 'terraform')).map(({ span }) => cut(text, span)),
      ['{ a = 1 }', '[1]'],
    );
  });

  it('do not overflow, however deep they are', () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['[', ']'],
      ['{', '}'],
      ['{ a = ', ' }'],
      ['(', ')'],
      ['f(', ')'],
      ['a[', ']'],
      ['"${', '}"'],
      ['!', ''],
      ['-', ''],
      ['a ? ', ' : 1'],
      ['a ? 1 : ', ''],
      ['[for a in ', ' : a]'],
      ['[for a in b : ', ']'],
      ['{(', ') = 1}'],
      ['<<E\n${', '}\nE\n'],
      ['{ a = [f("${', '}")] }'],
      ['b {\n x = ', '\n}'],
    ];
    for (const syntax of ['terraform', 'alloy'] as const)
      for (const [open, close] of pairs) {
        const deep = open.repeat(10_000);
        for (const text of [`x = ${deep}1${close.repeat(10_000)}\ny = 1\n`, `x = ${deep}`]) {
          const file = readHcl(text, syntax);
          const [first] = file.body.attributes;
          assert.equal(first?.name, 'x');
          assert.ok(staticValue(first.expression) && encodedIn(file).length === 0);
          assertNested(first.expression);
        }
      }
  });

  it('are read in time that grows as they do', () => {
    const parts = [
      'a = "${f(\n',
      'a = "${f(x,\n',
      'a = "${\n}"\n',
      'a = [\n',
      'a = (b c\n',
      'a = f(b,\n',
      'a = b[c d\n',
      'a = <<E\n${f("${\n',
      'a = <<E\nresource "b" "c" {\n',
      '[b c ',
      '[ # b\n',
      '{ b = ',
      '{',
      '[for a in ',
      'a ? ',
      'a.b[0].*',
      '${<<E\n}\n',
      'a = {\n  b "c\n',
      '1 + ',
      '!',
    ];
    for (const syntax of ['terraform', 'alloy'] as const)
      for (const before of ['', 'x = ', 'x = <<E\n', 'x = "${'])
        for (const part of parts) {
          const cost = (length: number): number =>
            costOf(() => void readHcl(before + part.repeat(length / part.length), syntax));
          // A pause of the garbage collector may fall into one measurement; it does not into three.
          const isLinear = [1, 2, 3].some(() => cost(64_000) < 30 * Math.max(cost(8000), 1000));
          assert.ok(isLinear, before + part);
        }
  });
});
