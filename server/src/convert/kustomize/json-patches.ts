/** Rewrites the operations of a JSON patch for slices: in their place, or as one patch for each group of slices. */
import { applyJsonPatch } from '../../kustomize/json-patch.ts';
import { originOf } from '../../kustomize/object.ts';
import { applyEdits } from '../../edits/apply-edits.ts';
import { groupBy } from '../../text/group.ts';
import { columnAt, lineEndAt, lineStartAt } from '../../text/line.ts';
import { shift, type Span } from '../../text/span.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { BuiltMapping, BuiltSequence } from '../../tree/built.ts';
import type { ConvertedSlice } from '../conversion-step.ts';
import { sliceOperations, type NewOperation, type SliceOperation } from './json-operations.ts';
import { entryLines, inlineJson } from './plain-text.ts';
import { PatchFault, type PatchedSlice } from './targets.ts';

/** Slices that get the same operations. */
export interface OperationGroup {
  readonly slices: readonly PatchedSlice[];
  /** Replaces the list of operations. */
  readonly edit: TextEdit;
}

export interface JsonUse {
  readonly use: PatchedSlice['use'];
  readonly endpoints: string;
  readonly slices: readonly ConvertedSlice[];
}

/** `text` is that of the file with the operations. */
export function operationGroups(
  operations: BuiltSequence,
  uses: readonly JsonUse[],
  text: string,
): readonly OperationGroup[] {
  const list = new OperationList(operations, text);
  const own = uses.flatMap(({ use, endpoints, slices }) => {
    const changes = changesOf(operations, use.object.root, slices, text);
    return slices.map((slice, i) => ({
      patched: { use, endpoints, slice: slice.name },
      texts: list.texts(changes.map((each) => each[i])),
    }));
  });
  const changed = own.filter(({ texts }) => texts.some((each) => each !== undefined));
  const groups = groupBy(changed, ({ texts }) => JSON.stringify(texts));
  const found = [...groups.values()].map((same) => {
    const slices = same.map(({ patched }) => patched);
    return { slices, edit: list.edit(same[0]?.texts ?? []) };
  });
  if (found.length === 0) throw new PatchFault('changes nothing of the Endpoints');
  return found;
}

/** For each operation, what it becomes for each slice. */
function changesOf(
  { items, ...rest }: BuiltSequence,
  root: BuiltMapping,
  slices: readonly ConvertedSlice[],
  text: string,
): readonly (readonly (SliceOperation | undefined)[])[] {
  let before = root;
  return items.map((item) => {
    const after = applyJsonPatch(before, { ...rest, items: [item] });
    const found = item.kind === 'mapping' ? sliceOperations(item, { before, after, slices }, text) : [];
    before = after;
    return found;
  });
}

/** The text of a list of operations, cut into its operations. */
class OperationList {
  readonly #text: string;
  readonly #isFlow: boolean;
  /** With the comments above each operation. */
  readonly #regions: readonly Span[];
  readonly #columns: readonly number[];

  constructor(operations: BuiltSequence, text: string) {
    const { span } = originOf(operations);
    const spans = operations.items.map((item) => originOf(item).span);
    if (spans.some((each) => each.start === span.start && each.end === span.end))
      throw new PatchFault('is written in quotes');
    this.#text = text;
    this.#isFlow = text[span.start] === '[';
    const starts = spans.map(({ start }, i) => (this.#isFlow ? start : commentStart(text, start, spans[i - 1]?.end)));
    this.#columns = spans.map(({ start }) => columnAt(text, start));
    this.#regions = starts.map((start, i) => {
      const end = this.#isFlow ? spans[i]?.end : (starts[i + 1] ?? lastLineEnd(text, span));
      return { start, end: end ?? start };
    });
  }

  /** The text of each operation for one slice; undefined for an operation that it does not get. */
  texts(changes: readonly (SliceOperation | undefined)[]): readonly (string | undefined)[] {
    return changes.map((change, i) => {
      const region = this.#regions[i];
      if (!change || !region) return undefined;
      const written = this.#text.slice(region.start, region.end);
      if (change.is === 'new') return this.#written(change.operations, written, this.#columns[i] ?? 0);
      const edits = change.edits.map((edit) => ({ ...edit, span: shift(edit.span, -region.start) }));
      return applyEdits(written, edits);
    });
  }

  edit(texts: readonly (string | undefined)[]): TextEdit {
    const [start, end] = [this.#regions[0]?.start ?? 0, this.#regions.at(-1)?.end ?? 0];
    const isWhole = texts.every((each) => each !== undefined);
    const between = this.#regions.map(({ end: from }, i) =>
      this.#text.slice(from, this.#regions[i + 1]?.start ?? from),
    );
    if (isWhole) return { span: { start, end }, text: texts.map((each, i) => each + (between[i] ?? '')).join('') };
    const kept = texts.filter((each) => each !== undefined);
    return {
      span: { start, end },
      text: this.#isFlow ? kept.join(', ') : kept.map((each) => each.replace(/\r?\n$/, '')).join('\n'),
    };
  }

  #written(operations: readonly NewOperation[], before: string, column: number): string {
    if (this.#isFlow) return operations.map((each) => inlineJson(plainOperation(each))).join(', ');
    const rows = before.split('\n');
    const lead = rows.slice(
      0,
      Math.max(
        0,
        rows.findIndex((row) => /^\s*-/.test(row)),
      ),
    );
    if (rows.slice(lead.length).some((row) => /(?:^|\s)#/.test(row)))
      throw new PatchFault('has a comment inside of an operation that becomes another one');
    const dash = ' '.repeat(Math.max(0, column - 2));
    const lines = operations.flatMap((each) =>
      Object.entries(plainOperation(each)).flatMap(([name, value], i) =>
        entryLines(name, value).map((line, j) => `${dash}${i + j === 0 ? '- ' : '  '}${line}`),
      ),
    );
    return [...lead, ...lines].join('\n') + (before.endsWith('\n') ? '\n' : '');
  }
}

function plainOperation({ op, path, value }: NewOperation) {
  return value === undefined ? { op, path } : { op, path, value };
}

/** The start of the line with the dash, or of the comments above it. */
function commentStart(text: string, start: number, previousEnd = -1): number {
  let at = lineStartAt(text, start);
  for (let above = lineStartAt(text, at - 1); at > 0 && above > previousEnd; above = lineStartAt(text, at - 1)) {
    if (!/^[ \t]*#/.test(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

function lastLineEnd(text: string, { start, end }: Span): number {
  return lineEndAt(text, start + text.slice(start, end).trimEnd().length);
}
