/** One JSON object; its shape is documented in docs/cli.md and does not change without a new `version`. */
import { lineStarts, positionAt } from '../text/line-index.ts';
import type { CheckedFile, Report } from './report.ts';

/** The report as text, with a line break at its end. */
export function reportJson({ files, fileCount, resourceCount }: Report): string {
  const diagnostics = files.flatMap(diagnosticsOf);
  return `${JSON.stringify({ version: 1, files: fileCount, resources: resourceCount, diagnostics }, null, 2)}\n`;
}

function diagnosticsOf({ name, text, notices }: CheckedFile): readonly unknown[] {
  if (notices.length === 0) return [];
  const starts = lineStarts(text);
  const at = (offset: number): { line: number; column: number } => {
    const { line, character } = positionAt(starts, offset);
    return { line: line + 1, column: character + 1 };
  };
  return notices.map(({ code, severity, enforcedBy, resource, path, message, span, related, fix }) => ({
    file: name,
    code,
    severity,
    enforcedBy,
    resource,
    path,
    message,
    range: { start: at(span.start), end: at(span.end) },
    related: related.map(({ place, message: what }) => ({
      file: place.name,
      line: place.line,
      column: place.column,
      message: what,
    })),
    fix,
  }));
}
