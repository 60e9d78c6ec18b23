/** Writes tree edits in the language of the document. Returns nothing if an edit is not possible in place. */
import type { TextEdit } from '../text/edit.ts';
import { lineBreakOf, lineStartAt } from '../text/line.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import type { Document, Resource } from '../tree/document.ts';
import type { Plain, TreeEdit } from '../tree/tree-edit.ts';
import { partSpan, type Entry, type Mapping, type Sequence, type Value } from '../tree/value.ts';
import { composeEdits } from './compose.ts';
import { isInHeredoc } from './hcl/heredoc-edits.ts';
import { isSameTerraform, keepsHclComments } from './hcl/prove-hcl.ts';
import { writeHclEdits } from './hcl/write-hcl.ts';
import { spell, spellLike } from './spell.ts';
import { restyleEdit } from './yaml/restyle.ts';
import { commentTexts } from './yaml/yaml-comments.ts';

type Writer = (document: Document, edits: readonly TreeEdit[]) => readonly TextEdit[] | undefined;

interface CodeEditing {
  readonly write: Writer;
  readonly isParsedAsBefore: (before: Document, after: Document) => boolean;
  readonly hasSameComments: (before: Document, after: Document) => boolean;
  readonly addResource: (document: Document, beside: Resource, object: Plain) => readonly TextEdit[] | undefined;
}

let inPrograms: CodeEditing | undefined;

/** What edits programs is loaded with what reads them. */
export function setCodeEditing(editing: CodeEditing): void {
  inPrograms = editing;
}

export function isParsedAsBefore(before: Document, after: Document): boolean {
  if (before.form === 'terraform') return isSameTerraform(before, after);
  return before.syntax !== 'code' || inPrograms?.isParsedAsBefore(before, after) === true;
}

export function hasSameComments(before: Document, after: Document): boolean {
  if (before.form === 'terraform') return keepsHclComments(before, after);
  if (before.syntax === 'code') return inPrograms?.hasSameComments(before, after) === true;
  return commentTexts(before).sort().join('\n') === commentTexts(after).sort().join('\n');
}

/** The edits that add a constructor call to a program beside another one, the call first; undefined where that is not possible. */
export function addResource(document: Document, beside: Resource, object: Plain): readonly TextEdit[] | undefined {
  return inPrograms?.addResource(document, beside, object);
}

/** Returns the text edits of a fix, relative to the document, or undefined if one of them cannot be written. */
export function writeEdits(document: Document, edits: readonly TreeEdit[]): readonly TextEdit[] | undefined {
  if (document.form === 'terraform') return writeTerraform(document, edits);
  if (document.syntax === 'code') return inPrograms?.write(document, edits);
  return writeManifest(document, edits);
}

/** YAML in a heredoc is edited as YAML, as far as single values are concerned. */
function writeTerraform(document: Document, edits: readonly TreeEdit[]): readonly TextEdit[] | undefined {
  const isYaml = edits.length > 0 && edits.every((edit) => isInHeredoc(document, edit));
  return isYaml ? writeManifest({ ...document, syntax: 'yaml' }, edits) : writeHclEdits(document, edits);
}

function writeManifest(document: Document, edits: readonly TreeEdit[]): readonly TextEdit[] | undefined {
  const written = edits.map((edit) => {
    // What an alias repeats changes with its anchor; the proof verifies this.
    if (edit.kind === 'replace' && edit.value.kind !== 'opaque' && edit.value.isAlias) return [];
    if (edit.kind === 'replace' && edit.edits) return edit.edits;
    return edit.kind === 'compose' ? composeEdits(document, edit.by) : writeEdit(document, edit);
  });
  return written.every((each) => each !== undefined) ? written.flat() : undefined;
}

function writeEdit(document: Document, edit: Exclude<TreeEdit, { kind: 'compose' }>): TextEdit | undefined {
  switch (edit.kind) {
    case 'replace':
      return replaceValue(document, edit.value, edit.by);
    case 'rename':
      return { span: edit.entry.key, text: spellLike(edit.entry.keyText, edit.to, document, false) };
    case 'remove-entry':
      return removePart(document, edit.mapping, edit.entry);
    case 'remove-item':
      return removePart(document, edit.sequence, edit.item);
    case 'insert':
      return insertFirst(document, edit.mapping, edit.name, edit.value);
    case 'restyle':
      return restyleEdit(document, edit.value, edit.style);
    case 'rewrite':
      return { span: edit.span, text: edit.by };
    case 'correct-name':
      return undefined;
    case 'replace-text':
      return edit.by === '' ? removeComment(document.text, edit.span) : { span: edit.span, text: edit.by };
  }
}

function replaceValue(document: Document, value: Value, by: Plain): TextEdit | undefined {
  const { text } = document;
  const { span } = value;
  const written = text.slice(span.start, span.end);
  // A block scalar ends with its last line break. A comment in its header would be lost.
  const [isBlock, end = ''] = /^[|>][^\n#]*\n.*?([\r\n]*)$/s.exec(written) ?? [];
  if (isBlock) return { span, text: spell(by, false) + end };
  if (/^[|>]/.test(written)) return undefined;
  const gap = written === '' && /[:-]/.test(text[span.start - 1] ?? '') ? ' ' : '';
  return { span, text: gap + spellLike(written, by, document, isInFlow(document, span.start)) };
}

/** An approximation: in doubt, a scalar is quoted as flow YAML requires. */
function isInFlow({ text, syntax }: Document, offset: number): boolean {
  // A JSON text may be a single line.
  if (syntax === 'json') return true;
  const line = text.slice(lineStartAt(text, offset), offset);
  return /[[{]/.test(line);
}

/** Removing the last part leaves an empty collection. Undefined if another part would lose a comment. */
function removePart({ text }: Document, owner: Mapping | Sequence, target: Entry | Value): TextEdit | undefined {
  const parts = owner.kind === 'mapping' ? owner.entries : owner.items;
  const index = positionsIn(owner).get(target);
  if (index === undefined) return undefined;
  const [part, next, previous] = [target, parts[index + 1], parts[index - 1]].map((each) => each && partSpan(each));
  if (!part) return undefined;
  if (parts.length === 1 && !owner.isOpen) return keepingComments(text, part, replaceByEmpty(text, owner));
  const line = wholeLines(text, owner, part);
  if (line) return { span: line, text: '' };
  if (next) return keepingComments(text, part, { span: { start: part.start, end: next.start }, text: '' });
  if (owner.style === 'block' || !previous) return undefined;
  return keepingComments(text, part, { span: { start: previous.end, end: part.end }, text: '' });
}

/** Cached, because a large collection may have as many findings as parts. */
const positionsIn = memo((owner: Mapping | Sequence): ReadonlyMap<object, number> => {
  const parts: readonly object[] = owner.kind === 'mapping' ? owner.entries : owner.items;
  return new Map(parts.map((part, index) => [part, index]));
});

/** The lines of a part of a block collection, unless another part starts on them. */
function wholeLines(text: string, owner: Mapping | Sequence, part: Span): Span | undefined {
  if (owner.style === 'flow') return undefined;
  const start = lineStartAt(text, part.start);
  const lead = text.slice(start, part.start);
  const isAlone = owner.kind === 'mapping' ? /^[ \t]*$/.test(lead) : /^[ \t]*-[ \t]*$/.test(lead);
  if (!isAlone) return undefined;
  const end = text.indexOf('\n', Math.max(part.end - 1, part.start));
  return { start, end: end < 0 ? text.length : end + 1 };
}

function keepingComments(text: string, part: Span, edit: TextEdit): TextEdit | undefined {
  const around = text.slice(edit.span.start, part.start) + text.slice(part.end, edit.span.end);
  return around.includes('#') ? undefined : edit;
}

/** An empty collection on the line of its key, even if the items had their own lines. */
function replaceByEmpty(text: string, owner: Mapping | Sequence): TextEdit {
  const { start, end } = owner.span;
  const empty = owner.kind === 'mapping' ? '{}' : '[]';
  const gap = /(?<=:)[ \t]*(?:\r?\n[ \t]*)+$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  // An empty value ends where its comment starts.
  const after = text[end] === '#' ? ' ' : '';
  return { span: { start: start - gap.length, end }, text: (gap === '' ? empty : ` ${empty}`) + after };
}

function insertFirst({ text, syntax }: Document, mapping: Mapping, name: string, value: Plain): TextEdit | undefined {
  const first: Entry | undefined = mapping.entries[0];
  const isFlow = mapping.style === 'flow';
  const isQuoted = syntax === 'json' || (isFlow && first?.keyText.startsWith('"'));
  const pair = isQuoted
    ? `${JSON.stringify(name)}: ${JSON.stringify(value)}`
    : `${spell(name, isFlow)}: ${spell(value, isFlow)}`;
  if (!first) return isFlow && text[mapping.span.start] === '{' ? { span: mapping.span, text: `{${pair}}` } : undefined;
  const at = { start: first.key.start, end: first.key.start };
  if (isFlow) return { span: at, text: `${pair}, ` };
  const lineStart = lineStartAt(text, at.start);
  const lead = text.slice(lineStart, at.start);
  if (!/^[ -]*$/.test(lead)) return undefined;
  const newline = lineBreakOf(text);
  return { span: at, text: `${blockPair(name, value, newline, lead.length)}${newline}${' '.repeat(lead.length)}` };
}

/** A nested mapping has its entries on their own lines, indented by two columns. */
function blockPair(name: string, value: Plain, newline: string, depth: number): string {
  const start = `${spell(name, false)}:`;
  const entries = value === null || typeof value !== 'object' || Array.isArray(value) ? [] : Object.entries(value);
  if (entries.length === 0) return `${start} ${spell(value, false)}`;
  const lead = newline + ' '.repeat(depth + 2);
  return start + entries.map(([key, each]) => lead + blockPair(key, each, newline, depth + 2)).join('');
}

function removeComment(text: string, span: Span): TextEdit {
  const lineStart = lineStartAt(text, span.start);
  const lead = text.slice(lineStart, span.start);
  if (lead.trim() !== '') return { span: { start: lineStart + lead.trimEnd().length, end: span.end }, text: '' };
  const end = text.indexOf('\n', span.end);
  return { span: { start: lineStart, end: end < 0 ? text.length : end + 1 }, text: '' };
}
