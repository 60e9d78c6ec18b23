/** Reports of very much, on narrow terminals, and of files with unusual names. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Notice, Report } from '../server/src/reports/report.ts';
import { reportGithub } from '../server/src/reports/github.ts';
import type { Reporting } from '../server/src/reports/reporting.ts';
import { reportSarif } from '../server/src/reports/sarif.ts';
import { reportText } from '../server/src/reports/text.ts';
import type { EnforcedBy, Severity } from '../server/src/lint/rule.ts';
import { folderOf } from './support/process.ts';
import { readGithub, readTap, readXml, sarifFaults } from './support/reports.ts';

const reporting: Reporting = {
  isColored: false,
  isQuiet: false,
  isWhole: false,
  width: undefined,
  cwd: '/work',
  version: '1.0.0',
};

const notice = (severity: Severity, line: number): Notice => ({
  code: 'loopback-ip',
  severity,
  enforcedBy: 'server',
  message: `What is wrong in line ${line}.`,
  range: { start: { line, column: 41 }, end: { line, column: 51 } },
  excerpt: { before: `${'b'.repeat(30)}\t${' '.repeat(6)}`, marked: '127.0.0.10', after: 'a'.repeat(60) },
  resource: null,
  path: null,
  related: [],
  fix: null,
  fingerprint: line.toString(16).padStart(32, '0'),
});

/** The given number of findings, the least severe first. */
function reportOf(counts: Partial<Record<Severity, number>>, acceptedCount = 0): Report {
  let line = 0;
  const notices = (['hint', 'info', 'warning', 'error'] as const).flatMap((severity) =>
    Array.from({ length: counts[severity] ?? 0 }, () => notice(severity, ++line)),
  );
  const accepted = Array.from({ length: acceptedCount }, () => ({
    notice: notice('error', ++line),
    by: 'baseline' as const,
    reason: null,
  }));
  const file = { name: 'a.yaml', resourceCount: 1, placeholderCount: 0, notices, accepted, fixed: 0 };
  return { files: [file], fileCount: 1, problems: [], skipped: [] };
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly results: readonly { readonly level: string; readonly suppressions?: readonly unknown[] }[];
      readonly invocations: readonly [
        { readonly toolExecutionNotifications?: readonly { message: { text: string } }[] },
      ];
    },
  ];
}

function sarifOf(report: Report): Sarif['runs'][0] {
  const text = reportSarif(report, reporting);
  assert.deepEqual(sarifFaults(text), []);
  return (JSON.parse(text) as Sarif).runs[0];
}

describe('SARIF of very much', () => {
  it('is in the order of the text as long as all is shown', () => {
    const { results } = sarifOf(reportOf({ info: 2, error: 2 }));
    assert.deepEqual(
      results.map(({ level }) => level),
      ['note', 'note', 'error', 'error'],
    );
  });

  it('has the most severe first where not all is shown', () => {
    const { results, invocations } = sarifOf(reportOf({ info: 3000, warning: 2000, error: 1000 }, 5));
    assert.equal(results.length, 6005);
    assert.deepEqual(
      [0, 999, 1000, 2999, 3000, 5999].map((i) => results[i]?.level),
      ['error', 'error', 'warning', 'warning', 'note', 'note'],
    );
    assert.equal(
      results.slice(-5).every(({ suppressions }) => suppressions?.length === 1),
      true,
    );
    assert.equal(invocations[0].toolExecutionNotifications, undefined);
  });

  it('leaves out what nobody would take, and says so', () => {
    const { results, invocations } = sarifOf(reportOf({ info: 24_000, error: 2000 }, 1));
    assert.equal(results.length, 25_000);
    assert.equal(results.filter(({ level }) => level === 'error').length, 2000);
    assert.deepEqual(
      invocations[0].toolExecutionNotifications?.map(({ message }) => message.text),
      ['The 1,001 least severe of 26,001 results are omitted: code scanning accepts 25,000.'],
    );
  });
});

describe('GitHub annotations of very much', () => {
  it('are ten of each level, the most severe first', () => {
    const { commands, log, summary } = readGithub(
      reportGithub(reportOf({ hint: 6, info: 6, warning: 12, error: 11 }), reporting),
    );
    assert.deepEqual(
      commands.map(({ level }) => level),
      [...Array(10).fill('error'), ...Array(10).fill('warning'), ...Array(10).fill('notice')],
    );
    assert.equal(
      commands.at(-1)?.message,
      'GitHub shows ten annotations of each level; 6 more are in the log of this step.',
    );
    assert.equal(log.length, 6);
    assert.match(summary, /^11 errors, 12 warnings, 6 info and 6 hints in /);
    assert.equal(log[0], '- a.yaml:35:41  error[loopback-ip]  What is wrong in line 35.');
  });
});

describe('the frame of code', () => {
  const frameOf = (width: number | undefined): readonly string[] =>
    reportText(reportOf({ error: 1 }), { ...reporting, width })
      .split('\n')
      .slice(1, 3);

  it('is whole where there is room, or no terminal', () => {
    for (const width of [undefined, 400])
      assert.match(frameOf(width)[0] ?? '', /^ {2}1 \| b{30} {10}127\.0\.0\.10a{60}$/);
  });

  for (const width of [100, 80, 60, 40, 30, 26]) {
    it(`fits into ${width} columns, and points to the place`, () => {
      const [code = '', mark = ''] = frameOf(width);
      assert.ok(code.length <= width && mark.length <= width);
      assert.equal(code.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1), '127.0.0.10');
    });
  }

  const enforcers: readonly (readonly [enforcedBy: EnforcedBy, words: string])[] = [
    ['server', 'rejected by the API server'],
    ['strict', 'rejected by strict validation'],
    ['contract', 'violates the specification'],
    ['pulumi', 'rejected by Pulumi'],
    ['terraform', 'refused by terraform plan'],
    ['advice', 'advice'],
  ];
  for (const [enforcedBy, words] of enforcers)
    it(`shows who enforces the rule: ${enforcedBy}`, () => {
      const linesOf = (severity: Severity, width?: number): readonly string[] => {
        const { files, ...report } = reportOf({ [severity]: 1 });
        const notices = [{ ...notice(severity, 1), enforcedBy }];
        return reportText({ ...report, files: files.map((file) => ({ ...file, notices })) }, { ...reporting, width })
          .trimEnd()
          .split('\n');
      };
      for (const severity of ['error', 'warning'] as const)
        assert.equal(linesOf(severity)[2], `    | ${' '.repeat(40)}${'^'.repeat(10)} ${words}`);
      for (const severity of ['info', 'hint'] as const)
        assert.equal(
          linesOf(severity)[0],
          `a.yaml:1:41  ${severity}[loopback-ip]  What is wrong in line 1. (${words})`,
        );
      const [, , mark = '', ...rest] = linesOf('error', 40);
      assert.match(mark, /\^{10}/);
      assert.ok(mark.endsWith(` ${words}`) || rest[0] === `    | ${words}`, mark);
    });

  it('stays readable where there is no room at all', () => {
    const [code = '', mark = ''] = frameOf(1);
    assert.equal(code.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1), '127.0.0.10');
  });
});

describe('the summary', () => {
  it('says what does not count', () => {
    const { files, ...rest } = reportOf({}, 2);
    const [file] = files;
    assert.ok(file?.accepted[0]);
    const unchanged = { ...file.accepted[0], by: 'unchanged' as const };
    const ignored = { ...file.accepted[0], by: 'ignore' as const };
    const more = { ...rest, files: [{ ...file, accepted: [...file.accepted, unchanged, ignored] }] };
    const summary = 'No problems in 1 resource in 1 file.';
    assert.equal(reportText(reportOf({}, 2), reporting), `${summary} Not counted: 2 in the baseline.\n`);
    assert.equal(reportText(more, reporting), `${summary} Not counted: 2 in the baseline and 1 unchanged.\n`);
  });

  it('says that something is missing, also where nothing was found', () => {
    const problems = ['gone.yaml does not exist. Check the path.'];
    const clean = { ...reportOf({}), problems };
    const missing = 'The run is incomplete: see standard error.';
    assert.equal(reportText(clean, reporting), `No problems in 1 resource in 1 file. ${missing}\n`);
    const nothing = reportText({ ...clean, files: [] }, reporting);
    assert.equal(nothing, `No Endpoints found in 1 file; nothing to check. ${missing}\n`);
    assert.match(reportGithub(clean, reporting), /^::error::gone\.yaml .*\nNo problems .* The run is incomplete/);
  });
});

describe('halves of characters', () => {
  it('are in no report in JSON, which many programs would refuse as a whole', () => {
    const cutAt = (lead: number): string =>
      `{"kind":"Endpoints",${' '.repeat(lead)}"metadata":{"name":"${'😀'.repeat(90)}","labels":{"a":1,"b":"${'😀'.repeat(90)}"}}}`;
    const escaped =
      '{"kind":"Endpoints","metadata":{"name":"a\\ud800","namespace":"\\udc00","annotations":{"\\ud83d":1,"endpoints/ignore":"wrong-type: \\ud83d"}}}';
    const folder = folderOf({ '0.json': cutAt(0), '1.json': cutAt(1), 'escaped.json': escaped });
    const { out } = folder.run('check', '.', '--format', 'json');
    folder.remove();
    assert.doesNotMatch(out, /[^\\](?:\\\\)*\\ud[89a-f]/i);
    assert.match(out, /"name": "a\uFFFD"/);
    assert.match(out, /"reason": "\uFFFD"/);
  });
});

describe('unusual names of files', () => {
  const text =
    'apiVersion: v1\nkind: Endpoints\nmetadata: { name: a }\nsubsets: [{ addresses: [{ ip: 127.0.0.1 }], ports: [{ port: 80 }] }]\n';
  const names = [
    'a b.yaml',
    '100%.yaml',
    `"it's" <b> & c.yaml`,
    'größe.yaml',
    'two\nlines\r.yaml',
    'a:b,c.yaml',
    '##[error]#.yaml',
  ];

  it('stay what they are, and break no format', () => {
    const folder = folderOf({ ...Object.fromEntries(names.map((name) => [name, text])), 'inside/x.yaml': text });
    const run = (format: string, ...paths: readonly string[]): string =>
      folder.run('check', ...paths, '--format', format).out;
    const sarif = run('sarif', '.');
    assert.deepEqual(sarifFaults(sarif), []);
    const uris = [...sarif.matchAll(/"uri": "([^"]*)",\n *"uriBaseId"/g)].map(([, uri = '']) =>
      decodeURIComponent(uri),
    );
    assert.deepEqual([...new Set(uris)].sort(), [...names, 'inside/x.yaml'].sort());
    for (const format of ['junit', 'checkstyle']) {
      const found = readXml(run(format, '.')).map(({ name, attributes }) =>
        name === 'file' ? attributes['name'] : attributes['classname'],
      );
      for (const name of names) assert.ok(found.includes(name.replace(/[\r\n]/g, '\uFFFD')), name);
    }
    readTap(run('tap', '.'));
    const { commands } = readGithub(run('github', '.'));
    assert.ok(commands.some(({ properties }) => properties['file'] === 'a:b,c.yaml'));
    const issues = JSON.parse(run('gitlab', '.')) as { location: { path: string } }[];
    assert.deepEqual(
      [...new Set(issues.map(({ location }) => location.path))].sort(),
      [...names, 'inside/x.yaml'].sort(),
    );
    folder.remove();
  });

  it('are relative below the working directory, and absolute elsewhere', () => {
    const [here, elsewhere] = [folderOf({ 'k8s/a.yaml': text }), folderOf({ 'b ü.yaml': text })];
    const [inside, outside] = [join(here.path, 'k8s/a.yaml'), join(elsewhere.path, 'b ü.yaml')];
    const run = (format: string): string => here.run('check', inside, outside, '--format', format).out;
    const sarif = run('sarif');
    assert.deepEqual(sarifFaults(sarif), []);
    assert.match(sarif, /"uri": "k8s\/a\.yaml",\n *"uriBaseId": "%SRCROOT%"/);
    assert.ok(sarif.includes(`"uri": "${pathToFileURL(outside).href}"\n`));
    const issues = JSON.parse(run('gitlab')) as { location: { path: string } }[];
    assert.deepEqual([...new Set(issues.map(({ location }) => location.path))], ['k8s/a.yaml', outside]);
    here.remove();
    elsewhere.remove();
  });

  it('are none for standard input', () => {
    const folder = folderOf({});
    const run = (format: string): string => folder.runWith(text, 'check', '-', '--format', format).out;
    assert.deepEqual(sarifFaults(run('sarif')), []);
    assert.ok(run('sarif').includes('"uri": "%3Cstdin%3E"\n'));
    for (const { properties } of readGithub(run('github')).commands) assert.equal('file' in properties, false);
    readTap(run('tap'));
    readXml(run('junit'));
    readXml(run('checkstyle'));
    folder.remove();
  });
});
