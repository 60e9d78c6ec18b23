/** The Checkstyle XML format, which most CI systems can import. */
import type { Severity } from '../lint/rule.ts';
import { placedMessageOf, type Notice, type Report } from './report.ts';
import { relativeName } from './file-names.ts';
import type { Reporting } from './reporting.ts';
import { xmlText, type Element } from './xml.ts';

/** Omits unreadable paths: the format has no place for problems without a file. */
export function reportCheckstyle({ files }: Report, { cwd }: Reporting): string {
  return xmlText({
    name: 'checkstyle',
    // All linters write this version of the format.
    attributes: { version: '4.3' },
    children: files.map(({ name, notices }) => ({
      name: 'file',
      attributes: { name: relativeName(name, cwd) },
      children: notices.map(errorFor),
    })),
  });
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'info', hint: 'info' };

function errorFor(notice: Notice): Element {
  const { code, severity } = notice;
  const { line, column } = notice.range.start;
  return {
    name: 'error',
    attributes: {
      line,
      column,
      severity: levels[severity],
      message: placedMessageOf(notice),
      source: `endpoints.${code}`,
    },
  };
}
