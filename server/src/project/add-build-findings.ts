/** Adds the findings of builds to those of a file that they read. */
import { withFindings } from '../lint/add-findings.ts';
import type { CheckedDocuments } from '../lint/check-documents.ts';
import type { Diagnostic } from '../lint/rule.ts';
import { groupBy } from '../text/group.ts';
import { indexAt } from '../text/line-index.ts';
import { contains, shift } from '../text/span.ts';
import { documentColumns, type Document } from '../tree/document.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { plainPath } from '../analysis/workspace/placement.ts';
import type { BuildFinding } from './build-findings.ts';

/** The findings of a file, with those of the builds that read it. */
export function withBuildFindings(checked: CheckedDocuments, findings: readonly BuildFinding[]): CheckedDocuments {
  if (findings.length === 0) return checked;
  const { documents, starts } = documentColumns(checked.file);
  const added = groupBy(findings, ({ span }) => indexAt(starts, span.start));
  return withFindings(
    checked,
    new Map(
      [...added].map(([i, all]) => {
        const [start = 0, document] = [starts[i], documents[i]];
        return [i, all.map((finding) => diagnosticIn(finding, start, document))];
      }),
    ),
  );
}

function diagnosticIn(finding: BuildFinding, start: number, document: Document | undefined): Diagnostic {
  const { rule, message, path, related, minors } = finding;
  const span = shift(finding.span, -start);
  const all = document ? [...document.resources, ...document.neighbours] : [];
  const resource = all.find((each) => contains(each.span, span)) ?? finding.resource;
  const fix = finding.fix && fixIn(finding.fix, finding.uri, start);
  return { rule, span, path, resource, message, related, fix, ...(minors ? { minors } : {}) };
}

/** A fix that also changes other files is not offered. */
function fixIn(
  { title, safety, edits }: NonNullable<BuildFinding['fix']>,
  uri: string,
  start: number,
): Fix | undefined {
  if (edits.some(({ at }) => at.path !== plainPath(uri))) return undefined;
  return {
    title,
    safety,
    edits: edits.map(({ at, text }) => ({ kind: 'rewrite', span: shift(at.span, -start), by: text })),
  };
}
