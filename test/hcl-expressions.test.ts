/** The expressions of HCL: what the reader makes of operators, calls, references, `for`, templates and heredocs. */
import assert from 'node:assert/strict';
import { readHcl } from '../server/src/frontends/hcl/read-hcl.ts';
import { assertShownHcl, cutHcl, hclTextsOf, readAttributeX, shownHcl } from './support/hcl-shown.ts';

describe('expressions of HCL', () => {
  it('are literals', () => {
    assertShownHcl({
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
    assert.deepEqual(readAttributeX('x = - 2'), { kind: 'literal', span: { start: 4, end: 7 }, value: -2n });
  });

  it('have operators without precedence, which are not evaluated', () => {
    assertShownHcl({
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
    assert.deepEqual(hclTextsOf('x = 1 +  a.b # c\n', 'other'), ['1 +  a.b']);
  });

  it('have conditions', () => {
    assertShownHcl({
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
    assertShownHcl({
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
    assertShownHcl({
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
    const expression = readAttributeX('x = a.b[0].*.2\n');
    assert.ok(expression.kind === 'reference');
    assert.deepEqual(
      expression.steps.map(({ span }) => cutHcl('x = a.b[0].*.2\n', span)),
      ['.b', '[0]', '.*', '.2'],
    );
  });

  it('have lists and objects', () => {
    assertShownHcl({
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
    assertShownHcl({
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
    assertShownHcl({
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
    assertShownHcl({
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
    assert.equal(shownHcl(readAttributeX(text)), '${join(",", ["a", ${b}])} & "-c"');
    assert.deepEqual(
      readHcl(text, 'terraform').body.attributes.map(({ name }) => name),
      ['x', 'y'],
    );
    assert.deepEqual(hclTextsOf(text, 'call'), ['join(",", [\n  "a",\n  "${b}",\n])']);
  });

  it('have heredocs', () => {
    assertShownHcl({
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
    const expression = readAttributeX(text);
    assert.ok(expression.kind === 'template' && expression.heredoc);
    assert.equal(cutHcl(text, expression.heredoc.content), '  a\n');
    assert.equal(cutHcl(text, expression.span), '<<-EOT\n  a\n  EOT');
  });

  it('have comments in all places', () => {
    const text = 'x = [ # a\n  1, // b\n  /* c */ f(2 /* d */), "# e",\n]\n# f\n';
    assert.equal(shownHcl(readAttributeX(text)), '[1, f(2), "# e"]');
    assert.deepEqual(
      readHcl(text, 'terraform').comments.map((each) => cutHcl(text, each)),
      ['# a', '// b', '/* c */', '/* d */', '# f'],
    );
  });

  it('have functions with dots, powers, raw texts and no templates in Alloy', () => {
    assertShownHcl(
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
    assert.equal(shownHcl(readAttributeX(text)), '{"😀": "é😀" & ${𝒳é.a} & "-𝒳", "𝒳": [f("😀", b)]}');
    assert.deepEqual(hclTextsOf(text, 'template'), ['"é😀${𝒳é.a}-𝒳"', '<<E\r\n😀 ${c}\r\nE']);
    assert.deepEqual(hclTextsOf(text, 'reference'), ['𝒳é.a', 'b', 'c']);
    assert.deepEqual(hclTextsOf(text, 'call'), ['f("😀",\r\n      b)']);
    const { body, comments } = readHcl(text, 'terraform');
    assert.deepEqual(body.attributes.map(({ key, expression }) => [cutHcl(text, key), shownHcl(expression)]).slice(1), [
      ['y', '<< "😀 " & ${c} & "\\r\\n"'],
      ['z', '1'],
    ]);
    assert.deepEqual(
      comments.map((each) => cutHcl(text, each)),
      ['# 𝒳'],
    );
  });
});
