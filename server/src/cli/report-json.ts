/** One JSON object; its shape is documented in docs/cli.md and does not change without a new `version`. */
import { writeEdits } from '../frontends/write.ts';
import type { Finding } from '../lint/check.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import type { Resource } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import { stringOf, valueOf } from '../tree/value.ts';
import type { CheckedFile, Report } from './report.ts';

/** The report as text, with a line break at its end. */
export function reportJson(report: Report): string {
  const diagnostics = report.files.flatMap((file) => diagnosticsOf(file, report));
  return `${JSON.stringify({ version: 1, files: report.fileCount, resources: report.resourceCount, diagnostics }, null, 2)}\n`;
}

function diagnosticsOf(checked: CheckedFile, { locate }: Report): readonly unknown[] {
  const { name, file, findings } = checked;
  if (findings.length === 0) return [];
  const starts = lineStarts(file.text);
  const at = (offset: number): { line: number; column: number } => {
    const { line, character } = positionAt(starts, offset);
    return { line: line + 1, column: character + 1 };
  };
  return findings.map((finding: Finding) => {
    const { diagnostic, severity, document, span } = finding;
    return {
      file: name,
      code: diagnostic.rule.code,
      severity,
      enforcedBy: diagnostic.rule.enforcedBy,
      resource: diagnostic.resource ? identityOf(diagnostic.resource) : null,
      path: diagnostic.path && diagnostic.path.length > 0 ? pathText(diagnostic.path) : null,
      message: diagnostic.message,
      range: { start: at(span.start), end: at(span.end) },
      related: diagnostic.related.flatMap((related) => {
        const place = locate(related, checked, finding);
        return place ? [{ file: place.name, line: place.line, column: place.column, message: related.message }] : [];
      }),
      fix: diagnostic.fix && writeEdits(document, diagnostic.fix.edits) ? diagnostic.fix.safety : null,
    };
  });
}

/** What a person calls the object; null for what is not written or not known. */
function identityOf({ type, properties }: Resource): { kind: string; namespace: string | null; name: string | null } {
  const metadata = valueOf(properties, 'metadata');
  const text = (name: string): string | null =>
    metadata?.kind === 'mapping' ? stringOf(valueOf(metadata, name)) || null : null;
  return { kind: type, namespace: text('namespace'), name: text('name') };
}
