/** What is no JSON report of ours is refused with the place and the reason. */
import assert from 'node:assert/strict';
import { conclude } from '../server/src/cli/check/conclude.ts';
import { readJsonReport } from '../server/src/reports/read-json.ts';

const place = { line: 1, column: 1 };
const diagnostic = {
  file: 'a.yaml',
  code: 'loopback-ip',
  severity: 'error',
  enforcedBy: 'server',
  resource: { kind: 'Endpoints', namespace: null, name: 'a' },
  path: null,
  message: 'What is wrong.',
  range: { start: place, end: place },
  excerpt: { before: '', marked: '', after: '' },
  related: [],
  fix: null,
  fingerprint: 'f',
};
const report = {
  version: 1,
  files: 1,
  resources: 1,
  diagnostics: [diagnostic],
  accepted: [],
  checkedFiles: [{ file: 'a.yaml', resources: 1, placeholders: 0, fixed: 0 }],
  skipped: [],
  problems: [],
};

const same = 'Use the same version of endpoints to write and read reports.';
const name = 'Use a file that "endpoints check --format json --output FILE" wrote.';

function problemOf(text: string): string | undefined {
  const read = readJsonReport('r.json', text);
  return 'problem' in read ? read.problem : undefined;
}

describe('reading a JSON report', () => {
  for (const text of ['', '{', 'version: 1', '{"version":1,}', '\0'])
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(problemOf(text), `r.json is not JSON. ${name}`));

  for (const text of ['3', 'null', '[]', '"a"', '{}', '{"version":1}', '{"diagnostics":[]}'])
    it(`refuses ${text}`, () => assert.equal(problemOf(text), `r.json is not a report of "endpoints check". ${name}`));

  it('takes a byte order mark', () => assert.equal(problemOf(`\uFEFF${JSON.stringify(report)}`), undefined));

  for (const version of [2, '1', null])
    it(`refuses version ${JSON.stringify(version)}`, () =>
      assert.equal(
        problemOf(JSON.stringify({ ...report, version })),
        `r.json is a report of version ${JSON.stringify(version)}; only version 1 is supported. ${same}`,
      ));

  const wrong: readonly (readonly [change: object, fault: string])[] = [
    [{ files: -1 }, 'files is -1 instead of a count'],
    [{ files: 1.5 }, 'files is 1.5 instead of a whole number'],
    [{ files: '1' }, 'files is "1" instead of a number'],
    [{ diagnostics: {} }, 'diagnostics is an object instead of a list'],
    [{ diagnostics: [diagnostic, null] }, 'diagnostics[1] is null instead of an object'],
    [{ accepted: undefined }, 'accepted is missing'],
    [{ problems: [1] }, 'problems[0] is 1 instead of a string'],
    [{ checkedFiles: [{ file: 'a', resources: 1, placeholders: 0 }] }, 'checkedFiles[0].fixed is missing'],
    [
      { accepted: [{ ...diagnostic, by: 'me', reason: null }] },
      'accepted[0].by is "me" instead of "ignore" or "baseline" or "unchanged"',
    ],
    [{ diagnostics: [{ ...diagnostic, resource: 1 }] }, 'diagnostics[0].resource is 1 instead of an object'],
    [
      { diagnostics: [{ ...diagnostic, range: { start: { ...place, line: 0 }, end: place } }] },
      'diagnostics[0].range.start.line is 0 instead of a number from 1',
    ],
    [
      { diagnostics: [{ ...diagnostic, fix: 'maybe' }] },
      'diagnostics[0].fix is "maybe" instead of "safe" or "suggested"',
    ],
    [{ diagnostics: [{ ...diagnostic, message: undefined }] }, 'diagnostics[0].message is missing'],
  ];
  for (const [change, fault] of wrong)
    it(`refuses: ${fault}`, () =>
      assert.equal(problemOf(JSON.stringify({ ...report, ...change })), `r.json: ${fault}. ${same}`));

  it('takes members that it does not know', () => {
    const read = readJsonReport(
      'r.json',
      JSON.stringify({ ...report, later: 1, diagnostics: [{ ...diagnostic, later: 1 }] }),
    );
    assert.ok('report' in read);
    assert.deepEqual(read, readJsonReport('r.json', JSON.stringify(report)));
  });

  it('finds out from it that a rule has failed, whose findings are missing', async () => {
    const written: string[] = [];
    const said: string[] = [];
    const terminal = {
      cwd: '/',
      isColored: false,
      width: undefined,
      version: '1.0.0',
      out: (text: string) => void written.push(text),
      err: (text: string) => void said.push(text),
    };
    const outputs = [{ format: 'json', file: undefined }] as const;
    const options = { outputs, isQuiet: false, isWhole: false, maxWarnings: Infinity };
    const code = await conclude(
      {
        report: { files: [], fileCount: 1, problems: [], skipped: [] },
        bugs: ['1', '2'].map((line) => `The rule loopback-ip failed: So it is.\n  at ${line}`),
      },
      options,
      terminal,
    );
    const bug = 'Internal error. Please report it. The rule loopback-ip failed: So it is.';
    assert.deepEqual([code, said], [3, ['1', '2'].map((line) => `endpoints: ${bug}\n  at ${line}\n`)]);
    const read = readJsonReport('r.json', written.join(''));
    assert.ok('report' in read);
    assert.deepEqual(read.report.problems, [bug]);
    assert.equal(await conclude({ report: read.report, bugs: [] }, options, terminal), 2);
  });

  it('keeps a finding whose file is not listed', () => {
    const read = readJsonReport('r.json', JSON.stringify({ ...report, checkedFiles: [] }));
    assert.ok('report' in read);
    assert.deepEqual(
      read.report.files.map((file) => [file.name, file.resourceCount, file.notices.length]),
      [['a.yaml', 0, 1]],
    );
  });
});
