/** No name and no message breaks the format of a report, and nothing of it is lost. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { noticesIn, type Report } from '../server/src/reports/report.ts';
import { readJsonReport } from '../server/src/reports/read-json.ts';
import { reporterNames, reporters, type ReporterName } from '../server/src/reports/reporters.ts';
import type { Reporting } from '../server/src/reports/reporting.ts';
import { reports } from './support/report-arbitraries.ts';
import { readGithub, readTap, readXml, sarifFaults } from './support/reports.ts';
import { times } from './support/runs.ts';

const reporting: Reporting = {
  isColored: false,
  isQuiet: false,
  isWhole: false,
  width: 80,
  cwd: '/work/größe x',
  version: '1.2.3',
};

/** C0 except tab and line feed, C1, line separators, and marks of the writing direction. */
// eslint-disable-next-line no-control-regex -- no report has one
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('reports of anything', () => {
  const holds = (name: ReporterName, judge: (text: string, report: Report) => void): void => {
    it(name, async () => {
      const write = await reporters[name].load();
      fc.assert(
        fc.property(reports, (report) => judge(write(report, reporting), report)),
        { numRuns: times(400) },
      );
    });
  };

  holds('sarif', (text, report) => {
    assert.deepEqual(sarifFaults(text), []);
    const { runs } = JSON.parse(text) as {
      runs: [{ tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }];
    };
    const { tool, results } = runs[0];
    const accepted = report.files.flatMap((file) => file.accepted);
    assert.equal(results.length, noticesIn(report).length + accepted.length);
    for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
  });

  holds('code-scanning', (text, report) => {
    assert.deepEqual(sarifFaults(text), []);
    const { runs } = JSON.parse(text) as { runs: [{ results: readonly { suppressions?: unknown }[] }] };
    assert.equal(runs[0].results.length, noticesIn(report).length);
    for (const { suppressions } of runs[0].results) assert.equal(suppressions, undefined);
  });

  holds('junit', (text, report) => {
    const elements = readXml(text);
    const failing = noticesIn(report).filter(({ severity }) => severity === 'error' || severity === 'warning');
    const count = (name: string): number => elements.filter((element) => element.name === name).length;
    assert.equal(count('failure'), failing.length);
    assert.equal(count('error'), report.problems.length);
    assert.equal(count('skipped'), report.files.flatMap((file) => file.accepted).length);
    assert.equal(String(count('testcase')), elements[0]?.attributes['tests']);
    for (const { name, attributes, text: said } of elements)
      if (name === 'error' || name === 'skipped') assert.equal(said, attributes['message']);
  });

  holds('checkstyle', (text, report) => {
    const elements = readXml(text);
    assert.equal(elements.filter(({ name }) => name === 'file').length, report.files.length);
    assert.equal(elements.filter(({ name }) => name === 'error').length, noticesIn(report).length);
  });

  holds('tap', (text, report) => {
    const points = readTap(text);
    assert.equal(points.filter(({ ok, todo }) => !ok && todo !== false).length, others(report));
    const failing = noticesIn(report).length - others(report) + report.problems.length;
    assert.equal(points.filter(({ ok, todo }) => !ok && todo === false).length, failing);
  });

  holds('github', (text, report) => {
    const { commands, log } = readGithub(text);
    const total = noticesIn(report).length + report.problems.length;
    assert.equal(commands.length + log.length, total + (log.length > 0 ? 1 : 0));
  });

  holds('gitlab', (text, report) => {
    const issues = JSON.parse(text) as { fingerprint: string; location: { path: string } }[];
    assert.equal(issues.length, noticesIn(report).length);
    assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
    for (const { location } of issues) assert.doesNotMatch(location.path, /^\.\//);
  });

  holds('json', (text, report) => {
    assert.deepEqual(readJsonReport('report.json', text), { report });
  });

  for (const name of reporterNames) {
    it(`${name} of a report that was read again, without a control character`, async () => {
      const [write, writeJson] = await Promise.all([reporters[name].load(), reporters.json.load()]);
      fc.assert(
        fc.property(reports, (report) => {
          const read = readJsonReport('report.json', writeJson(report));
          assert.ok('report' in read);
          const text = write(report, reporting);
          assert.equal(write(read.report, reporting), text);
          assert.doesNotMatch(text, controls);
        }),
      );
    });
  }
});

/** Findings that fail nothing. */
function others(report: Report): number {
  return noticesIn(report).filter(({ severity }) => severity !== 'error').length;
}
