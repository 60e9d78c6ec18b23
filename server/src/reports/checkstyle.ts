/** Checkstyle's XML, which most programs that collect findings can read. */
import type { Severity } from '../lint/rule.ts';
import type { Notice, Report } from './report.ts';
import { relativeName } from './file-names.ts';
import type { Reporting } from './reporters.ts';
import { xmlText } from './xml.ts';
import type { Element } from './xml.ts';

/** The report as XML. What could not be read is said on standard error only: it has no file to be shown in. */
export function reportCheckstyle({ files }: Report, { cwd }: Reporting): string {
  return xmlText({
    name: 'checkstyle',
    // Of the format; all linters write this one.
    attributes: { version: '4.3' },
    children: files.map(({ name, notices }) => ({
      name: 'file',
      attributes: { name: relativeName(name, cwd) },
      children: notices.map(errorFor),
    })),
  });
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'info', hint: 'info' };

function errorFor({ code, severity, message, range: { start } }: Notice): Element {
  const { line, column } = start;
  return {
    name: 'error',
    attributes: { line, column, severity: levels[severity], message, source: `endpoints.${code}` },
  };
}
