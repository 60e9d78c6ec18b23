/** Adds findings from elsewhere to those of the documents of a file, before its ignores are applied. */
import { overlaps } from '../text/span.ts';
import { rateDiagnostics, withIgnores, type CheckedDocuments, type DocumentFindings } from './check-documents.ts';
import type { Diagnostic } from './rule.ts';

/** `added` has the findings by the index of their document. A finding that the document has itself is not added. */
export function withFindings(
  checked: CheckedDocuments,
  added: ReadonlyMap<number, readonly Diagnostic[]>,
): CheckedDocuments {
  const documentFindings = checked.documentFindings.map((each, i) => {
    const more = (added.get(i) ?? []).filter((diagnostic) => !isIn(diagnostic, each));
    return more.length === 0 ? each : withMore(each, more);
  });
  const { file, state } = checked;
  const unignored = checked.unignored ? withIgnores(file, documentFindings, state.settings) : undefined;
  return { ...checked, documentFindings, unignored };
}

function isIn({ rule, span }: Diagnostic, { own, related }: DocumentFindings): boolean {
  return [...own, ...related.diagnostics].some((each) => each.rule === rule && overlaps(each.span, span));
}

function withMore(findings: DocumentFindings, more: readonly Diagnostic[]): DocumentFindings {
  const { own, related, settings } = findings;
  const diagnostics = [...related.diagnostics, ...more];
  return {
    ...findings,
    related: { ...related, diagnostics },
    found: rateDiagnostics([...own, ...diagnostics], settings),
  };
}
