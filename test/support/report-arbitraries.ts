/** Generates reports of every kind, with names and messages that could break a format. */
import * as fc from 'fast-check';
import type { Accepted, CheckedFile, Notice, Report } from '../../server/src/reports/report.ts';

const nasty = [
  '',
  '<stdin>',
  'a b/c%41.yaml',
  '../outside.yaml',
  '/absolute/größe.yaml',
  'file:///elsewhere/kustomization%20a.yaml',
  'file:///%zz',
  'a\nb.yaml',
  'a\r\n::error::b',
  '##[error]x',
  '::stop-commands::x',
  'a:b,c%0Ad.yaml',
  ']]><failure/>&lt;&#0;',
  '"quoted\' `text`',
  '# SKIP not at all',
  'x # TODO \\# y \\',
  '  ---\n  ...\nok 1',
  'Bail out!',
  'true',
  '\u0000\u0001\u001b[31m\u007f\u0085\u009b\u2028\u202e',
  '\u061c\u200e\u200f\u2066\u2069',
  '\uD800',
  'a\uDC00\uFFFE\uFFFF',
  '[link](1) [a\\](2)',
  '{0} {{x}}',
  '__proto__',
  'constructor',
  '😀'.repeat(30),
];

/** Any text, often with special characters of a format. */
const texts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.tuple(fc.constantFrom(...nasty), fc.constantFrom(...nasty)).map((parts) => parts.join('')),
);

/** Plain objects, without null prototypes. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true });
}

const positions = record({ line: fc.integer({ min: 1, max: 3000 }), column: fc.integer({ min: 1, max: 300 }) });
const optional = fc.option(texts, { nil: null });

const notices: fc.Arbitrary<Notice> = fc
  .record({
    code: fc.oneof(fc.constantFrom('loopback-ip', 'null-value', 'deprecated-endpoints'), texts),
    severity: fc.constantFrom('error', 'warning', 'info', 'hint'),
    enforcedBy: fc.constantFrom('server', 'strict', 'contract', 'pulumi', 'kustomize', 'terraform', 'advice'),
    message: texts,
    start: positions,
    width: fc.nat(20),
    excerpt: record({ before: texts, marked: texts, after: texts }),
    resource: fc.option(record({ kind: texts, namespace: optional, name: optional }), { nil: null }),
    path: optional,
    related: fc.array(
      record({
        place: fc.tuple(texts, positions).map(([name, position]) => ({ name, ...position })),
        message: texts,
      }),
      { maxLength: 3 },
    ),
    fix: fc.constantFrom('safe', 'suggested', null),
    fingerprint: fc.uuid().map((id) => id.replaceAll('-', '')),
  })
  .map(({ start, width, ...rest }) => ({
    ...rest,
    range: { start, end: { line: start.line, column: start.column + width } },
  }));

const accepted: fc.Arbitrary<Accepted> = record({
  notice: notices,
  by: fc.constantFrom('ignore', 'baseline', 'unchanged'),
  reason: optional,
});

const files: fc.Arbitrary<CheckedFile> = record({
  name: texts,
  resourceCount: fc.nat(5),
  placeholderCount: fc.nat(5),
  notices: fc.array(notices, { maxLength: 5 }),
  accepted: fc.array(accepted, { maxLength: 3 }),
  fixed: fc.nat(3),
});

/** Each file has a unique name. */
export const reports: fc.Arbitrary<Report> = fc.record(
  {
    files: fc.uniqueArray(files, { selector: ({ name }) => name, maxLength: 4 }),
    fileCount: fc.nat(10),
    problems: fc.array(texts, { maxLength: 2 }),
    skipped: fc.array(record({ name: texts, reason: texts }), { maxLength: 5 }),
    shard: record({ index: fc.integer({ min: 1 }), count: fc.integer({ min: 1 }), run: texts }),
    since: texts,
  },
  { noNullPrototype: true, requiredKeys: ['files', 'fileCount', 'problems', 'skipped'] },
);
