/** Writes a draft in flow style (JSON and flow YAML), in the layout of its base, or of its parent if it is new. */
import { trimmedEdits } from '../text/diff.ts';
import type { TextEdit } from '../text/edit.ts';
import { lineStartAt } from '../text/line.ts';
import { shift, type Span } from '../text/span.ts';
import type { Document } from '../tree/document.ts';
import type { Draft, DraftEntry, DraftPart } from '../tree/tree-edit.ts';
import { entrySpan, isCollection, type Mapping, type Sequence, type Value } from '../tree/value.ts';
import { sourceOf } from './draft-source.ts';
import { spell } from './spell.ts';
import { bareFlow } from './yaml/bare.ts';

/** The text between the parts, with line breaks relative to the line where the collection starts. */
interface Layout {
  readonly open: string;
  readonly separator: string;
  readonly close: string;
  readonly colon: string;
  /** The text inside braces on one line. */
  readonly brace: string;
  /** One level of indentation; empty if parts do not have their own lines. */
  readonly step: string;
}

/** Returns undefined if a comment or a property is between the parts of the base. */
export function composeFlow(document: Document, draft: Draft): readonly TextEdit[] | undefined {
  const { base } = draft;
  if (!base || base.isAlias) return undefined;
  const { start, end } = base.span;
  const laid = flowText(document, draft, indentAt(document.text, start));
  if (laid === undefined) return undefined;
  const isWindows = document.text.includes('\r\n') && !/(?<!\r)\n/.test(document.text);
  const written = isWindows ? laid.replace(/\r?\n/g, '\r\n') : laid;
  const old = document.text.slice(start, end);
  return trimmedEdits(old, written).map((edit) => ({ ...edit, span: shift(edit.span, start) }));
}

/** The text of a part in a line that is indented by `indent`. */
export function flowText(document: Document, part: DraftPart, indent: string, outer?: Layout): string | undefined {
  switch (part.kind) {
    case 'plain':
      return document.syntax === 'json' ? JSON.stringify(part.value) : spell(part.value, true);
    case 'expression':
      return JSON.stringify(`\${${part.name}}`);
    case 'keep':
    case 'copy':
      return valueText(document, part.value, indent, outer?.brace ?? ' ');
    case 'list':
    case 'mapping': {
      if (part.base && hasMerged(part.base)) return undefined;
      const layout = layoutFor(document, part, outer);
      if (!layout) return undefined;
      const inner = layout.step === '' ? indent : indent + layout.step;
      const parts =
        part.kind === 'list'
          ? part.items.map((item) => flowText(document, item, inner, layout))
          : part.entries.map((entry) => entryText(document, entry, inner, layout, part.base));
      if (parts.some((each) => each === undefined)) return undefined;
      const [left, right] = part.kind === 'list' ? ['[', ']'] : ['{', '}'];
      if (parts.length === 0) return left + right;
      const laid = (space: string): string => space.replace(/\n/g, `\n${indent}`);
      return left + laid(layout.open) + parts.join(laid(layout.separator)) + laid(layout.close) + right;
    }
  }
}

function valueText(document: Document, value: Value, indent: string, brace: string): string | undefined {
  const { text } = document;
  const { start, end } = value.span;
  const isBlock = isCollection(value) && value.style === 'block';
  const written = text.slice(start, end);
  if (isBlock || /^[|>]/.test(written)) return bareFlow(document, value, brace);
  return reindented(written, indentAt(text, start), indent);
}

function entryText(
  document: Document,
  { name, entry, value }: DraftEntry,
  indent: string,
  layout: Layout,
  owner: Mapping | undefined,
): string | undefined {
  const { text, syntax } = document;
  const written = flowText(document, value, indent, layout);
  if (written === undefined) return undefined;
  if (entry) return text.slice(entry.key.start, Math.max(entry.key.end, entry.value.span.start)) + written;
  const isQuoted = syntax === 'json' || owner?.entries[0]?.keyText.startsWith('"');
  return (isQuoted ? JSON.stringify(name) : spell(name, true)) + layout.colon + written;
}

/** The collection's own layout; for a new collection the layout of the one that its parts come from. */
function layoutFor(document: Document, part: Draft, outer: Layout | undefined): Layout | undefined {
  const { text } = document;
  if (part.base && partsOf(part.base).length > 0) return layoutOf(text, part.base);
  const source = sourceOf(document, part);
  return (
    (source?.kind === (part.kind === 'list' ? 'sequence' : 'mapping') && layoutOf(text, source)) ||
    newLayout(part.kind, outer)
  );
}

/** Undefined for an empty collection, and if anything but blanks and commas stands between the parts. */
function layoutOf(text: string, base: Mapping | Sequence): Layout | undefined {
  const spans = partsOf(base);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last || base.style === 'block' || base.isAlias) return undefined;
  const open = text.slice(base.span.start + 1, first.start);
  const close = text.slice(last.end, base.span.end - 1);
  const gaps = spans.slice(1).map((span, i) => text.slice(spans[i]?.end ?? span.start, span.start));
  const isPlain = gaps.every((gap) => /^\s*,\s*$/.test(gap)) && /^\s*$/.test(open) && /^\s*,?\s*$/.test(close);
  if (!isPlain) return undefined;
  const indent = indentAt(text, base.span.start);
  const own = (space: string): string => space.replaceAll(`\n${indent}`, '\n');
  const step = /\n([ \t]*)$/.exec(own(open))?.[1] ?? '';
  const [colon, brace] = [colonOf(text, base), braceOf(text, base)];
  const separator = gaps[0] ?? (step !== '' ? `,${open}` : /[ \t]$/.test(open + colon) ? ', ' : ',');
  return { open: own(open), separator: own(separator), close: own(close), colon, brace, step };
}

function newLayout(kind: Draft['kind'], outer: Layout | undefined): Layout {
  const { colon, brace, step } = outer ?? { colon: ': ', brace: ' ', step: '' };
  if (step === '') {
    const separator = outer && !outer.separator.includes('\n') ? outer.separator : ', ';
    const inside = kind === 'mapping' ? brace : '';
    return { open: inside, separator, close: inside, colon, brace, step };
  }
  return { open: `\n${step}`, separator: `,\n${step}`, close: '\n', colon, brace, step };
}

/** The colon as it is written after the first key, searching inwards. */
function colonOf(text: string, base: Mapping | Sequence): string {
  const found = /["\w]([ \t]*:[ \t]*)(?=["[{\w-])/.exec(text.slice(base.span.start, base.span.end));
  return found?.[1] ?? ': ';
}

/** The blanks inside the first one-line braces of the collection, or of the text. */
function braceOf(text: string, base: Mapping | Sequence): string {
  const pattern = /(?<![{$])\{([ \t]*)(?=["'\w])/;
  return (pattern.exec(text.slice(base.span.start, base.span.end)) ?? pattern.exec(text))?.[1] ?? ' ';
}

function partsOf(base: Mapping | Sequence): readonly Span[] {
  if (base.kind === 'sequence') return base.items.map((item) => item.span);
  return base.entries.map(entrySpan);
}

/** True if a part comes from a merge key, so it is not written here. */
function hasMerged(base: Mapping | Sequence): boolean {
  return base.kind === 'mapping' && base.entries.some((entry) => entry.isMerged);
}

/** The blanks at the start of the line that contains the offset. */
function indentAt(text: string, offset: number): string {
  const start = lineStartAt(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function reindented(text: string, from: string, to: string): string {
  return from === to ? text : text.replaceAll(`\n${from}`, `\n${to}`);
}
