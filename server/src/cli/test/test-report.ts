/** Makes a report of judged expectations: one that is not met is an error at its place. */
import { nodeCrypto } from '../../disk/node-crypto.ts';
import type { Failure } from '../../project/expectations/judge.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import { excerptOf } from '../../reports/notices.ts';
import { compareNotices, type CheckedFile, type Notice, type Range, type Report } from '../../reports/report.ts';
import { wellFormed } from '../../text/halves.ts';
import type { Span } from '../../text/span.ts';
import type { JudgedFile } from './judge-files.ts';

export function testReport(
  files: readonly JudgedFile[],
  { fileCount, problems }: Pick<Report, 'fileCount' | 'problems'>,
): Report {
  return { files: files.map(checkedFile), fileCount: files.length, readCount: fileCount, problems, skipped: [] };
}

function checkedFile({ name, text, mistakes, judged, locate }: JudgedFile): CheckedFile {
  const source = { text };
  const seen = new Map<string, number>();
  /** Equal failures are numbered in order. */
  const fingerprintOf = (...parts: readonly string[]): string => {
    const identity = JSON.stringify(parts);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    return nodeCrypto().hash('sha256', `${identity}${count}`).slice(0, 32);
  };
  const rangeOf = ({ start, end }: Span): Range => {
    return { start: positionAtOffset(source, start), end: positionAtOffset(source, end) };
  };
  const noticeOf = (code: string, title: string, { span, message, related }: Failure): Notice => ({
    code,
    severity: 'error',
    enforcedBy: 'advice',
    message: wellFormed(message),
    range: rangeOf(span),
    excerpt: excerptOf(source, span),
    resource: null,
    path: null,
    related: related.flatMap(({ field: { entry, path }, message: what }) => {
      const { file, range } = locate(entry, path) ?? locate(entry, []) ?? {};
      return file === undefined || range === undefined
        ? []
        : [{ place: { name: file, line: range[0], column: range[1] }, message: wellFormed(what) }];
    }),
    fix: null,
    fingerprint: fingerprintOf(code, title, message),
  });
  const tests = judged.map(({ expectation: { title, span }, failures }) => ({
    title: wellFormed(title),
    range: rangeOf(span),
    failures: failures.map((failure) => noticeOf('failed-expectation', title, failure)),
  }));
  const wrong = mistakes.map((mistake) => noticeOf('invalid-expectation', '', { ...mistake, related: [] }));
  const notices = [...wrong, ...tests.flatMap(({ failures }) => failures)].sort(compareNotices);
  return { name, resourceCount: judged.length, placeholderCount: 0, notices, accepted: [], fixed: 0, tests };
}
