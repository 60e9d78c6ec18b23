/** Turns findings into protocol items. Reuses those of unmoved documents; of thousands, shows the most severe. */
import {
  DiagnosticSeverity,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  type Range,
} from 'vscode-languageserver-types';
import { diagnosticsOf, type DiagnosticOptions } from '../../features/diagnostics.ts';
import { positionOf, type Located } from '../../features/lsp.ts';
import { locateIn, shownIn } from '../../lint/check-file.ts';
import type { RatedDiagnostic } from '../../lint/check-documents.ts';
import type { Severity } from '../../lint/rule.ts';
import { attachment, memo } from '../../text/memo.ts';
import { grouped } from '../../text/quote.ts';
import { documentColumns, type SourceFile } from '../../tree/document.ts';
import { marks, type Counts, type FindingCounts } from './finding-counts.ts';

/** Errors and warnings of one file. Editors show no more, and would get all of them again after each keystroke. */
const mostProblems = 1_000;

/** Infos and hints of one file, such as one for each of thousands of deprecated Endpoints. */
const mostRemarks = 100;

export interface DiagnosticReport {
  readonly items: readonly Diagnostic[];
  /** Equal for reports with equal items, if the text is also the same: a client moves the items of a text that changes. */
  readonly resultId: string;
}

/** The items, in order of position. If there are too many, the first item is a note on the limit. */
export function itemsOf(
  findingCounts: FindingCounts,
  located: Located,
  options: DiagnosticOptions,
): readonly Diagnostic[] {
  const { checked, counts } = findingCounts;
  const left = quotasFor(counts);
  const [all, most] = [sum(counts), sum(left)];
  const items: Diagnostic[] = most < all ? [limitNote(findingWords, most, all)] : [];
  const { documents, starts } = documentColumns(checked.file);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    // Most documents have no finding that is shown, and are not visited.
    if (!document || !hasRoom(left, findingCounts.marks[i] ?? 0)) continue;
    const found = most < all ? within(left, shownIn(checked, i)) : shownIn(checked, i);
    for (const item of itemsIn({ start: starts[i] ?? 0, document }, found, located, options)) items.push(item);
  }
  return items;
}

const isPointing = memo((found: readonly RatedDiagnostic[]): boolean =>
  found.some(({ diagnostic: { related } }) => related.some((each) => 'entry' in each || each.uri !== undefined)),
);

interface Shown {
  readonly line: number;
  readonly options: DiagnosticOptions;
  readonly items: readonly Diagnostic[];
}

const lastOf = attachment((_found: readonly RatedDiagnostic[]): { shown?: Shown } => ({}));

function itemsIn(
  part: SourceFile['parts'][number],
  found: readonly RatedDiagnostic[],
  located: Located,
  options: DiagnosticOptions,
): readonly Diagnostic[] {
  const { line, character } = positionOf(located, part.start);
  // Items that point to other files, or of a document within a line, depend on more than the line of its start.
  if (character > 0 || isPointing(found)) return diagnosticsOf(locateIn(part, found), located, options);
  const last = lastOf(found);
  const before = last.shown?.options === options ? last.shown : undefined;
  if (before?.line === line) return before.items;
  const items = before
    ? before.items.map((item) => moved(item, line - before.line))
    : diagnosticsOf(locateIn(part, found), located, options);
  last.shown = { line, options, items };
  return items;
}

function moved(item: Diagnostic, lines: number): Diagnostic {
  const { relatedInformation: related } = item;
  const range = movedRange(item.range, lines);
  if (!related) return { ...item, range };
  const all = related.map((each): DiagnosticRelatedInformation => ({
    ...each,
    location: { ...each.location, range: movedRange(each.location.range, lines) },
  }));
  return { ...item, range, relatedInformation: all };
}

function movedRange({ start, end }: Range, lines: number): Range {
  return { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
}

function quotasFor(counts: Counts): Record<Severity, number> {
  const error = Math.min(counts.error, mostProblems);
  const info = Math.min(counts.info, mostRemarks);
  return {
    error,
    warning: Math.min(counts.warning, mostProblems - error),
    info,
    hint: Math.min(counts.hint, mostRemarks - info),
  };
}

function sum({ error, warning, info, hint }: Counts): number {
  return error + warning + info + hint;
}

function hasRoom(left: Counts, mark: number): boolean {
  const { error, warning, info, hint } = marks;
  return (
    ((mark & error) > 0 && left.error > 0) ||
    ((mark & warning) > 0 && left.warning > 0) ||
    ((mark & info) > 0 && left.info > 0) ||
    ((mark & hint) > 0 && left.hint > 0)
  );
}

/** The findings that fit into the quotas. Reduces the quotas. */
function within(left: Record<Severity, number>, found: readonly RatedDiagnostic[]): readonly RatedDiagnostic[] {
  const shown = found.filter(({ severity }) => left[severity]-- > 0);
  return shown.length === found.length ? found : shown;
}

const findingWords = { what: 'findings of this file', order: ', the most severe first', command: 'endpoints check' };

/** Stands at the start of the file. */
export function limitNote({ what, order, command }: typeof findingWords, shown: number, all: number): Diagnostic {
  const start = { line: 0, character: 0 };
  const message = `${grouped(shown)} of the ${grouped(all)} ${what} are shown${order}. Run "${command}" to see them all.`;
  return { range: { start, end: start }, severity: DiagnosticSeverity.Information, source: 'endpoints', message };
}
