/** Applies fixes to a file, and proves that the text then reads as before but for the fix. */
import { applyEdits } from '../text/edit.ts';
import type { TextEdit } from '../text/edit.ts';
import { shift } from '../text/span.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import type { Fix, Plain, TreeEdit } from '../tree/tree-edit.ts';
import type { Value } from '../tree/value.ts';
import { readFile } from './frontends.ts';
import type { ReadOptions } from './frontends.ts';
import { writeEdits } from './write.ts';

/** A fix and the document that it belongs to. */
export interface LocatedFix {
  readonly fix: Fix;
  readonly document: Document;
  /** Where the document starts in the file. */
  readonly start: number;
}

/** The edits of one fix in the file; undefined where it cannot be written, or the text would not read as it should. */
export function fixEdits(
  path: string,
  file: SourceFile,
  located: LocatedFix,
  options: ReadOptions,
): readonly TextEdit[] | undefined {
  const edits = writeEdits(located.document, located.fix.edits);
  if (!edits) return undefined;
  const shifted = edits.map((edit) => ({ ...edit, span: shift(edit.span, located.start) }));
  const after = readFile(path, applyEdits(file.text, shifted), options);
  const index = file.parts.findIndex(({ document }) => document === located.document);
  const isSame = file.parts.every(({ document }, i) => {
    const expected = plainOf(document.root, i === index ? located.fix.edits : []);
    return same(expected, plainOf(after.parts[i]?.document.root, []));
  });
  return isSame && after.parts.length === file.parts.length ? shifted : undefined;
}

/** The text after all fixes that can be applied together, one after the other; the same text where there is none. */
export function applyFixes(
  path: string,
  text: string,
  options: ReadOptions,
  fixesOf: (file: SourceFile) => readonly LocatedFix[],
): { text: string; count: number } {
  let current = text;
  let count = 0;
  for (let round = 0; round < 20; round++) {
    const file = readFile(path, current, options);
    const edits: TextEdit[] = [];
    for (const located of fixesOf(file)) {
      const own = fixEdits(path, file, located, options);
      if (own?.every((edit) => edits.every((other) => isApart(edit, other)))) {
        edits.push(...own);
        count++;
      }
    }
    if (edits.length === 0) break;
    current = applyEdits(current, edits);
  }
  return { text: current, count };
}

function isApart(a: TextEdit, b: TextEdit): boolean {
  return a.span.end < b.span.start || b.span.end < a.span.start;
}

/** The value as plain data, as it is to be after the edits. Opaque parts compare by their place in the tree only. */
function plainOf(value: Value | undefined, edits: readonly TreeEdit[]): unknown {
  if (!value) return undefined;
  const replaced = edits.find((edit) => edit.kind === 'replace' && edit.value === value);
  if (replaced?.kind === 'replace') return normal(replaced.by);
  if (value.kind === 'opaque') return { opaque: value.why };
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'sequence') {
    const removed = new Set(
      edits.flatMap((edit) => (edit.kind === 'remove-item' && edit.sequence === value ? [edit.item] : [])),
    );
    return value.items.filter((item) => !removed.has(item)).map((item) => plainOf(item, edits));
  }
  const pairs: [string, unknown][] = [];
  for (const edit of edits)
    if (edit.kind === 'insert' && edit.mapping === value) pairs.push([edit.name, normal(edit.value)]);
  for (const entry of value.entries) {
    if (edits.some((edit) => edit.kind === 'remove-entry' && edit.entry === entry)) continue;
    const rename = edits.find((edit) => edit.kind === 'rename' && edit.entry === entry);
    pairs.push([rename?.kind === 'rename' ? rename.to : entry.name, plainOf(entry.value, edits)]);
  }
  return { pairs };
}

/** As the reader would read it back. */
function normal(value: Plain): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(normal);
  return { pairs: Object.entries(value).map(([name, item]) => [name, normal(item)]) };
}

function same(a: unknown, b: unknown): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)) ?? '';
  return text(a) === text(b);
}
