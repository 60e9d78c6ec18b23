/** Adds the findings of builds to those of a file that they read. */
import { withFindings } from '../lint/add-findings.ts';
import { readIgnores } from '../frontends/documents/ignore-comments.ts';
import { checkDocuments, type CheckedDocuments, type CheckSettings } from '../lint/check-documents.ts';
import { findingsIn, type LocatedFinding } from '../lint/check-file.ts';
import type { Diagnostic } from '../lint/rule.ts';
import { groupBy } from '../text/group.ts';
import { indexAt } from '../text/line-index.ts';
import { contains, shift } from '../text/span.ts';
import { documentColumns, type Document, type SourceFile } from '../tree/document.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { plainPath } from '../analysis/workspace/placement.ts';
import type { BuildFix } from '../lint/build-events.ts';
import type { BuildFinding, BuildFindings, FileBuildFindings } from './build-findings.ts';
import type { Project } from './project.ts';
import { treeEdit } from './moved-fix.ts';

interface BuiltFileContext {
  readonly settings: CheckSettings;
  readonly project: Project;
  readonly findings: BuildFindings;
}

/** The findings in the current tree of a file, with those of the builds that read it. */
export function checkBuiltFile(
  file: SourceFile,
  uri: string,
  { settings, project, findings }: BuiltFileContext,
): readonly LocatedFinding[] {
  const checked = checkDocuments(file, settings, project.around(uri));
  return findingsIn(withBuildFindings(checked, findings.at(uri)));
}

/** The findings of a file, with those of the builds that read it. */
export function withBuildFindings(
  checked: CheckedDocuments,
  { findings, isBuilt }: FileBuildFindings,
): CheckedDocuments {
  if (findings.length === 0 && !isBuilt) return checked;
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
    { isBuilt, file: withIgnoresIn(checked.file, added) },
  );
}

/** The ignores of a document that nothing else checks, such as a kustomization, are read only now. */
function withIgnoresIn(file: SourceFile, added: ReadonlyMap<number, unknown>): SourceFile {
  const missing = file.parts.map(({ document }, i) => {
    const isRead = !added.has(i) || document.ignores.length > 0;
    return isRead ? [] : readIgnores(document.text, document.root);
  });
  if (missing.every((ignores) => ignores.length === 0)) return file;
  const parts = file.parts.map((part, i) => {
    const ignores = missing[i] ?? [];
    return ignores.length === 0 ? part : { ...part, document: { ...part.document, ignores } };
  });
  return { ...file, parts };
}

function diagnosticIn(finding: BuildFinding, start: number, document: Document | undefined): Diagnostic {
  const { rule, message, path, related, minors } = finding;
  const span = shift(finding.span, -start);
  const all = document ? [...document.resources, ...document.neighbours] : [];
  const resource = all.find((each) => contains(each.span, span)) ?? finding.resource;
  const fix = finding.fix && fixIn(finding.fix, finding.uri, { start, document });
  return { rule, span, path, resource, message, related, fix, ...(minors ? { minors } : {}) };
}

/** A fix that also changes other files, or other documents, is not offered. */
function fixIn(
  { title, safety, edits }: BuildFix,
  uri: string,
  { start, document }: { readonly start: number; readonly document: Document | undefined },
): Fix | undefined {
  const own = { start, end: start + (document?.text.length ?? 0) };
  if (!edits.every(({ at }) => at.path === plainPath(uri) && contains(own, at.span))) return undefined;
  const all = edits.map((edit) => treeEdit(edit, document?.root, start));
  return all.every((edit) => edit !== undefined) ? { title, safety, edits: all } : undefined;
}
