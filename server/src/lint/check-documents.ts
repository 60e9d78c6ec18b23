/** Checks the documents of a file and sets the severities. Only documents with changed inputs are checked again. */
import { haveSameFacts, type FileRelations, type Revision } from '../analysis/workspace/file-around.ts';
import { firstOrdinals } from '../analysis/facts/file-facts.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { AllowedRange } from '../contract/allowed-range.ts';
import type { Versions } from '../contract/version.ts';
import { differenceOf, spliced, type Difference } from '../text/difference.ts';
import { attachment, memo } from '../text/memo.ts';
import { comparePlaces } from '../text/span.ts';
import { documentsOf, type Document, type SourceFile } from '../tree/document.ts';
import { diagnose } from './diagnose.ts';
import { applyIgnores } from './apply-ignores.ts';
import { firstDocuments, withoutRepeats, type FirstDocuments } from './once-per-file.ts';
import { withRelatedFixes } from './related-fixes.ts';
import { appliedIn, relate, type RelationFindings } from './relate.ts';
import {
  severityOf,
  type Diagnostic,
  type RelaxedServiceNames,
  type Rule,
  type Severities,
  type Severity,
} from './rule.ts';

export interface CheckSettings extends Versions {
  readonly rules: readonly Rule[];
  readonly severities: Severities;
  /** Undefined if everything is allowed. */
  readonly allow?: AllowedRange | undefined;
  readonly relaxedServiceNames?: RelaxedServiceNames;
  /** Whether the cluster mirrors Endpoints; `on` where it is absent. */
  readonly mirroring?: 'on' | 'off';
  /** Called if a rule throws, which is an internal error. The other rules still run. */
  readonly onBug: (code: string, error: unknown) => void;
}

export interface RatedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly severity: Severity;
}

/** The findings of a file. Each list has one member per document, in document order. */
export interface CheckedDocuments {
  readonly file: SourceFile;
  /** Unchanged documents keep the identical member. */
  readonly documentFindings: readonly DocumentFindings[];
  /** The findings that no ignore silences; undefined if the file has no ignores. */
  readonly unignored: readonly (readonly RatedDiagnostic[])[] | undefined;
  readonly state: State;
}

/** The findings of a document before ignores are applied. */
export interface DocumentFindings {
  readonly own: readonly Diagnostic[];
  readonly related: RelationFindings;
  /** Sorted by position. */
  readonly found: readonly RatedDiagnostic[];
  readonly settings: CheckSettings;
}

/** The findings of a document that no ignore silences, without those that an earlier document of the file repeats. */
export function foundIn(checked: CheckedDocuments, index: number): readonly RatedDiagnostic[] {
  const found = unignoredIn(checked, index);
  // A file with one finding, as nearly all have, repeats none.
  const mayRepeat = found.length > 1 || (found.length === 1 && checked.documentFindings.length > 1);
  return mayRepeat ? withoutRepeats(found, index, firstsIn(checked)) : found;
}

/** The first documents with a finding of the rules that report once per file. */
export const firstsIn = memo((checked: CheckedDocuments): FirstDocuments => {
  const { documentFindings, state } = checked;
  return firstDocuments((i) => unignoredIn(checked, i), documentFindings.length, onceRuleCount(state.settings.rules));
});

const onceRuleCount = memo((rules: readonly Rule[]) => rules.filter(({ isOncePerFile }) => isOncePerFile).length);

function unignoredIn({ documentFindings, unignored }: CheckedDocuments, index: number): readonly RatedDiagnostic[] {
  return (unignored ? unignored[index] : documentFindings[index]?.found) ?? nothing;
}

/** The inputs for which the findings are valid. */
interface State {
  readonly settings: CheckSettings;
  readonly revision: Revision | undefined;
  readonly own: readonly IndexedObject[];
  /** The number of documents that asked for applied objects, by key. Counted when first needed, then updated with each edit. */
  applied: Map<string, number> | undefined;
  /** The number of documents with ignores. */
  readonly ignoring: number;
}

/** `before` is the result before the last edit. */
export function checkDocuments(
  file: SourceFile,
  settings: CheckSettings,
  around: FileRelations,
  before?: CheckedDocuments,
): CheckedDocuments {
  const documents = documentsOf(file);
  const changes = before && changedDocuments(before, file, settings, around);
  const { start, after } = changes ?? { start: 0, after: documents.length };
  const firsts = firstOrdinals(file);
  const made = documents.slice(start, after).map((document, i) => {
    const related = relate(document, { first: firsts[start + i] ?? 0, settings, around });
    return findingsOf(document, diagnose(document, settings), related, settings);
  });
  const gone = changes ? documentsOf(before.file).slice(start, changes.before) : [];
  const ignoring = (changes ? before.state.ignoring : 0) - ignoringIn(gone) + ignoringIn(documents.slice(start, after));
  const documentFindings = changes ? spliced(before.documentFindings, changes, made) : made;
  return {
    file,
    documentFindings,
    unignored: ignoring > 0 ? withIgnores(file, documentFindings, settings) : undefined,
    state: {
      settings,
      revision: around.revision,
      own: around.own,
      applied: changes && takeApplied(before, changes, made),
      ignoring,
    },
  };
}

/** Fills the memos of `checkDocuments` one document at a time, so that other work can run in between. */
export function* checkAhead(file: SourceFile, settings: CheckSettings, around: FileRelations): Generator<void> {
  const firsts = firstOrdinals(file);
  for (const [i, { document }] of file.parts.entries()) {
    diagnose(document, settings);
    relate(document, { first: firsts[i] ?? 0, settings, around });
    yield;
  }
}

/** The documents that must be checked again; undefined if all must be. */
function changedDocuments(
  before: CheckedDocuments,
  file: SourceFile,
  settings: CheckSettings,
  around: FileRelations,
): Difference | undefined {
  const { state } = before;
  const { revision, own } = around;
  if (state.settings !== settings || !state.revision || !haveSameFacts(state.revision, revision)) return undefined;
  const difference = differenceOf(documentsOf(before.file), documentsOf(file));
  const gone = before.documentFindings.slice(difference.start, difference.before);
  const hasAsked = (key: string): boolean =>
    (appliedCounts(before).get(key) ?? 0) > gone.filter(({ related }) => related.answers.has(key)).length;
  if (around.appliedSince(state.revision.applied)?.some(hasAsked) ?? true) return undefined;
  const firsts = firstOrdinals(file);
  const changed = differenceOf(state.own, own);
  const isWithin = changed.start >= (firsts[difference.start] ?? 0) && changed.after <= (firsts[difference.after] ?? 0);
  return state.own === own || (state.own.length === own.length && isWithin) ? difference : undefined;
}

function appliedCounts({ documentFindings, state }: CheckedDocuments): Map<string, number> {
  if (!state.applied) {
    state.applied = new Map();
    count(state.applied, documentFindings, 1);
  }
  return state.applied;
}

/** The counts after the edit. They move from the old result to the new one, so the old result would have to count again. */
function takeApplied(
  before: CheckedDocuments,
  changes: Difference,
  made: readonly DocumentFindings[],
): Map<string, number> {
  const counts = appliedCounts(before);
  before.state.applied = undefined;
  count(counts, before.documentFindings.slice(changes.start, changes.before), -1);
  count(counts, made, 1);
  return counts;
}

function count(counts: Map<string, number>, findings: readonly DocumentFindings[], change: 1 | -1): void {
  for (const { related } of findings) {
    for (const key of appliedIn(related.answers)) {
      const now = (counts.get(key) ?? 0) + change;
      if (now > 0) counts.set(key, now);
      else counts.delete(key);
    }
  }
}

function ignoringIn(documents: readonly Document[]): number {
  return documents.filter(({ ignores }) => ignores.length > 0).length;
}

const nothing: readonly RatedDiagnostic[] = [];

interface LastFindings {
  findings?: DocumentFindings;
  /** Before fixes from other files. */
  alone?: readonly Diagnostic[];
}

const lastOf = attachment((_document: Document): LastFindings => ({}));

function findingsOf(
  document: Document,
  alone: readonly Diagnostic[],
  related: RelationFindings,
  settings: CheckSettings,
): DocumentFindings {
  const last = lastOf(document);
  const { findings } = last;
  if (last.alone === alone && findings?.related === related && findings.settings === settings) return findings;
  const own = withRelatedFixes(alone, related.fixes);
  const found = rateDiagnostics([...own, ...related.diagnostics], settings);
  last.alone = alone;
  return (last.findings = { own, related, settings, found });
}

/** The diagnostics that are not turned off, with their severities, sorted by position. */
export function rateDiagnostics(
  diagnostics: readonly Diagnostic[],
  settings: Pick<CheckSettings, 'severities'>,
): readonly RatedDiagnostic[] {
  const found = diagnostics.flatMap((diagnostic): RatedDiagnostic[] => {
    const severity = severityOf(diagnostic.rule, settings);
    if (severity === 'off') return [];
    return [{ diagnostic, severity: severity === 'error' && diagnostic.mayBeReplaced ? 'warning' : severity }];
  });
  if (found.length === 0) return nothing;
  return found.sort((a, b) => comparePlaces(a.diagnostic.span, b.diagnostic.span));
}

/** Applies ignores across the whole file. An ignore counts as used even if it silences a rule that is turned off. */
export function withIgnores(
  { parts }: SourceFile,
  findings: readonly DocumentFindings[],
  settings: CheckSettings,
): readonly (readonly RatedDiagnostic[])[] {
  const all = parts.map(({ start, document }, i) => {
    const { own = [], related } = findings[i] ?? {};
    return { start, document, diagnostics: [...own, ...(related?.diagnostics ?? [])] };
  });
  return applyIgnores(all, settings).map(({ diagnostics }, i) =>
    diagnostics.length === 0 ? nothing : sameAs(findings[i]?.found, rateDiagnostics(diagnostics, settings)),
  );
}

/** The original list if nothing in it was silenced. */
function sameAs(
  before: readonly RatedDiagnostic[] | undefined,
  found: readonly RatedDiagnostic[],
): readonly RatedDiagnostic[] {
  const isSame =
    before?.length === found.length && found.every(({ diagnostic }, i) => diagnostic === before[i]?.diagnostic);
  return isSame ? before : found;
}
