/** Checks a file: what its documents say by themselves and in relation to others, without what its ignores silence. */
import type { Answers, FileAround } from '../analysis/file-around.ts';
import { fileFacts } from '../analysis/file-facts.ts';
import { Workspace } from '../analysis/workspace.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import { shift } from '../text/span.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import { checkDocuments, foundIn } from './check-documents.ts';
import type { CheckedFile, CheckSettings, Found } from './check-documents.ts';
import { isRelated } from './relate.ts';
import type { Rule } from './rule.ts';

/** For those to whom an answer without one of the rules would be a guess. */
export function throwBug(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}

/** A diagnostic with its severity, located in the file. */
export interface Finding extends Found {
  readonly document: Document;
  /** Where the document starts in the file; add it to every span of the diagnostic. */
  readonly start: number;
  readonly span: Span;
}

/** The findings of a file, in order of position; of a file that stands alone, where nothing around it is given. */
export function checkFile(
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround = aloneIn(file),
): readonly Finding[] {
  return findingsIn(checkDocuments(file, settings, around));
}

/** The same, with what was asked about other files: for as long as the answers agree, so do the findings. */
export function checkAmong(
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround,
): { readonly findings: readonly Finding[]; readonly answers: Answers } {
  const checked = checkDocuments(file, settings, around);
  const [first = new Map(), ...others] = checked.said.map(({ related }) => related.answers);
  const answers = others.length === 0 ? first : new Map([first, ...others].flatMap((each) => [...each]));
  return { findings: findingsIn(checked), answers };
}

/** The findings located in the file, in order of position. */
function findingsIn(checked: CheckedFile): readonly Finding[] {
  return checked.file.parts.flatMap((part, i) => locateIn(part, foundIn(checked, i)));
}

/** What is found in one document of a file, located in the file. */
export function locateIn(
  { start, document }: SourceFile['parts'][number],
  found: readonly Found[],
): readonly Finding[] {
  return found.map(({ diagnostic, severity }) => ({
    diagnostic,
    severity,
    document,
    start,
    span: shift(diagnostic.span, start),
  }));
}

/** False for a document that no rule has anything to say of: of its kinds only the names matter. */
export function mayReport(document: Document, rules: readonly Rule[]): boolean {
  const { resources, misnamed, issues, ignores, remarks, neighbours } = document;
  const own = resources.length + misnamed.length + issues.length + ignores.length + remarks.length;
  return own > 0 || neighbours.some(({ type }) => isRelated(type, rules));
}

const aloneIn = memo((file: SourceFile) => new Workspace().around('', fileFacts(file)));
