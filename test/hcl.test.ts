/** The reader of HCL: blocks, attributes and literals of Terraform and Grafana Alloy, also in broken texts. */
import assert from 'node:assert/strict';
import { allBlocks, type HclBlock, type HclBody } from '../server/src/frontends/hcl/hcl.ts';
import { readHcl } from '../server/src/frontends/hcl/read-hcl.ts';
import { attributeOf, encodedIn, staticValue } from '../server/src/frontends/hcl/static-value.ts';
import type { Span } from '../server/src/text/span.ts';
import type { Value } from '../server/src/tree/value.ts';

/** The value as JSON; an opaque value or key as `<text>`. */
function shown(value: Value, text: string): unknown {
  const opaque = ({ start, end }: Span): string => `<${text.slice(start, end)}>`;
  if (value.kind === 'opaque') return opaque(value.span);
  if (value.kind === 'scalar') return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  if (value.kind === 'sequence') return value.items.map((item) => shown(item, text));
  return Object.fromEntries(
    value.entries.map(({ name, key, isOpaqueKey, value: each }) => [
      isOpaqueKey ? opaque(key) : name,
      shown(each, text),
    ]),
  );
}

function shownBody({ attributes, blocks }: HclBody, text: string): Record<string, unknown> {
  const title = ({ type, labels }: HclBlock): string => [type, ...labels.map((label) => label.text)].join(' ');
  return Object.fromEntries([
    ...attributes.map(({ name, expression }) => [name, shown(staticValue(expression), text)]),
    ...blocks.map((block) => [title(block), shownBody(block.body, text)]),
  ]);
}

const terraform = (text: string): unknown => shownBody(readHcl(text, 'terraform').body, text);
const alloy = (text: string): unknown => shownBody(readHcl(text, 'alloy').body, text);

describe('reader of HCL', () => {
  it('reads blocks, attributes and literals', () => {
    const text = `# a comment
resource "kubernetes_service" "db" {
  count = 2 // two
  ratio = -1.5
  is_on = true
  none  = null
  metadata {
    name   = "db\\t\\u0041 $\${x}"
    labels = { app = "db", "a.b/c" : 1 }
  }
  /* port {} */ port { port = 80 }
  list = [
    "a", # first
    ["b"],
    { c = 1 },
  ]
}
`;
    assert.deepEqual(terraform(text), {
      'resource kubernetes_service db': {
        count: 2,
        ratio: -1.5,
        is_on: true,
        none: null,
        list: ['a', ['b'], { c: 1 }],
        metadata: { name: 'db\tA ${x}', labels: { app: 'db', 'a.b/c': 1 } },
        port: { port: 80 },
      },
    });
  });

  it('leaves open what is not static', () => {
    const text = `a = var.x
b = "x-\${join(",", ["}"])}-y"
c = [for e in var.list : e]
d = { for k, v in var.map : k => v }
e = 1 + 2
f = cond ? "a" : "b"
g = concat(
  ["a"], # one
  var.b,
)
h = [var.a, "b"]
i = { (var.key) = 1, "\${k}" = 2 }
j = x == 1
k = "\${jsonencode({
  a = "b"
})}"
l = 1
`;
    const found = readHcl(text, 'terraform').body;
    const show = (name: string): unknown => {
      const value = attributeOf(found, name);
      return value && shown(value, text);
    };
    for (const name of 'abcdefgjk') assert.match(String(show(name)), /^<.*>$/s, name);
    assert.equal(show('g'), '<concat(\n  ["a"], # one\n  var.b,\n)>');
    assert.deepEqual(show('h'), ['<var.a>', 'b']);
    assert.deepEqual(show('i'), { '<(var.key)>': 1, '<"${k}">': 2 });
    assert.equal(show('l'), 1);
  });

  it('reads heredocs, and arguments of yamlencode', () => {
    const text = `a = <<-EOT
    x: 1
      y: 2
  EOT
b = <<EOT
k: \${v}
EOT
c = yamldecode(<<YAML
kind: Role
YAML
)
d = [yamlencode({ role = "endpoints" }), "z"]
`;
    const file = readHcl(text, 'terraform');
    const { body, heredocs } = file;
    const a = attributeOf(body, 'a');
    assert.equal(a && shown(a, text), 'x: 1\n  y: 2\n');
    assert.equal(attributeOf(body, 'b')?.kind, 'opaque');
    assert.deepEqual(
      heredocs.map(({ start, end }) => text.slice(start, end)),
      ['    x: 1\n      y: 2\n', 'k: ${v}\n', 'kind: Role\n'],
    );
    assert.deepEqual(
      encodedIn(file).map((each) => shown(each, text)),
      [{ role: 'endpoints' }],
    );
    assert.equal(body.attributes.length, 4);
  });

  it('reads Alloy', () => {
    const text = `// discovery
discovery.kubernetes "x" {
  role = "endpoints"
  namespaces { names = ["a"] }
}
declare "m" {
  discovery.relabel "y" {
    targets = concat(discovery.kubernetes.x.targets, [])
    rule {
      regex       = "(.+)(?::\\\\d+);(\\\\d+)"
      replacement = "$1:\${2}"
      pattern     = \`a"b\\\`
    }
  }
}
`;
    assert.deepEqual(alloy(text), {
      'discovery.kubernetes x': { role: 'endpoints', namespaces: { names: ['a'] } },
      'declare m': {
        'discovery.relabel y': {
          targets: '<concat(discovery.kubernetes.x.targets, [])>',
          rule: { regex: '(.+)(?::\\d+);(\\d+)', replacement: '$1:${2}', pattern: 'a"b\\' },
        },
      },
    });
  });

  it('has spans in UTF-16 units, also with CRLF', () => {
    const text = '# 😀 é\r\nresource "a" "ü😀" {\r\n  x = "é😀"\r\n  y = [1,\r\n 2]\r\n}\r\nz = 1\r\n';
    const { body } = readHcl(text, 'terraform');
    const [block] = body.blocks;
    assert.ok(block);
    const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    assert.equal(cut(block.span), text.slice(text.indexOf('resource'), text.indexOf('}') + 1));
    assert.deepEqual(
      block.labels.map((label) => cut(label.span)),
      ['"a"', '"ü😀"'],
    );
    assert.deepEqual(
      block.body.attributes.map(({ key, expression }) => [cut(key), cut(expression.span)]),
      [
        ['x', '"é😀"'],
        ['y', '[1,\r\n 2]'],
      ],
    );
    assert.deepEqual(shownBody(body, text), { z: 1, 'resource a ü😀': { x: 'é😀', y: [1, 2] } });
  });

  it('goes on after an error', () => {
    const rest = '\nresource "b" "c" {\n  x = 1\n}\n';
    const starts = [
      'resource "a" "b" {',
      'resource "a" "b" {\n  metadata {\n    name = "x',
      'resource "a" {\n  list = [1, { a = ',
      'resource "a"',
      'resource "a',
      'x = ',
      'x = [',
      'x = {\n y',
      'x = foo(',
      'x = "${foo(',
      '}}] )',
      '= = =',
      '"a" "b"',
      'x = {\n  a = 1 2 3 "\n  b ? : }',
      'a { b = 1, c = 2 } }',
    ];
    for (const start of starts) {
      const found = [...allBlocks(readHcl(start + rest, 'terraform').body)].filter(({ type, labels }) => {
        return type === 'resource' && labels[0]?.text === 'b';
      });
      assert.equal(found.length, 1, start);
      assert.ok(found[0]?.isClosed, start);
    }
  });

  it('ends in every text that is cut off, and every part is within the text', () => {
    const text = `resource "a" "b" {
  x = "\${f("y")}" /* c */
  h = <<-E
    k: v
  E
  l = [{ a = 1 }, (2), yamlencode({ b = [] })]
  dynamic "rule" { for_each = {{ .x }} }
}
`;
    for (const syntax of ['terraform', 'alloy'] as const)
      for (let end = 0; end <= text.length; end++) {
        const part = text.slice(0, end);
        for (const block of allBlocks(readHcl(part, syntax).body)) {
          assert.ok(block.span.end <= end && block.span.start <= block.span.end);
          for (const { expression } of block.body.attributes) assert.ok(expression.span.end <= end);
        }
      }
  });

  it('is linear', () => {
    const parts = [
      '[',
      '{',
      '"${',
      'a {',
      'x = {',
      '<<EOF\n',
      '/*',
      '{{',
      'a = "${\n',
      '(',
      'x "y" ',
      'yamlencode(',
      '%{',
    ];
    for (const syntax of ['terraform', 'alloy'] as const)
      for (const part of parts) {
        const start = performance.now();
        readHcl(part.repeat(200_000 / part.length), syntax);
        const time = performance.now() - start;
        assert.ok(time < 1500, `${part}: ${time} ms`);
      }
  });
});
