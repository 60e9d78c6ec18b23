/** textDocument/foldingRange: folds collections and comments of files with our resources or Services, but not the heads of manifests. */
import { FoldingRangeKind, type FoldingRange } from 'vscode-languageserver-types';
import { lineAt } from '../../text/line-index.ts';
import { memo } from '../../text/memo.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { entryOf, isCollection, type Value } from '../../tree/value.ts';
import { yamlComments } from '../../edits/yaml/yaml-comments.ts';
import { indentedSpans } from './indented-spans.ts';
import { dashBefore } from './list-dash.ts';
import { positionOf } from '../lsp.ts';
import { hasObjects } from '../service-objects.ts';
import type { View } from '../view.ts';
import { isAliased } from '../written-values.ts';

export interface FoldingOptions {
  /** True for clients that fold whole lines only (`lineFoldingOnly`). */
  readonly isLineOnly: boolean;
  /** The most ranges that the client accepts (`rangeLimit`). Inner ranges are dropped first. */
  readonly mostRanges: number;
}

/** The folds, sorted by their first lines. With `isLineOnly`, at most one per line. */
export function foldingRanges(view: View, options: FoldingOptions): FoldingRange[] {
  const { parts } = view.file;
  if (!hasObjects(view)) return [];
  const folds = outermost(
    parts.map(({ start, document }) => ({ start, folds: foldsOf(document) })),
    options.mostRanges,
  );
  const ranges = folds.flatMap((fold) => foldRanges(fold, view, options));
  ranges.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  return options.isLineOnly ? ranges.filter((range, i) => ranges[i - 1]?.startLine !== range.startLine) : ranges;
}

interface Fold {
  /** In UTF-16 units of the document or of the file. */
  readonly span: Span;
  /** Brackets stay visible. Other folds keep their first line visible. */
  readonly shape: 'lines' | 'brackets' | 'comment';
  readonly depth: number;
}

/** At most `most` folds of the file, outer levels before inner ones. */
function outermost(
  parts: readonly { readonly start: number; readonly folds: readonly Fold[] }[],
  most: number,
): readonly Fold[] {
  const counts: number[] = [];
  for (const { folds } of parts) for (const { depth } of folds) counts[depth] = (counts[depth] ?? 0) + 1;
  let levels = 0;
  let left = most;
  while (levels < counts.length && left >= (counts[levels] ?? 0)) left -= counts[levels++] ?? 0;
  // The level that does not fit as a whole keeps its first folds.
  const isTaken = ({ depth }: Fold): boolean => depth < levels || (depth === levels && left-- > 0);
  return parts.flatMap(({ start, folds }) =>
    folds.flatMap((fold) => (isTaken(fold) ? [{ ...fold, span: shift(fold.span, start) }] : [])),
  );
}

/**
 * A manifest has no fold of its own and none of its metadata: with everything folded, its kind and its name can be read.
 */
const foldsOf = memo((document: Document): readonly Fold[] => {
  const folds: Fold[] = [];
  const add: Add = (span, shape, depth) => void folds.push({ span, shape, depth });
  const { text, root } = document;
  if (root) addFolds(root, text, add, 1);
  else for (const span of indentedSpans(document)) if (!isMetadata(text, span)) add(span, 'lines', 1);
  for (const run of commentRuns(text, yamlComments(document))) add(run, 'comment', 1);
  return folds;
});

function isMetadata(text: string, { start }: Span): boolean {
  return (start === 0 || /[\r\n]/.test(text[start - 1] ?? '')) && text.startsWith('metadata:', start);
}

type Add = (span: Span, shape: Fold['shape'], depth: number) => void;

function addFolds(value: Value, text: string, add: Add, depth: number, isHead = isManifest(value)): void {
  if (isAliased(value) || value.kind === 'scalar' || value.kind === 'opaque') return;
  if (value.style === 'flow' && !isHead) add(value.span, 'brackets', depth);
  if (value.kind === 'sequence') {
    for (const item of value.items) {
      if (value.style === 'block' && !isManifest(item))
        addBelow(dashBefore(text, item.span.start), item, text, add, depth);
      addFolds(item, text, add, depth + 1);
    }
    return;
  }
  for (const { name, key, value: inner, isMerged } of value.entries) {
    if (isMerged) continue;
    const isInHead = name === 'metadata' && isManifest(value);
    if (value.style === 'block' && !isInHead) addBelow(key.start, inner, text, add, depth);
    addFolds(inner, text, add, depth + 1, isInHead || isManifest(inner));
  }
}

function isManifest(value: Value): boolean {
  return (
    value.kind === 'mapping' &&
    entryOf(value, 'kind')?.value.kind === 'scalar' &&
    entryOf(value, 'metadata') !== undefined
  );
}

/** A fold from a key or a dash to the end of its value. A bracket on the same line has its own fold. */
function addBelow(start: number, value: Value, text: string, add: Add, depth: number): void {
  const isFlow = isCollection(value) && value.style === 'flow';
  if (isFlow && !/[\r\n]/.test(text.slice(start, value.span.start))) return;
  add({ start, end: Math.max(start, value.span.end) }, 'lines', depth);
}

/** Runs of two or more lines that have only a comment. */
function commentRuns(text: string, comments: readonly Span[]): Span[] {
  const runs: Span[] = [];
  let run: (Span & { readonly count: number }) | undefined;
  for (const comment of comments) {
    if (!isFirstOnLine(text, comment.start)) continue;
    const isNext = run && /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(text.slice(run.end, comment.start));
    if (run && !isNext && run.count > 1) runs.push(run);
    run = isNext && run ? { start: run.start, end: comment.end, count: run.count + 1 } : { ...comment, count: 1 };
  }
  if (run && run.count > 1) runs.push(run);
  return runs;
}

function isFirstOnLine(text: string, offset: number): boolean {
  let before = offset - 1;
  while (text[before] === ' ' || text[before] === '\t') before--;
  return before < 0 || /[\r\n\uFEFF]/.test(text[before] ?? '');
}

function foldRanges({ span, shape }: Fold, { located }: View, { isLineOnly }: FoldingOptions): FoldingRange[] {
  const { text, starts } = located;
  let { end } = span;
  while (end > span.start && /\s/.test(text[end - 1] ?? '')) end--;
  const startLine = lineAt(starts, span.start);
  let endLine = lineAt(starts, end);
  const kind = shape === 'comment' ? { kind: FoldingRangeKind.Comment } : {};
  if (shape === 'brackets' && isLineOnly) {
    // A closing bracket on its own line stays visible.
    if (/^[ \t]*[\]}]$/.test(text.slice(starts[endLine], end))) endLine--;
  } else if (shape === 'brackets' && endLine > startLine) {
    const isClosed = /[\]}]/.test(text[end - 1] ?? '');
    const startCharacter = positionOf(located, span.start + 1).character;
    const endCharacter = positionOf(located, isClosed ? end - 1 : end).character;
    return [{ startLine, startCharacter, endLine, endCharacter }];
  }
  return endLine > startLine ? [{ startLine, endLine, ...kind }] : [];
}
