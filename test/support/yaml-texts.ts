/** Generates YAML in all common styles, mostly valid, for the properties of readers. */
import * as fc from 'fast-check';
import { mutate } from './mutate.ts';

/** The value after a colon or a dash, with its lines, for a given column. */
type Spelled = (column: number) => string;

const plain = [
  'a',
  'x y',
  '10.0.0.1',
  'fd00::1',
  '80',
  '-1',
  '0x1F',
  '007',
  '.5',
  '1e3',
  '.inf',
  '2001-01-01',
  'true',
  'yes',
  '~',
  'null',
  'http://a:80/b?c=d#e',
  "it's",
  'a"b',
  '-r',
  '---',
  'é😀',
  '{{ .x }}',
  '{{ .x }}-y',
  '${z}',
  'a\tb',
  '<<',
];
const quoted = [
  '""',
  "''",
  '"a b"',
  "'it''s'",
  '"x: y # z"',
  '"a\\n\\u00e9\\t"',
  '"\\x41\\"\\\\"',
  '"a\\/b"',
  '"\\uD83D\\uDE00"',
  '"{{ .x }}"',
  "'é'",
  '"open',
  "'open",
];
const odd = ['&a b', '*a', '!!str 1', '@x', '%x', '? x', 'a: b', '', '- x', '"a"b', 'a,b', '[x', '}'];
const names = [
  'a',
  'b c',
  'kind',
  'name',
  '"q"',
  "'s t'",
  '80',
  'yes',
  'null',
  'x.y/z-1',
  'é',
  '{{ .k }}',
  '<<',
  '"e\\u0041"',
  '-d',
];
const comments = ['', '', '', '', ' # c', ' #', '\t# "c"', '  ', '\t'];
const between = ['', '', '', '', '', '\n', '\n# c', '\n   # c', '\n#c', '\n  ', '\n{{- if x }}', '\n  {{- end }}'];
const words = ['one', 'two: x', '- three', '"four"', 'five # six', '  deeper', '', 'é', '{{ .x }}', '#x'];

const scalar = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...plain) },
  { weight: 8, arbitrary: fc.constantFrom(...quoted) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);
const comment = fc.constantFrom(...comments);
const gap = fc.constantFrom(...between);
const name = fc.constantFrom(...names);

const inline: fc.Arbitrary<Spelled> = fc.tuple(scalar, comment, gap, fc.integer({ min: 0, max: 9 })).map(
  ([text, end, below, way]) =>
    (column) =>
      (way > 0 ? ` ${text}` : `\n${pad(column + 2)}${text}`) + end + below,
);

/** A scalar of several lines, plain or quoted. */
const long: fc.Arbitrary<Spelled> = fc
  .tuple(
    fc.constantFrom('', '"', "'"),
    fc.array(fc.constantFrom('a', 'b c', '', '- d', 'e\\'), { minLength: 2, maxLength: 4 }),
    fc.integer({ min: 0, max: 3 }),
    comment,
  )
  .map(
    ([quote, rows, deeper, end]) =>
      (column) =>
        ` ${quote}x ${rows.join(`\n${pad(column + deeper)}`)}${quote}${end}`,
  );

const block: fc.Arbitrary<Spelled> = fc
  .tuple(
    fc.constantFrom('|', '>', '|-', '>-', '|+', '>+', '|2', '>1-'),
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 0, max: 4 }),
    comment,
  )
  .map(([sign, rows, deeper, end]) => (column) => {
    const lines = rows.map((row) => (row === '' ? '' : pad(column + deeper) + row));
    return ` ${sign}${end}\n${lines.join('\n')}`;
  });

const flow = fc.letrec<{ node: string; list: string; map: string }>((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('map')),
  list: fc.tuple(fc.array(tie('node'), { maxLength: 3 }), spaces(), spaces(), fc.boolean()).map(bracketed('[', ']')),
  map: fc
    .tuple(fc.array(pair(tie('node')), { maxLength: 3 }), spaces(), spaces(), fc.boolean())
    .map(bracketed('{', '}')),
}));

function pair(node: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const colon = fc.constantFrom(': ', ': ', ': ', ':', ' : ', ':\n', ':\t');
  return fc.tuple(name, colon, node).map((parts) => parts.join(''));
}

function spaces(): fc.Arbitrary<string> {
  return fc.constantFrom('', ' ', '  ', '\n', '\n', ' # c\n', '\n\n', '\t');
}

function bracketed(open: string, close: string) {
  return ([items, before, behind, isEnded]: [string[], string, string, boolean]): string =>
    open + before + items.join(`,${behind || ' '}`) + (isEnded ? behind : '') + close;
}

/** Lines within brackets are indented, or not. */
const bracket: fc.Arbitrary<Spelled> = fc
  .tuple(fc.oneof(flow.list, flow.map), fc.integer({ min: 0, max: 3 }), comment)
  .map(
    ([text, deeper, end]) =>
      (column) =>
        ` ${text.replaceAll('\n', `\n${pad(column + deeper)}`)}${end}`,
  );

const { mapping, sequence } = fc.letrec<{ node: Spelled; mapping: Spelled; sequence: Spelled }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', maxDepth: 4 },
    { weight: 6, arbitrary: inline },
    { weight: 1, arbitrary: long },
    { weight: 2, arbitrary: block },
    { weight: 2, arbitrary: bracket },
    { weight: 3, arbitrary: tie('mapping') },
    { weight: 3, arbitrary: tie('sequence') },
    { weight: 1, arbitrary: gap.map((below) => () => below) },
  ),
  mapping: fc
    .tuple(fc.array(fc.tuple(name, tie('node')), { minLength: 1, maxLength: 4 }), fc.constantFrom(2, 2, 2, 1, 4))
    .map(([entries, step]) => (column) => {
      const inner = column + step;
      return entries.map(([key, value]) => `\n${pad(inner)}${key}:${value(inner)}`).join('');
    }),
  sequence: fc
    .tuple(fc.array(tie('node'), { minLength: 1, maxLength: 4 }), fc.constantFrom(0, 0, 2, 2, 4))
    .map(([items, step]) => (column) => {
      const inner = Math.max(0, column + step);
      return items.map((item) => `\n${pad(inner)}-${compact(item(inner), inner)}`).join('');
    }),
}));

/** A value below a dash can also be beside it. */
function compact(text: string, column: number): string {
  const below = `\n${pad(column + 2)}`;
  return text.startsWith(below) && text[below.length] !== ' ' ? ` ${text.slice(below.length)}` : text;
}

function pad(column: number): string {
  return ' '.repeat(Math.max(0, column));
}

const root = fc.oneof(
  { weight: 6, arbitrary: mapping.map((spelled) => spelled(-2).slice(1)) },
  { weight: 2, arbitrary: sequence.map((spelled) => spelled(0).slice(1)) },
  { weight: 1, arbitrary: fc.oneof(flow.list, flow.map) },
  { weight: 1, arbitrary: bracket.map((spelled) => spelled(0).trimStart()) },
);

/** Generated texts, and the same after small changes. */
export const yamlText: fc.Arbitrary<string> = fc
  .tuple(
    root,
    fc.constantFrom('', '', '', '', '---\n', '# c\n', '\n', '\uFEFF', '--- # c\n'),
    fc.constantFrom('\n', '\n', '\n\n', '', '\n# c\n', '\n...\n'),
    fc.boolean(),
    fc.integer({ min: -3, max: 100_000 }),
  )
  .map(([text, before, behind, isWindows, seed]) => {
    const whole = before + text + behind;
    const changed = seed % 2 === 0 ? mutate(whole, seed) : whole;
    return isWindows && seed % 4 === 1 ? changed.replaceAll('\n', '\r\n') : changed;
  });
