/** The JUnit XML format: a suite for each file, and a failed test for each error and warning. */
import { counted } from '../text/quote.ts';
import {
  acceptedWords,
  placedMessageOf,
  readCountOf,
  testsIn,
  type Accepted,
  type CheckedFile,
  type Notice,
  type Report,
  type TestedExpectation,
} from './report.ts';
import { relativeName } from './file-names.ts';
import { excerptLines, subjectText } from './printable.ts';
import type { Reporting } from './reporting.ts';
import { xmlText, type Element } from './xml.ts';

/** Omits infos and hints. Each outcome has its message twice: Jenkins shows the attribute, GitLab the text. */
export function reportJunit(report: Report, { cwd }: Reporting): string {
  const suites = report.files.map((file) => suiteOf(file, cwd));
  const unread = report.problems.map((problem) => {
    const attributes = { message: problem, type: 'problem' };
    return testOf('endpoints', problem, { name: 'error', attributes, lines: [problem] });
  });
  if (unread.length > 0) suites.unshift(suite('endpoints', unread));
  // Jenkins rejects a report without any test.
  if (suites.length === 0) {
    const none = `No Endpoints in ${counted(readCountOf(report), 'file')}`;
    suites.push(suite('endpoints', [testOf('endpoints', none)]));
  }
  const tests = suites.flatMap(({ children = [] }) => children);
  return xmlText({
    name: 'testsuites',
    attributes: { name: testsIn(report) ? 'endpoints test' : 'endpoints check', ...totals(tests) },
    children: suites,
  });
}

function suiteOf({ name, notices, accepted, tests: expectations }: CheckedFile, cwd: string): Element {
  const file = relativeName(name, cwd);
  const named = namer();
  const tests: Element[] = [];
  const tested = new Set(expectations?.flatMap(({ failures }) => failures));
  for (const notice of notices) {
    const isFailure = notice.severity === 'error' || notice.severity === 'warning';
    if (isFailure && !tested.has(notice)) tests.push(failed(file, named(nameOf(notice)), notice));
  }
  if (expectations)
    return suite(file, [...tests, ...expectations.map((each) => expected(file, named(each.title), each))]);
  if (tests.length === 0) tests.push(testOf(file, 'No errors and no warnings'));
  for (const each of accepted) tests.push(testOf(file, named(nameOf(each.notice)), skipOf(each), each.notice));
  return suite(file, tests);
}

/** Test names without line numbers, so that a test keeps its name when lines move. Equal names are numbered. */
function namer(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}

function nameOf(notice: Notice): string {
  return `${notice.code} ${subjectText(notice)}`.trim();
}

/** A test with all failures of the expectation, or a passed one. */
function expected(file: string, name: string, { failures, range }: TestedExpectation): Element {
  const [first] = failures;
  if (!first) return testOf(file, name, undefined, { range });
  const lines = failures.flatMap((each) => failureLines(file, each));
  const message = failures.map(placedMessageOf).join(' ');
  return testOf(file, name, { name: 'failure', attributes: { message, type: first.code }, lines }, { range });
}

function failureLines(file: string, notice: Notice): readonly string[] {
  const { line, column } = notice.range.start;
  return [`${file}:${line}:${column}`, placedMessageOf(notice), ...excerptLines(notice)];
}

function failed(file: string, name: string, notice: Notice): Element {
  const { severity, code } = notice;
  const attributes = { message: `${severity}: ${placedMessageOf(notice)}`, type: code };
  const failure = { name: 'failure', attributes, lines: failureLines(file, notice) };
  return testOf(file, name, failure, notice);
}

function skipOf({ by, reason }: Accepted): Element {
  const why = reason === null ? acceptedWords[by] : `${acceptedWords[by]}: ${reason}`;
  return { name: 'skipped', attributes: { message: why }, lines: [why] };
}

function testOf(file: string, name: string, outcome?: Element, notice?: Pick<Notice, 'range'>): Element {
  const line = notice ? { line: notice.range.start.line } : {};
  return {
    name: 'testcase',
    attributes: { name, classname: file, ...(file === 'endpoints' ? {} : { file }), ...line },
    children: outcome ? [outcome] : [],
  };
}

function suite(name: string, tests: readonly Element[]): Element {
  return { name: 'testsuite', attributes: { name, ...totals(tests) }, children: tests };
}

function totals(elements: readonly Element[]): Readonly<Record<string, number>> {
  const outcomes = elements.flatMap(({ children = [] }) => children.map(({ name }) => name));
  const countOf = (wanted: string): number => outcomes.filter((name) => name === wanted).length;
  const [failures, errors, skipped] = [countOf('failure'), countOf('error'), countOf('skipped')];
  return { tests: elements.length, failures, errors, skipped };
}
