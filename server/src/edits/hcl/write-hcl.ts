/** Writes tree edits in Terraform files. */
import { terraformPartOf } from '../../contract/terraform.ts';
import { isTerraformJson } from '../../frontends/terraform/module-file.ts';
import type { TextEdit } from '../../text/edit.ts';
import { comparePlaces } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Plain, TreeEdit } from '../../tree/tree-edit.ts';
import type { Entry, Mapping, Scalar, Sequence, Value } from '../../tree/value.ts';
import { alignedEdits } from './align-hcl.ts';
import { composeHcl } from './compose-hcl.ts';
import { correctName } from './correct-name.ts';
import { hclLayout, namedAt, statementSpan, type HclLayout } from './hcl-layout.ts';
import { isOneLine, ownLines, removeFromList, withBlankLine } from './hcl-texts-around.ts';
import { insertEntry } from './insert-hcl.ts';
import { replaceExpression, replaceLiteral } from './replace-hcl.ts';
import { keyText, quotedHcl } from './print-hcl.ts';

/** The text edits of a fix, or undefined if one of them cannot be written. */
export function writeHclEdits(document: Document, edits: readonly TreeEdit[]): readonly TextEdit[] | undefined {
  const layout = hclLayout(document);
  if (!layout) return undefined;
  // In the JSON syntax, only values are replaced.
  if (isTerraformJson(layout.file.path) && edits.some((each) => each.kind !== 'replace')) return undefined;
  const written = edits.map((edit) => writeEdit(document, layout, edit));
  if (!written.every((each) => each !== undefined)) return undefined;
  const all = written.flat().sort((a, b) => comparePlaces(a.span, b.span));
  if (all.some(({ span }, i) => span.start < (all[i - 1]?.span.end ?? 0))) return undefined;
  const isInPlace = edits.every(({ kind }) => kind === 'replace' || kind === 'replace-text');
  return isInPlace ? all : alignedEdits(document.text, all);
}

function writeEdit(document: Document, layout: HclLayout, edit: TreeEdit): readonly TextEdit[] | undefined {
  switch (edit.kind) {
    case 'replace':
      return edit.edits ?? replaceValue(document, layout, edit.value, edit.by);
    case 'rename':
      return renameEntry(layout, edit.entry, edit.to);
    case 'remove-entry':
      return removeEntry(layout, edit.mapping, edit.entry);
    case 'remove-item':
      return removeItem(layout, edit.sequence, edit.item);
    case 'insert':
      return insertEntry(layout, edit.mapping, edit.name, { kind: 'plain', value: edit.value });
    case 'compose':
      return composeHcl(edit.by, {
        layout,
        replace: (value, by) => replaceValue(document, layout, value, by),
        rename: (entry, to) => renameEntry(layout, entry, to),
        removeEntry: (mapping, entry) => removeEntry(layout, mapping, entry),
        removeItem: (sequence, item) => removeItem(layout, sequence, item),
      });
    case 'correct-name':
      return correctName(layout, edit.refused);
    case 'replace-text':
      return [edit.by === '' ? removeComment(layout.file.text, edit.span) : { span: edit.span, text: edit.by }];
    // `terraform fmt` formats.
    case 'restyle':
    case 'rewrite':
      return undefined;
  }
}

function replaceValue(document: Document, layout: HclLayout, value: Value, by: Plain): readonly TextEdit[] | undefined {
  const isScalar = by !== null && typeof by !== 'object';
  return value.kind === 'scalar' && isScalar
    ? replaceLiteral(document, layout, value, by)
    : replaceExpression(layout, value, { kind: 'plain', value: by });
}

function renameEntry(layout: HclLayout, entry: Entry, to: string): readonly TextEdit[] | undefined {
  if (entry.isMerged) return undefined;
  const { text } = layout.file;
  const written = text.slice(entry.key.start, entry.key.end);
  if (!entry.isField) return [{ span: entry.key, text: written.startsWith('"') ? quotedHcl(to) : keyText(to) }];
  const place = layout.around(entry.key);
  const [name] = (place && terraformPartOf(place.parts, to)) ?? [];
  return name === undefined ? undefined : [{ span: entry.key, text: written.startsWith('"') ? quotedHcl(name) : name }];
}

function removeEntry(layout: HclLayout, owner: Mapping, entry: Entry): readonly TextEdit[] | undefined {
  if (owner.isAlias || owner.isShared || entry.isMerged) return undefined;
  const { text } = layout.file;
  const place = layout.around(entry.key);
  if (!place) return removeFromObject(layout, owner, entry);
  const statements = namedAt(place, entry.key);
  if (statements.length === 0) return undefined;
  const edits = statements.map((statement): TextEdit | undefined => {
    const span = statementSpan(statement);
    const lines = ownLines(text, span);
    if (lines) return { span: withBlankLine(text, lines), text: '' };
    // The only argument of a block on one line.
    const { body, block } = place;
    const isAlone = body.attributes.length + body.blocks.length === 1 && isOneLine(text, block.span);
    return isAlone && !/#|\/\*/.test(text.slice(body.span.start, span.start) + text.slice(span.end, body.span.end))
      ? { span: body.span, text: '' }
      : undefined;
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}

function removeFromObject(layout: HclLayout, owner: Mapping, entry: Entry): readonly TextEdit[] | undefined {
  const object = layout.expressionAt(owner.span);
  if (object?.kind !== 'object' || !object.isClosed) return undefined;
  const index = object.entries.findIndex(({ key }) => key.span.start === entry.key.start);
  const spans = object.entries.map(({ key, value }) => ({ start: key.span.start, end: value.span.end }));
  const edit = removeFromList(layout.file.text, spans, index, owner.span);
  return edit && [edit];
}

function removeItem(layout: HclLayout, owner: Sequence, item: Value): readonly TextEdit[] | undefined {
  if (owner.isAlias || owner.isShared || item.isShared) return undefined;
  const { text } = layout.file;
  if (owner.isOfBlocks) {
    const lines = layout.bodyAt(item) && ownLines(text, item.span);
    return lines && [{ span: withBlankLine(text, lines), text: '' }];
  }
  const list = layout.expressionAt(owner.span);
  if (list?.kind !== 'list' || !list.isClosed) return undefined;
  const spans = list.items.map(({ span }) => span);
  const index = spans.findIndex(({ start, end }) => start === item.span.start && end === item.span.end);
  const edit = removeFromList(text, spans, index, owner.span);
  return edit && [edit];
}

/** With its line, where nothing else is on it. */
function removeComment(text: string, span: Scalar['span']): TextEdit {
  const lines = ownLines(text, span);
  if (lines) return { span: lines, text: '' };
  const blanks = /[ \t]*$/.exec(text.slice(0, span.start))?.[0].length ?? 0;
  return { span: { start: span.start - blanks, end: span.end }, text: '' };
}
