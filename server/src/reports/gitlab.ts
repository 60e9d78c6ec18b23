/** GitLab's code quality report: findings that a merge request shows beside the lines. */
import { printableJson } from '../text/quote.ts';
import type { Severity } from '../lint/rule.ts';
import { nodeCrypto } from '../disk/node-crypto.ts';
import { placedMessageOf, type Report } from './report.ts';
import { relativeName } from './file-names.ts';
import { printable } from './printable.ts';
import type { Reporting } from './reporting.ts';

/** Omits unreadable paths: the format has no place for problems without a file. */
export function reportGitlab({ files }: Report, { cwd }: Reporting): string {
  const issues = files.flatMap(({ name, notices }) => {
    const path = relativeName(name, cwd);
    return notices.map((notice) => ({
      description: printable(placedMessageOf(notice)),
      check_name: notice.code,
      fingerprint: nodeCrypto()
        .hash('sha256', JSON.stringify([path, notice.fingerprint]))
        .slice(0, 32),
      severity: levels[notice.severity],
      location: { path, lines: { begin: notice.range.start.line, end: notice.range.end.line } },
    }));
  });
  return `${printableJson(issues, 2)}\n`;
}

const levels: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info', hint: 'info' };
