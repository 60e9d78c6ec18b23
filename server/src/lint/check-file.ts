/** Checks a file: the findings of its documents, alone and in relation to other objects, without those that its ignores silence. */
import type { FileRelations } from '../analysis/workspace/file-around.ts';
import { fileFacts } from '../analysis/facts/file-facts.ts';
import { Workspace } from '../analysis/workspace/workspace.ts';
import { memo } from '../text/memo.ts';
import { shift, type Span } from '../text/span.ts';
import type { Document, Ignore, SourceFile } from '../tree/document.ts';
import { isJsonPatch } from '../tree/json-patch.ts';
import {
  checkDocuments,
  foundIn,
  type CheckedDocuments,
  type CheckSettings,
  type RatedDiagnostic,
} from './check-documents.ts';
import { ignoresIn, silencing } from './apply-ignores.ts';
import { withoutExplained } from './explained.ts';
import { isRelated } from './relate.ts';
import type { Rule } from './rule.ts';

/** An `onBug` for callers that need the result of every rule. */
export function throwBug(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}

export interface LocatedFinding extends RatedDiagnostic {
  readonly document: Document;
  /** Where the document starts in the file; add it to every span of the diagnostic. */
  readonly start: number;
  readonly span: Span;
}

/** The findings of a file, sorted by position. Without `around`, the file is checked on its own. */
export function checkFile(
  file: SourceFile,
  settings: CheckSettings,
  around: FileRelations = aloneIn(file),
): readonly LocatedFinding[] {
  return findingsIn(checkDocuments(file, settings, around));
}

export interface Silenced extends LocatedFinding {
  readonly ignore: Ignore;
}

export interface FileFindings {
  readonly findings: readonly LocatedFinding[];
  readonly silenced: readonly Silenced[];
}

export function fileFindings(checked: CheckedDocuments): FileFindings {
  const findings = checked.file.parts.flatMap((part, i) => locateIn(part, shownIn(checked, i)));
  return { findings, silenced: silencedIn(checked) };
}

/** The findings of a document that a user sees: without those that another one explains. */
export function shownIn(checked: CheckedDocuments, index: number): readonly RatedDiagnostic[] {
  return withoutExplained(foundIn(checked, index));
}

/** The findings that no ignore silences, also those that another one explains. */
export function findingsIn(checked: CheckedDocuments): readonly LocatedFinding[] {
  return checked.file.parts.flatMap((part, i) => locateIn(part, foundIn(checked, i)));
}

/** The findings that an ignore silences, sorted by position. Most files have no ignore. */
function silencedIn({ file: { parts }, documentFindings, unignored }: CheckedDocuments): readonly Silenced[] {
  if (!unignored) return [];
  const ignoresOf = ignoresIn(parts);
  return parts.flatMap((part, i) => {
    const left = new Set(unignored[i]?.map(({ diagnostic }) => diagnostic));
    const taken = documentFindings[i]?.found.filter(({ diagnostic }) => !left.has(diagnostic)) ?? [];
    const ignores = ignoresOf(part.document);
    return locateIn(part, taken).flatMap((finding) => {
      const [ignore] = silencing(ignores, finding.diagnostic);
      return ignore ? [{ ...finding, ignore }] : [];
    });
  });
}

export function locateIn(
  { start, document }: SourceFile['parts'][number],
  found: readonly RatedDiagnostic[],
): readonly LocatedFinding[] {
  return found.map(({ diagnostic, severity }) => ({
    diagnostic,
    severity,
    document,
    start,
    span: shift(diagnostic.span, start),
  }));
}

/** False for a document of which a report says nothing, because only the names of its objects matter. */
export function mayReport(document: Document, rules: readonly Rule[]): boolean {
  const { root, resources, misnamed, issues, ignores, remarks, neighbours, unreadLanguage, jsonPatches } = document;
  const own = resources.length + misnamed.length + issues.length + ignores.length + remarks.length;
  const isNamed = unreadLanguage !== undefined || jsonPatches !== undefined || document.chartValues !== undefined;
  // A kustomization may still give a kind to a JSON patch.
  return own > 0 || isNamed || isJsonPatch(root) || neighbours.some(({ type }) => isRelated(type, rules));
}

const aloneIn = memo((file: SourceFile) => new Workspace().around('', fileFacts(file)));
