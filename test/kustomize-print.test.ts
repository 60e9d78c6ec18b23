/** Printed builds: any tree reads back as itself, every span is the one that the reader gives, and lookup is quick. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { segment } from '../server/src/frontends/yaml/segment.ts';
import { readAnyYaml, readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import { printBuild } from '../server/src/kustomize/print.ts';
import { originsAt, pathOfPrinted, printedAt, type PrintedBuild } from '../server/src/kustomize/printed.ts';
import { contains, shift } from '../server/src/text/span.ts';
import type { BuiltMapping, BuiltObject, BuiltValue, Origin } from '../server/src/tree/built.ts';
import type { Value } from '../server/src/tree/value.ts';
import { times } from './support/runs.ts';

type Plain = string | bigint | number | boolean | null | Plain[] | { [name: string]: Plain };

let places = 0;
function place(): Origin {
  const start = places++;
  return { path: `f${start % 7}.yaml`, span: { start, end: start + 1 } };
}

function built(value: Plain): BuiltValue {
  if (Array.isArray(value)) return { kind: 'sequence', origin: place(), items: value.map(built) };
  if (value === null || typeof value !== 'object') return { kind: 'scalar', value, origins: [place(), place()] };
  return mapping(value);
}

function mapping(value: { readonly [name: string]: Plain }): BuiltMapping {
  const entries = Object.entries(value).map(([name, each]) => ({ name, key: place(), value: built(each) }));
  return { kind: 'mapping', origin: place(), entries };
}

function object(root: { readonly [name: string]: Plain }): BuiltObject {
  const [apiVersion, kind, name, namespace] = ['v1', 'Endpoints', 'db', ''];
  return { root: mapping(root), apiVersion, kind, name, namespace, path: 'db.yaml', written: { name, namespace } };
}

const words = [
  '', 'y', 'no', 'Off', 'null', '~', '0x10', '0b1', '0o7', '1e3', '.5', '.inf', '1_000', '007', '089', '1:30', '-1:30:00', '80',
  '2001-01-01', '2001-12-14t21:59:43.10-05:00', '10.20.0.15', 'fd00::1', '::1', '-', '--', '---', '...', '--- a', '- a', '-a',
  '?', '? a', ':', 'a:', 'a: b', 'a #b', 'a#b', '#a', '*a', '&a', '!a', '!!int 1', '<<', '=', '|', '>', '%a', '@a', '`a`',
  "it's", "'a'", '"a"', '{a}', '[a]', 'a, b', '{{ .x }}', '${z}', '$(Z)', ' a', 'a ', 'a  b', '\t', 'a\tb', '\n', 'a\n', 'a\n\n',
  '\na', 'a\nb', 'a\n b\n', ' a\nb', 'a\n \nb', 'a\n\nb', 'a\nb\n ', 'a\r\nb', 'a\u0085b', 'a\u2028b', 'é😀', '\uFEFF', '\0', '\uE000',
  'a\n# b', 'a\n---\nb\n', 'a: b\nc: d\n', '- a\n- b', '/subsets/0', 'a~1b', 'kubernetes.io/service-name', 'https://a:80/b?c#d', 'k'.repeat(1100),
]; // prettier-ignore
const text = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom(...words, '\n', ' ', ':', '#', '-', "'", 'a'), { maxLength: 4 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme' }),
);
const number = fc.oneof(
  fc.bigInt({ min: -(1n << 63n), max: (1n << 64n) - 1n }),
  fc.constantFrom(0n, 80n, 80.5, -0.5, 1e-7, 1e300, 5e-324),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
);
const { tree, root } = fc.letrec<{ tree: Plain; root: { [name: string]: Plain } }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    tie('root'),
  ),
  root: fc.dictionary(text, tie('tree'), { maxKeys: 4 }),
}));

describe('a printed build', () => {
  it('reads back as the same objects, with every span at its node', () => {
    const objects = fc.array(fc.tuple(root, tree).map(([outer, value]) => object({ ...outer, value })), { maxLength: 3 }); // prettier-ignore
    fc.assert(
      fc.property(objects, (all) => {
        const printed = printBuild(all);
        const cuts = all.length === 0 ? [] : segment(printed.text);
        assert.equal(cuts.length, all.length, printed.text);
        const seen = cuts.map(({ start, text: part }, i) => {
          for (const read of [readYaml, readAnyYaml]) {
            const { root: value, issues } = read(part, 'kubernetes', []);
            assert.deepEqual(issues, [], printed.text);
            assert.ok(value, printed.text);
            const count = holds(value, all[i]?.root, { printed, start, path: [] });
            if (read === readYaml) return count;
          }
          return 0;
        });
        assert.equal(
          seen.reduce((sum, each) => sum + each, 0),
          printed.nodes.length,
        );
      }),
      { numRuns: times(1_500) },
    );
  });

  it('finds the innermost node around any span', () => {
    fc.assert(
      fc.property(root, fc.nat(), fc.nat(12), (each, from, length) => {
        const printed = printBuild([object({ ...each, kind: 'Endpoints' }), object({ kind: 'Service' })]);
        const start = from % printed.text.length;
        const span = { start, end: Math.min(start + length, printed.text.length) };
        const holding = printed.nodes.filter((node) => contains(node.span, span));
        assert.equal(printedAt(printed, span), holding.at(-1));
      }),
      { numRuns: times(1_000) },
    );
  });

  it('looks like the output of kubectl', () => {
    const port = { name: 'main', port: 5432n };
    const subsets = [{ addresses: [{ ip: '10.20.0.5' }, { ip: 'fd00::1' }], ports: [port] }];
    const labels = { on: 'yes', version: '1e3', date: '2001-01-01', none: '' };
    const note = 'first\nsecond\n';
    const printed = printBuild([
      object({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'db', labels, annotations: { note } }, subsets }),
      object({ kind: 'Service', spec: { ports: [], selector: {}, lists: [['a'], [[1n, null]]] } }),
    ]);
    assert.equal(printed.text, expected);
  });

  it('places keys and values', () => {
    const only = object({ kind: 'Endpoints', subsets: [{ addresses: [{ ip: '10.20.0.5' }] }] });
    const printed = printBuild([only]);
    const at = (part: string) => {
      const start = printed.text.indexOf(part);
      return { start, end: start + part.length };
    };
    const [kind, subsets] = only.root.entries;
    assert.ok(kind && subsets && kind.value.kind === 'scalar' && subsets.value.kind === 'sequence');
    assert.deepEqual(originsAt(printed, at('Endpoints')), kind.value.origins);
    assert.deepEqual(originsAt(printed, at('subsets')), [subsets.key]);
    assert.deepEqual(originsAt(printed, at('subsets:')), [only.root.origin]);
    const address = printedAt(printed, at('20.0.5'));
    assert.deepEqual(address && pathOfPrinted(address), ['subsets', 0, 'addresses', 0, 'ip']);
    assert.equal(address?.object, only);
    assert.deepEqual(originsAt(printed, { start: printed.text.length, end: printed.text.length }), []);
  });

  it('prints nothing for no objects', () => {
    assert.deepEqual({ ...printBuild([]) }, { text: '', nodes: [] });
  });
});

interface At {
  readonly printed: PrintedBuild;
  readonly start: number;
  readonly path: readonly (string | number)[];
}

/** Compares what was read with what was printed; the number of its keys and values. */
function holds(value: Value, from: BuiltValue | undefined, { printed, start, path }: At): number {
  assert.ok(from, printed.text);
  const node = printedAt(printed, shift(value.span, start));
  assert.deepEqual(node?.span, shift(value.span, start), printed.text);
  assert.equal(node?.value, from, printed.text);
  assert.deepEqual(node && pathOfPrinted(node), path);
  assert.equal(value.kind, from.kind, printed.text);
  if (value.kind === 'scalar' && from.kind === 'scalar') {
    assert.equal(value.value, from.value, printed.text);
    assert.equal(node?.origins, from.origins);
    return 1;
  }
  if (value.kind === 'sequence' && from.kind === 'sequence') {
    assert.equal(value.items.length, from.items.length);
    const inner = value.items.map((item, i) => holds(item, from.items[i], { printed, start, path: [...path, i] }));
    return inner.reduce((sum, each) => sum + each, 1);
  }
  assert.ok(value.kind === 'mapping' && from.kind === 'mapping');
  assert.equal(value.entries.length, from.entries.length);
  return value.entries.reduce((sum, entry, i) => {
    const expected = from.entries[i];
    assert.equal(entry.name, expected?.name, printed.text);
    assert.deepEqual(originsAt(printed, shift(entry.key, start)), expected && [expected.key]);
    return sum + 1 + holds(entry.value, expected?.value, { printed, start, path: [...path, entry.name] });
  }, 1);
}

const expected = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
  labels:
    "on": "yes"
    version: "1e3"
    date: "2001-01-01"
    none: ""
  annotations:
    note: |
      first
      second
subsets:
- addresses:
  - ip: 10.20.0.5
  - ip: fd00::1
  ports:
  - name: main
    port: 5432
---
kind: Service
spec:
  ports: []
  selector: {}
  lists:
  - - a
  - - - 1
      - null
`;
