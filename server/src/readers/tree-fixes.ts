/** Writes the changes of readers into YAML and JSON, in the style of the text around them. */
import { composeEdits } from '../edits/compose.ts';
import { spellLike } from '../edits/spell.ts';
import type { TextEdit } from '../text/edit.ts';
import { lineBreakOf, lineEndAt, lineStartAt } from '../text/line.ts';
import { bareDocument } from '../tree/document.ts';
import type { DraftPart, Plain } from '../tree/tree-edit.ts';
import type { Mapping, Scalar, Sequence, Value } from '../tree/value.ts';
import type { SearchedTree } from './searched-text.ts';

/** Replaces a scalar, in its quotes. The edits are in the file; undefined where the text has escapes. */
export function replaceScalar(tree: SearchedTree, value: Scalar, by: string): readonly TextEdit[] | undefined {
  if (!tree.isExact || value.isAlias || /^[|>]/.test(value.text)) return undefined;
  const document = bareDocument(tree.text, tree.syntax, 'kubernetes');
  return [{ span: tree.place(value.span), text: spellLike(value.text, by, document, tree.syntax === 'json') }];
}

/** Adds items to a list, behind the item at `after` or at the end. */
export function addItems(
  tree: SearchedTree,
  sequence: Sequence,
  added: readonly Plain[],
  after?: Value,
): readonly TextEdit[] | undefined {
  if (tree.writeItems) return tree.writeItems(sequence, added, after);
  const at = after ? sequence.items.indexOf(after) + 1 : sequence.items.length;
  const keep = (items: readonly Value[]): readonly DraftPart[] => items.map((value) => ({ kind: 'keep', value }));
  const items: readonly DraftPart[] = [
    ...keep(sequence.items.slice(0, at)),
    ...added.map((value) => ({ kind: 'plain', value }) as const),
    ...keep(sequence.items.slice(at)),
  ];
  if (!tree.isExact || sequence.isAlias || sequence.isOpen) return undefined;
  return placed(
    tree,
    composeEdits(bareDocument(tree.text, tree.syntax, 'kubernetes'), { kind: 'list', base: sequence, items }),
  );
}

/** Adds a mapping behind an item of a block list, one line for each entry. Undefined for a list in flow style. */
export function addBlockItem(
  tree: SearchedTree,
  sequence: Sequence,
  lines: readonly string[],
  after: Value,
): readonly TextEdit[] | undefined {
  if (!tree.isExact || sequence.isAlias || sequence.isOpen || sequence.style === 'flow') return undefined;
  const { text } = tree;
  const lead = text.slice(lineStartAt(text, after.span.start), after.span.start);
  const [, indent, gap] = /^([ \t]*)-([ \t]+)$/.exec(lead) ?? [];
  if (indent === undefined || gap === undefined || after.kind !== 'mapping' || after.style === 'flow') return undefined;
  const end = lineEndAt(text, after.span.end - (text[after.span.end - 1] === '\n' ? 1 : 0));
  const newLine = lineBreakOf(text);
  const added = lines.map((line, i) => `${newLine}${indent}${i === 0 ? '-' : ' '}${gap}${line}`).join('');
  return placed(tree, [{ span: { start: end, end }, text: added }]);
}

/** Adds an entry at the start of a mapping. */
export function addEntry(
  tree: SearchedTree,
  mapping: Mapping,
  name: string,
  value: Plain,
): readonly TextEdit[] | undefined {
  if (!tree.isExact || mapping.isAlias) return undefined;
  const kept = mapping.entries.map((entry) => ({
    name: entry.name,
    entry,
    value: { kind: 'keep', value: entry.value } as const,
  }));
  const entries = [{ name, entry: undefined, value: { kind: 'plain', value } as const }, ...kept];
  return placed(
    tree,
    composeEdits(bareDocument(tree.text, tree.syntax, 'kubernetes'), { kind: 'mapping', base: mapping, entries }),
  );
}

function placed(tree: SearchedTree, edits: readonly TextEdit[] | undefined): readonly TextEdit[] | undefined {
  return edits?.map((edit) => ({ ...edit, span: tree.place(edit.span) }));
}
