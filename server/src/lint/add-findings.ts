/** Adds findings from elsewhere to those of the documents of a file, before its ignores are applied. */
import { overlaps } from '../text/span.ts';
import { documentsOf, type Document, type SourceFile } from '../tree/document.ts';
import { rateDiagnostics, withIgnores, type CheckedDocuments, type DocumentFindings } from './check-documents.ts';
import { reportsAbsence } from './explained.ts';
import type { Diagnostic } from './rule.ts';

/**
 * `added` has the findings of builds by the index of their document. A finding that the document has itself is not added.
 * Where the file is built, what is missing in it counts only if a build misses it too.
 * `file` is the checked file, with the ignores of all documents with findings.
 */
export function withFindings(
  checked: CheckedDocuments,
  added: ReadonlyMap<number, readonly Diagnostic[]>,
  { isBuilt, file }: { readonly isBuilt: boolean; readonly file: SourceFile },
): CheckedDocuments {
  const documents = documentsOf(checked.file);
  const documentFindings = checked.documentFindings.map((each, i) => {
    const all = added.get(i) ?? [];
    const own = isBuilt ? asBuilt(each.own, all, documents[i]) : each.own;
    const more = all.filter(
      (diagnostic) => ![...own, ...each.related.diagnostics].some((one) => isSame(one, diagnostic)),
    );
    return more.length === 0 && own === each.own ? each : withMore({ ...each, own }, more);
  });
  const { state } = checked;
  const hasIgnores = checked.unignored !== undefined || file !== checked.file;
  const unignored = hasIgnores ? withIgnores(file, documentFindings, state.settings) : undefined;
  return { ...checked, documentFindings, unignored };
}

/** The codes of findings that depend on several fields, of which an overlay may write another one. */
const isOnSeveralFields: ReadonlySet<string> = new Set([
  'affinity-timeout-out-of-range',
  'conflicting-ip-families',
  'duplicate-key',
  'field-of-other-type',
  'malformed-external-name',
  'malformed-load-balancer',
  'node-port-out-of-range',
  'repeated-service-port',
  'wrong-cluster-ip',
]);

/** True for something missing, which kustomize may add, and for what it writes anew: `yes` with quotes, and merged entries once. */
function isDecidedByBuild({ rule, resource, span }: Diagnostic, document: Document | undefined): boolean {
  if (rule.code === 'wrong-type')
    return /^(?:y|n|yes|no|on|off)$/i.test(document?.text.slice(span.start, span.end) ?? '');
  return (reportsAbsence(rule) || isOnSeveralFields.has(rule.code)) && resource?.isPartial !== true;
}

/** The findings on something missing, or on something that kustomize writes anew, are those of the builds, with the fix in the file. */
function asBuilt(
  own: readonly Diagnostic[],
  built: readonly Diagnostic[],
  document: Document | undefined,
): readonly Diagnostic[] {
  if (!own.some((each) => isDecidedByBuild(each, document))) return own;
  return own.flatMap((diagnostic) => {
    if (!isDecidedByBuild(diagnostic, document)) return diagnostic;
    const same = built.find((each) => isSame(diagnostic, each));
    return same ? { ...diagnostic, message: same.message } : [];
  });
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.rule === b.rule && overlaps(a.span, b.span);
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
