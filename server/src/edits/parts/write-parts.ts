/** Writes parts as lines without indentation: block YAML, or brackets as JSON and flow YAML have them. */
import { columnAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, isCollection } from '../../tree/value.ts';
import type { Value } from '../../tree/value.ts';
import { spell } from '../spell.ts';
import { listOffset } from '../yaml/list-offset.ts';
import { commentsOfPart, onlyComments } from './part.ts';
import type { ItemPart, ListPart, MapPart, PairPart, Part } from './part.ts';

/** How a document is written, for what is new in it. */
export interface WritingStyle {
  readonly isJson: boolean;
  /** Blanks before a key in a mapping below another, and before a dash below its key. */
  readonly step: number;
  readonly offset: number;
  /** The dash with the blanks behind it. */
  readonly dash: string;
  /** Of what stands in brackets: the colon with the blanks behind it, the comma, and what is inside of braces. */
  readonly colon: string;
  readonly comma: string;
  readonly brace: string;
  /** How long a line may be that is new. */
  readonly width: number;
}

/** The style of a document, by the first place that shows it. */
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
  };
});

/** How far the first mapping below another is indented. */
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

/** As long as the longest line that ends with a bracket: what is written can be read. */
function widthOf(text: string): number {
  const lines = text.match(/^.*[\]}],?[ \t]*\r?$/gm) ?? [];
  return lines.reduce((most, line) => Math.max(most, line.trimEnd().length), 100);
}

function isTight(text: string): boolean {
  return /":["[{\d]/.test(text);
}

/** A text as the document would have it as a value. */
export function scalarText(value: string | boolean, style: WritingStyle, isFlow: boolean): string {
  return style.isJson ? JSON.stringify(value) : spell(value, isFlow);
}

/** A key, quoted as those beside it are. */
export function keyText(name: string, style: WritingStyle, owner: MapPart | undefined): string {
  const quote = owner?.pairs[0]?.key[0];
  return style.isJson || quote === '"' ? JSON.stringify(name) : spell(name, owner?.isFlow ?? false);
}

type Lines = readonly string[];

/** The lines of a mapping, however its text was. */
export function mapLines(map: MapPart, style: WritingStyle): Lines {
  return isBlock(map) ? blockLines(map, style) : flowLines(map, style);
}

/** Moves lines to the right; blank ones stay empty. */
export function indented(lines: Lines, by: number): Lines {
  return by <= 0 ? lines : lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));
}

/** The comments and blank lines that lines start with, and the others. */
export function cutLead(lines: Lines): { readonly lead: Lines; readonly body: Lines } {
  const index = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  const at = index < 0 ? lines.length : index;
  return { lead: lines.slice(0, at), body: lines.slice(at) };
}

function isBlock(part: Part): part is MapPart | ListPart {
  return part.kind !== 'text' && !part.isFlow && (part.kind === 'map' ? part.pairs : part.items).length > 0;
}

/** What stood in brackets on one line gets lines when comments have come into it. */
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

/** The lines of an entry of a block mapping. */
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
  // Behind the header of a block scalar stands its own text.
  if (/^[|>]/.test(first)) return [...onlyComments([beside]), start, ...rest];
  return [...above, ...[start, ...rest].map((line, i, all) => (i === all.length - 1 ? line + beside : line))];
}

/** The entries of a mapping as they stand between its braces. */
export function pairsInBrackets(map: MapPart, style: WritingStyle): Lines {
  const all = map.pairs.map((pair) => flowPart(pair, style));
  return map.isSpread
    ? all.flatMap((lines, i) =>
        lines.map((line, j) => (j === lines.length - 1 && i < all.length - 1 ? `${line},` : line)),
      )
    : joined(all.flatMap((lines, i) => (i === 0 ? [lines] : [[style.comma], lines])));
}

/** The lines of what stands in brackets, or of a text. */
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

/** What ends a plain scalar between brackets. */
const unsafeInFlow = /[,[\]{}]|:(?:\s|$)/;

function flowText({ lines, origin }: Extract<Part, { kind: 'text' }>, style: WritingStyle): Lines {
  const [first = ''] = lines;
  if (style.isJson || /^["']/.test(first) || (lines.length === 1 && !/^[|>]/.test(first) && !unsafeInFlow.test(first)))
    return lines;
  const value = origin?.kind === 'scalar' && typeof origin.value === 'string' ? origin.value : lines.join(' ');
  return [JSON.stringify(value)];
}

/** One after the other on one line, but where one of them has several. */
function joined(texts: readonly Lines[]): Lines {
  return texts.reduce<string[]>((all, [first = '', ...rest]) => {
    const last = all.pop() ?? '';
    return [...all, last + first, ...rest];
  }, []);
}
