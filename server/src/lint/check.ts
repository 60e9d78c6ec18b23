/**
 * Checks a file: what its documents say by themselves and in relation to others, without what its ignores silence.
 * Severities are decided once, at the end. Diagnostics of an unchanged document are not computed again.
 */
import { fileFacts, Workspace } from '../analysis/workspace.ts';
import type { Answers, FileAround } from '../analysis/workspace.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import { shift } from '../text/span.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import { diagnoser } from './diagnose.ts';
import { applyIgnores } from './ignore.ts';
import { defaultSeverity } from './rule.ts';
import { isRelated, relate } from './relate.ts';
import type { Diagnostic, Rule, Severity } from './rule.ts';

export interface CheckSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** Called where a rule throws: our bug, and the other rules go on. */
  readonly onBug: (code: string, error: unknown) => void;
}

/** For those to whom an answer without one of the rules would be a guess. */
export function throwBug(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}

/** A diagnostic with its severity, located in the file. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  readonly severity: Severity;
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
  return checkAmong(file, settings, around).findings;
}

/** The same, with what was asked about other files: for as long as the answers agree, so do the findings. */
export function checkAmong(
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround,
): { readonly findings: readonly Finding[]; readonly answers: Answers } {
  const diagnose = diagnoser(settings);
  const answers: Answers = new Map();
  let first = 0;
  const checked = file.parts.map(({ start, document }) => {
    const related = relate(document, { first, settings, around });
    for (const [key, answer] of related.answers) answers.set(key, answer);
    first += document.resources.length + document.neighbours.length;
    return { start, document, diagnostics: [...diagnose(document), ...related.diagnostics] };
  });
  return { findings: findingsIn(checked, settings), answers };
}

/** False for a document that no rule has anything to say of: of its kinds only the names matter. */
export function mayReport(document: Document, rules: readonly Rule[]): boolean {
  const { resources, misnamed, issues, ignores, remarks, neighbours } = document;
  const own = resources.length + misnamed.length + issues.length + ignores.length + remarks.length;
  return own > 0 || neighbours.some(({ type }) => isRelated(type, rules));
}

const aloneIn = memo((file: SourceFile) => new Workspace().around('', fileFacts(file)));

function findingsIn(
  checked: readonly { start: number; document: Document; diagnostics: readonly Diagnostic[] }[],
  settings: CheckSettings,
): readonly Finding[] {
  const kept = applyIgnores(checked, settings);
  const findings = kept.flatMap(({ start, document, diagnostics }) =>
    diagnostics.flatMap((diagnostic): Finding[] => {
      const severity = settings.severities.get(diagnostic.rule.code) ?? defaultSeverity(diagnostic.rule);
      return severity === 'off' ? [] : [{ diagnostic, severity, document, start, span: shift(diagnostic.span, start) }];
    }),
  );
  return findings.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
