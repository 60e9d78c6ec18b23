/** The report as one JSON object. docs/reports.md documents it; an incompatible change needs a new `version`. `read-json.ts` reads it. */
import { printableJson } from '../text/quote.ts';
import { placeholdersIn, resourcesIn, testsIn, type CheckedFile, type Notice, type Report } from './report.ts';

export function reportJson(report: Report): string {
  const written = {
    version: 1,
    files: report.fileCount,
    ...(report.readCount === undefined ? {} : { read: report.readCount }),
    resources: resourcesIn(report),
    placeholders: placeholdersIn(report),
    diagnostics: report.files.flatMap(({ name, notices }) => notices.map((notice) => diagnosticOf(name, notice))),
    accepted: report.files.flatMap(acceptedOf),
    ...(testsIn(report) ? { tests: report.files.flatMap(testsOf) } : {}),
    checkedFiles: report.files.map(
      ({ name: file, resourceCount: resources, placeholderCount: placeholders, fixed }) => ({
        file,
        resources,
        placeholders,
        fixed,
      }),
    ),
    skipped: report.skipped.map(({ name: file, reason }) => ({ file, reason })),
    problems: report.problems,
    ...(report.leftOut ? { leftOut: report.leftOut } : {}),
    ...(report.shard ? { shard: report.shard } : {}),
    ...(report.since === undefined ? {} : { since: report.since }),
  };
  return `${printableJson(written, 2)}\n`;
}

function acceptedOf({ name, accepted }: CheckedFile): readonly unknown[] {
  return accepted.map(({ notice, by, reason }) => ({ ...diagnosticOf(name, notice), by, reason }));
}

function testsOf({ name: file, tests = [] }: CheckedFile): readonly unknown[] {
  return tests.map(({ title, range, failures }) => ({
    file,
    title,
    range,
    ok: failures.length === 0,
    messages: failures.map(({ message }) => message),
  }));
}

export function diagnosticOf(file: string, notice: Notice) {
  const { code, severity, enforcedBy, resource, path, terraform } = notice;
  const { message, versions, range, excerpt, related, fix, fingerprint } = notice;
  return {
    file,
    code,
    severity,
    enforcedBy,
    resource,
    path,
    ...(terraform && { terraform }),
    message,
    ...(versions ? { versions } : {}),
    range,
    excerpt,
    related: related.map(({ place: { name, ...at }, message: what }) => ({ file: name, ...at, message: what })),
    fix,
    fingerprint,
  };
}
