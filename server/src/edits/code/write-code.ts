/** Writes tree edits in programs. */
import { otherUsesOf } from '../../frontends/code/constant-uses.ts';
import { programSyntax } from '../../frontends/code/read-code.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Plain, TreeEdit } from '../../tree/tree-edit.ts';
import { childrenOf, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { programName } from '../../tree/program-name.ts';
import { codeLayout } from './code-layout.ts';
import { scalarIn, type CodeStyle } from './code-style.ts';
import { arranged } from './arrange-parts.ts';
import { composeOptions } from './compose-options.ts';
import { composeCode, printedInPlace } from './compose-code.ts';
import { withAlignment } from './gofmt.ts';
import { partOf } from './print-code.ts';
import { programStyle } from './program-style.ts';
import { slotOf } from './slots.ts';
import { spellLiteralLike } from './spell-literal.ts';

/** The text edits of a fix, with the imports that they need, or undefined if one of them cannot be written. */
export function writeCodeEdits(document: Document, edits: readonly TreeEdit[]): readonly TextEdit[] | undefined {
  const style = programStyle(document);
  const written = edits.map((edit) => writeEdit(document, edit, style));
  if (!written.every((each) => each !== undefined)) return undefined;
  const all = [...written.flat(), ...style.references.edits];
  return document.language === 'go' ? withAlignment(document.text, all) : all;
}

function writeEdit(document: Document, edit: TreeEdit, style: CodeStyle): readonly TextEdit[] | undefined {
  switch (edit.kind) {
    case 'replace':
      return edit.edits ?? replaceValue(document, edit.value, edit.by, style);
    case 'rename':
      return renameEntry(document, edit.entry, edit.to, style);
    case 'remove-entry':
      return removePart(document, edit.mapping, edit.entry.value, style);
    case 'remove-item':
      return removePart(document, edit.sequence, edit.item, style);
    case 'insert':
      return composeCode(document, inserted(edit.mapping, edit.name, edit.value), style);
    case 'compose':
      return composeOptions(document, edit.by, style) ?? composeCode(document, edit.by, style);
    case 'rewrite':
      return [{ span: edit.span, text: edit.by }];
    case 'replace-text':
      return [edit.by === '' ? removeComment(document.text, edit) : { span: edit.span, text: edit.by }];
    // Programs have formatters of their own.
    case 'restyle':
    case 'correct-name':
      return undefined;
  }
}

function replaceValue(document: Document, value: Value, by: Plain, style: CodeStyle): readonly TextEdit[] | undefined {
  const isScalar = by !== null && typeof by !== 'object';
  if (value.kind === 'scalar' && isScalar) return replaceLiteral(document, value, by, style);
  const slot = slotOf(document, value);
  const part = partOf(by, style);
  return slot && part && printedInPlace(document, slot.part.value, part, value, style);
}

/** The literal, where it is written. A value that is put together, or that stands for several, has none. */
function replaceLiteral(
  document: Document,
  value: Value & { kind: 'scalar' },
  by: string | number | boolean,
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const { text, language = 'typescript' } = document;
  if (value.isComputed || value.isShared || (value.isAlias && !value.origin)) return undefined;
  if (value.origin && isUsedElsewhere(document, value.origin)) return undefined;
  const span = value.origin ?? value.span;
  const spelled = spellLiteralLike(text.slice(span.start, span.end), by, language);
  if (spelled !== undefined) return [{ span, text: spelled }];
  // In Go, a value of another type has another wrapper.
  const lead = /\b\w+\.(?:String|Int|Bool|Float64)(?:Ptr)?\($/.exec(
    text.slice(Math.max(0, span.start - 60), span.start),
  )?.[0];
  const whole = scalarIn(by, style);
  if (lead === undefined || text[span.end] !== ')' || whole === undefined) return undefined;
  return [{ span: { start: span.start - lead.length, end: span.end + 1 }, text: whole }];
}

/** True where another value has the literal of a constant, too, or something that is not read uses it. */
function isUsedElsewhere(document: Document, literal: Span): boolean {
  const syntax = programSyntax(document);
  if (!syntax || !document.root || usesIn(document).get(literal.start) !== 1) return true;
  return otherUsesOf(literal, [document.root], syntax).length > 0;
}

/** How many values have the literal, by its start. */
const usesIn = memo(({ root }: Document): ReadonlyMap<number, number> => {
  const uses = new Map<number, number>();
  const visit = (value: Value): void => {
    const origin = value.kind === 'scalar' ? value.origin : undefined;
    if (origin) uses.set(origin.start, (uses.get(origin.start) ?? 0) + 1);
    for (const child of childrenOf(value)) visit(child);
  };
  if (root) visit(root);
  return uses;
});

function renameEntry(document: Document, entry: Entry, to: string, style: CodeStyle): readonly TextEdit[] | undefined {
  const { language = 'typescript' } = document;
  if (entry.isMerged) return undefined;
  if (/^["'`]/.test(entry.keyText)) {
    const isSnake = language === 'python' && !style.isCamelCase && !/[A-Z]/.test(entry.keyText);
    const text = spellLiteralLike(entry.keyText, isSnake ? programName(to, language) : to, language);
    return text === undefined ? undefined : [{ span: entry.key, text }];
  }
  const isPlain = /^[\w$]+$/.test(entry.keyText) && /^[A-Za-z]\w*$/.test(to);
  return isPlain ? [{ span: entry.key, text: entry.isField ? programName(to, language) : to }] : undefined;
}

function removePart(
  document: Document,
  owner: Mapping | Sequence,
  target: Value,
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const layout = codeLayout(document, owner);
  if (!layout?.parts.some(({ item }) => item === target)) return undefined;
  if (layout.isSingle) return replaceValue(document, owner, [], style);
  const rows = layout.parts.filter(({ item }) => item !== target).map((part) => ({ part, edits: [] }));
  return arranged(document.text, layout, rows, style);
}

function inserted(base: Mapping, name: string, value: Plain): Parameters<typeof composeCode>[1] {
  const kept = base.entries.map((entry) => ({
    name: entry.name,
    entry,
    value: { kind: 'keep' as const, value: entry.value },
  }));
  return { kind: 'mapping', base, entries: [{ name, entry: undefined, value: { kind: 'plain', value } }, ...kept] };
}

/** With its line, where nothing else is on it. */
function removeComment(
  text: string,
  { span }: { readonly span: { readonly start: number; readonly end: number } },
): TextEdit {
  const start = lineStartAt(text, span.start);
  const lead = text.slice(start, span.start);
  if (lead.trim() !== '') return { span: { start: start + lead.trimEnd().length, end: span.end }, text: '' };
  const end = text.indexOf('\n', lineEndAt(text, span.end));
  return { span: { start, end: end < 0 ? text.length : end + 1 }, text: '' };
}
