/** Writes parts as lines without indentation, in block or flow style. */
import { columnAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, isCollection, type Value } from '../../tree/value.ts';
import { spell } from '../spell.ts';
import { listOffset } from '../yaml/list-offset.ts';
import { callEditorFor } from './call-editors.ts';
import type { ProgramSpelling } from './calls.ts';
import {
  commentsOfPart,
  onlyComments,
  type ItemPart,
  type ListPart,
  type MapPart,
  type PairPart,
  type Part,
} from './part.ts';

export interface WritingStyle {
  readonly isJson: boolean;
  /** The indentation of a nested mapping below its key, and of a dash below its key, in blanks. */
  readonly step: number;
  readonly offset: number;
  /** The dash with the blanks after it. */
  readonly dash: string;
  /** For flow style: the colon with the blanks after it, the comma, and the blanks inside braces. */
  readonly colon: string;
  readonly comma: string;
  readonly brace: string;
  readonly width: number;
  /** Undefined for YAML and JSON. */
  readonly program: ProgramSpelling | undefined;
}

/** The document's style, taken from the first place that shows each property. */
export const styleOf = memo((document: Document): WritingStyle => {
  const { text, syntax } = document;
  const isJson = syntax === 'json';
  const found = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
  const step = isJson ? found(/^\s*\{[ \t]*\r?\n([ \t]+)\S/)?.length : document.root && stepIn(document.root, text);
  return {
    isJson,
    step: step ?? 2,
    offset: listOffset(document),
    dash: found(/^[ ]*(-[ ]+)[\w"']/m) ?? '- ',
    colon: (isJson ? found(/"([ \t]*:[ \t]*)(?=["[{\d-])/) : undefined) ?? ': ',
    comma: (isJson ? found(/["\d\]}](,[ \t]*)(?=["[{\d-])/) : undefined) ?? (isJson && isTight(text) ? ',' : ', '),
    brace: found(/(?<![{$])\{([ \t]*)(?=["'\w])/) ?? (isJson ? '' : ' '),
    width: widthOf(text),
    program: callEditorFor(document)?.spelling(document),
  };
});

function stepIn(value: Value, text: string): number | undefined {
  if (!isCollection(value) || value.isAlias || value.style === 'flow') return undefined;
  for (const entry of value.kind === 'mapping' ? value.entries : []) {
    const below = entry.value;
    const isBelow = below.kind === 'mapping' && below.style === 'block' && !below.isAlias && !entry.isMerged;
    if (isBelow && below.entries.length > 0)
      return Math.max(1, columnAt(text, below.span.start) - columnAt(text, entry.key.start));
  }
  for (const child of childrenOf(value)) {
    const step = stepIn(child, text);
    if (step !== undefined) return step;
  }
  return undefined;
}

/** The length of the longest line that ends with a bracket, so new lines are no longer than existing ones. */
function widthOf(text: string): number {
  const lines = text.match(/^.*[\]}],?[ \t]*\r?$/gm) ?? [];
  return lines.reduce((most, line) => Math.max(most, line.trimEnd().length), 100);
}

function isTight(text: string): boolean {
  return /":["[{\d]/.test(text);
}

export function scalarText(value: string | boolean, style: WritingStyle, isFlow: boolean): string {
  if (style.program) return style.program.scalar(value);
  return style.isJson ? JSON.stringify(value) : spell(value, isFlow);
}

export function keyText(name: string, style: WritingStyle, owner: MapPart | undefined): string {
  // The names of fields are written as the language has them.
  if (style.program) return name;
  const quote = owner?.pairs[0]?.key[0];
  return style.isJson || quote === '"' ? JSON.stringify(name) : spell(name, owner?.isFlow ?? false);
}

type Lines = readonly string[];

export function mapLines(map: MapPart, style: WritingStyle): Lines {
  return isBlock(map) ? blockLines(map, style) : flowLines(map, style);
}

/** Blank lines stay empty. */
export function indented(lines: Lines, by: number): Lines {
  return by <= 0 ? lines : lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));
}

/** Splits off the leading comments and blank lines, which cannot follow a dash. */
export function cutLead(lines: Lines): { readonly lead: Lines; readonly body: Lines } {
  const index = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  const at = index < 0 ? lines.length : index;
  return { lead: lines.slice(0, at), body: lines.slice(at) };
}

function isBlock(part: Part): part is MapPart | ListPart {
  return part.kind !== 'text' && !part.isFlow && (part.kind === 'map' ? part.pairs : part.items).length > 0;
}

/** A one-line flow collection gets lines if it now contains comments. */
function unfolded(part: Part, style: WritingStyle): Part {
  if (part.kind === 'text' || !part.isFlow || part.isSpread || style.isJson) return part;
  return commentsOfPart(part).length > 0 ? { ...part, isFlow: false, lines: undefined, indent: undefined } : part;
}

function blockLines(part: MapPart | ListPart, style: WritingStyle): Lines {
  const lines =
    part.kind === 'map'
      ? part.pairs.flatMap((pair) => pairLines(pair, style))
      : part.items.flatMap((item) => itemLines(item, style));
  return [...lines, ...part.below];
}

function pairLines({ above, key, beside, value: written }: PairPart, style: WritingStyle): Lines {
  const value = unfolded(written, style);
  if (isBlock(value)) {
    const by = value.kind === 'list' ? (value.indent ?? style.offset) : value.indent || style.step;
    return [...above, `${key}:${beside}`, ...indented(blockLines(value, style), by)];
  }
  return [...above, ...besideValue(`${key}:`, value, beside, style)];
}

function itemLines({ above, beside, value: written }: ItemPart, style: WritingStyle): Lines {
  const value = unfolded(written, style);
  if (!isBlock(value)) return [...above, ...besideValue(style.dash.trimEnd(), value, beside, style, style.dash)];
  const dash = `-${' '.repeat(Math.max(1, (value.indent ?? style.dash.length) - 1))}`;
  const { lead, body } = cutLead(blockLines(value, style));
  const [head = '', ...rest] = body;
  return [...above, ...onlyComments([beside]), ...lead, dash + head, ...indented(rest, dash.length)];
}

/** A value that starts on the line of its key or dash. */
function besideValue(lead: string, value: Part, beside: string, style: WritingStyle, wide = `${lead} `): Lines {
  const [first = '', ...rest] = value.kind === 'text' ? value.lines : flowLines(value, style);
  const start = first === '' ? lead : wide + first;
  const isBare = value.kind !== 'text' && !value.isFlow;
  const above = isBare ? onlyComments(value.below) : [];
  // The text of a block scalar follows its header.
  if (/^[|>]/.test(first)) return [...onlyComments([beside]), start, ...rest];
  return [...above, ...[start, ...rest].map((line, i, all) => (i === all.length - 1 ? line + beside : line))];
}

export function pairsInBrackets(map: MapPart, style: WritingStyle): Lines {
  const all = map.pairs.map((pair) => flowPart(pair, style));
  return map.isSpread
    ? all.flatMap((lines, i) =>
        lines.map((line, j) => (j === lines.length - 1 && i < all.length - 1 ? `${line},` : line)),
      )
    : joined(all.flatMap((lines, i) => (i === 0 ? [lines] : [[style.comma], lines])));
}

export function flowLines(part: Part, style: WritingStyle): Lines {
  if (part.kind === 'text') return flowText(part, style);
  if (part.lines) return part.lines;
  const [left, right] = part.kind === 'map' ? ['{', '}'] : ['[', ']'];
  const parts = part.kind === 'map' ? part.pairs : part.items;
  const isSpread = commentsOfPart(part).length > 0 || (part.isSpread && parts.length > 0);
  const written = parts.map((each) => flowPart(each, style));
  if (isSpread) {
    const inside = parts.flatMap((each, i) => [
      ...each.above,
      ...(written[i] ?? []).map((line, j, all) =>
        j < all.length - 1 ? line : line + (i < parts.length - 1 ? ',' : '') + each.beside,
      ),
    ]);
    return [left, ...indented([...inside, ...part.below], style.step), right];
  }
  const brace = part.kind === 'map' && parts.length > 0 ? style.brace : '';
  return joined([
    [left + brace],
    ...written.flatMap((each, i) => (i === 0 ? [each] : [[style.comma], each])),
    [brace + right],
  ]);
}

function flowPart(part: PairPart | ItemPart, style: WritingStyle): Lines {
  const lines = flowLines(part.value, style);
  return 'key' in part ? joined([[part.key + (lines[0] === '' ? style.colon.trimEnd() : style.colon)], lines]) : lines;
}

/** Characters that end a plain scalar in flow style. */
const unsafeInFlow = /[,[\]{}]|:(?:\s|$)/;

function flowText({ lines, origin }: Extract<Part, { kind: 'text' }>, style: WritingStyle): Lines {
  const [first = ''] = lines;
  if (style.isJson || /^["']/.test(first) || (lines.length === 1 && !/^[|>]/.test(first) && !unsafeInFlow.test(first)))
    return lines;
  const value = origin?.kind === 'scalar' && typeof origin.value === 'string' ? origin.value : lines.join(' ');
  return [JSON.stringify(value)];
}

/** Joins texts on one line, unless one of them has several lines. */
function joined(texts: readonly Lines[]): Lines {
  return texts.reduce<string[]>((all, [first = '', ...rest]) => {
    const last = all.pop() ?? '';
    return [...all, last + first, ...rest];
  }, []);
}
