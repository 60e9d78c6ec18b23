/** Prints parts as text of a program: objects by their classes, short collections on one line. */
import type { Type } from '../../contract/type.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import {
  listPart,
  mapPart,
  pairPart,
  textPart,
  type ItemPart,
  type ListPart,
  type MapPart,
  type PairPart,
  type Part,
} from '../parts/part.ts';
import { listFrame, mapFrame, objectFrame, pairFrame, scalarIn, type CodeStyle, type Brackets } from './code-style.ts';
import { innerType } from './sdk-classes.ts';

/** The lines of a value. The first one has no indentation, the others are indented relative to the line where it starts. */
type Lines = readonly string[];

/** Where a value is printed. */
interface Place {
  readonly type: Type | undefined;
  /** The indentation of the line where it starts, in columns. */
  readonly column: number;
  /** The columns before and behind it on its line. */
  readonly beside: number;
}

/**
 * Prints a part at a place with this contract type; undefined where the language cannot write it, for example a field
 * of an unknown class in Go. `column` is the indentation of the line where it starts, `beside` what else is on it.
 */
export function printPart(
  part: Part,
  type: Type | undefined,
  style: CodeStyle,
  { column, beside = 0 }: { readonly column: number; readonly beside?: number },
): Lines | undefined {
  return printed(part, { type, column, beside }, style, new Map());
}

/** New data as a part; undefined where the language cannot write it. */
export function partOf(value: Plain, style: CodeStyle): Part | undefined {
  if (value === null) {
    const nothing = {
      typescript: 'null',
      javascript: 'null',
      python: 'None',
      go: 'nil',
      csharp: 'null',
      java: undefined,
    };
    const text = nothing[style.language];
    return text === undefined ? undefined : textPart(text);
  }
  if (typeof value !== 'object') {
    const text = scalarIn(value, style);
    return text === undefined ? undefined : textPart(text);
  }
  if (Array.isArray(value)) {
    const items = value.map((item: Plain) => partOf(item, style));
    if (!items.every((item) => item !== undefined)) return undefined;
    return listPart(
      items.map((item) => ({ above: [], beside: '', value: item })),
      { isFlow: true },
    );
  }
  const pairs = Object.entries(value).map(([name, each]: [string, Plain]) => {
    const part = partOf(each, style);
    return part && pairPart(name, name, part);
  });
  return pairs.every((pair) => pair !== undefined) ? mapPart(pairs, { isFlow: true }) : undefined;
}

/** The text of a part on one line, by the part: it does not depend on the place. */
type Known = Map<Part, string | undefined>;

function printed(part: Part, place: Place, style: CodeStyle, known: Known): Lines | undefined {
  if (part.kind === 'text') return part.lines;
  if (part.lines && isAsWritten(part, place.type, style)) return part.lines;
  const frame = frameOf(part, place.type, style);
  if (!frame) return undefined;
  const inOne = onOneLine(part, place.type, style, known);
  if (inOne !== undefined && place.column + place.beside + inOne.length <= style.width) return [inOne];
  return embraced(part, frame, place, style, known) ?? spread(part, frame, place, style, known);
}

function frameOf(part: MapPart | ListPart, type: Type | undefined, style: CodeStyle): Brackets | undefined {
  if (part.kind === 'list') return listFrame(type?.kind === 'list' ? type : undefined, style);
  if (isMap(type)) return mapFrame(type?.kind === 'map' ? type : undefined, part.pairs.length, style);
  return objectFrame(type?.kind === 'object' ? type : undefined, style);
}

/** A value of no known type is a map: its keys stay as they are. */
function isMap(type: Type | undefined): boolean {
  return type?.kind !== 'object';
}

function emptyText(part: MapPart | ListPart, { open, close }: Brackets, { language }: CodeStyle): string {
  if (language === 'csharp' && part.kind === 'map' && open.length > 1) return open.replace(/ \{$/, '()');
  return language === 'csharp' ? '{ }' : open + close;
}

/** True where the text of the part can be kept: no class in it would have another name. */
function isAsWritten(part: MapPart | ListPart, type: Type | undefined, { language }: CodeStyle): boolean {
  return language === 'typescript' || language === 'javascript' || part.type === type;
}

interface PartSlot extends ItemPart {
  /** Undefined for an item. */
  readonly pair: PairPart | undefined;
}

function slotsOf(part: MapPart | ListPart): readonly PartSlot[] {
  if (part.kind === 'list') return part.items.map((item) => ({ ...item, pair: undefined }));
  return part.pairs.map((pair) => ({ ...pair, pair }));
}

/** Undefined for a part that needs several lines, or that the language cannot write. */
function onOneLine(part: Part, type: Type | undefined, style: CodeStyle, known: Known): string | undefined {
  if (!known.has(part)) known.set(part, joined(part, type, style, known));
  return known.get(part);
}

function joined(part: Part, type: Type | undefined, style: CodeStyle, known: Known): string | undefined {
  if (part.kind === 'text') return part.lines.length === 1 ? part.lines[0] : undefined;
  if (part.lines && isAsWritten(part, type, style)) return part.lines.length === 1 ? part.lines[0] : undefined;
  const frame = frameOf(part, type, style);
  if (!frame || part.isSpread || part.below.length > 0) return undefined;
  const texts: string[] = [];
  const slots = slotsOf(part);
  for (const each of slots) {
    const around = each.pair ? besideValue(each.pair, slots.length, type, style) : { before: '', after: '' };
    const text = onOneLine(each.value, innerType(type, each.pair?.name ?? 0), style, known);
    if (!around || text === undefined || each.above.length > 0 || each.beside !== '') return undefined;
    texts.push(around.before + text + around.after);
  }
  if (texts.length === 0) return emptyText(part, frame, style);
  return frame.open + frame.pad + texts.join(frame.isChain ? '' : ', ') + frame.pad + frame.close;
}

/** What is around the value of an entry. A written key keeps its form. */
function besideValue(
  { name, key, isShorthand, value }: PairPart,
  count: number,
  type: Type | undefined,
  style: CodeStyle,
): { readonly before: string; readonly after: string } | undefined {
  if (isShorthand && value.kind === 'text' && value.lines[0] === key) return { before: '', after: '' };
  const spelled = pairFrame(name, isMap(type), count, style);
  // A key in quotes is no name of an argument.
  const isOther = /^["'`]/.test(key) !== /^\W*["'`]/.test(spelled?.before ?? '');
  if (!spelled || key === name || (isOther && style.language === 'python')) return spelled;
  return { ...spelled, before: spelled.before.replace(written, () => key) };
}

const written = /(?<=^\W*)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w$]+)/;

interface Child {
  readonly above: Lines;
  readonly before: string;
  readonly lines: Lines;
  readonly after: string;
  readonly beside: string;
}

function childrenOf(
  part: MapPart | ListPart,
  { type, column }: Place,
  style: CodeStyle,
  known: Known,
): Child[] | undefined {
  const children: Child[] = [];
  const slots = slotsOf(part);
  for (const each of slots) {
    const around = each.pair ? besideValue(each.pair, slots.length, type, style) : { before: '', after: '' };
    if (!around) return undefined;
    const place = {
      type: innerType(type, each.pair?.name ?? 0),
      column,
      beside: around.before.length + around.after.length + 1,
    };
    const lines = printed(each.value, place, style, known);
    if (!lines) return undefined;
    children.push({ ...around, above: each.above, lines, beside: each.beside });
  }
  return children;
}

/** The only item of a list starts and ends on the lines of the brackets, where the language is written so. */
function embraced(
  part: MapPart | ListPart,
  frame: Brackets,
  place: Place,
  style: CodeStyle,
  known: Known,
): Lines | undefined {
  if (part.kind === 'map' || part.items.length !== 1 || part.isSpread || part.below.length > 0) return undefined;
  if (frame.isOnOwnLine || style.language === 'go' || style.language === 'python') return undefined;
  const [only] = childrenOf(part, place, style, known) ?? [];
  if (!only || only.lines.length < 2 || only.above.length > 0 || only.beside !== '') return undefined;
  return [frame.open + (only.lines[0] ?? ''), ...only.lines.slice(1, -1), (only.lines.at(-1) ?? '') + frame.close];
}

/** One line or more for each part. */
function spread(
  part: MapPart | ListPart,
  frame: Brackets,
  place: Place,
  style: CodeStyle,
  known: Known,
): Lines | undefined {
  const { indent } = style;
  const children = childrenOf(part, { ...place, column: place.column + indent.length }, style, known);
  if (!children) return undefined;
  const closed = frame.open === '' ? withoutCommentsAtEnd(children, part.below) : children;
  const all = style.language === 'go' ? aligned(closed) : closed;
  const inside = all.flatMap(({ above, before, lines, after, beside }, i) => {
    const isLast = i === all.length - 1;
    const end = after + (frame.isChain || (isLast && !frame.hasLastComma) ? '' : ',') + beside;
    const [first = '', ...rest] = lines;
    // A bracket on its own line follows the name directly.
    const start = first === '' ? before.trimEnd() : before + first;
    const own = [start, ...rest];
    return [...above, ...own.map((line, j) => (j === own.length - 1 ? line + end : line))];
  });
  const body = [...inside, ...part.below].map((line) => (line === '' ? '' : indent + line));
  const { open, close } = frame;
  if (frame.isChain) return [open, ...body, indent + close];
  if (open === '') return ['', ...body.slice(0, body.length - part.below.length)];
  if (!frame.isOnOwnLine) return [open, ...body, close];
  return [open.replace(/\s*\{$/, ''), '{', ...body, close];
}

/** The closing bracket follows the last part on its line: comments there come above the part. */
function withoutCommentsAtEnd(children: readonly Child[], below: Lines): readonly Child[] {
  return children.map((child, i) => {
    if (i < children.length - 1) return child;
    const beside = child.beside === '' ? [] : [child.beside.trim()];
    return { ...child, above: [...child.above, ...beside, ...below], beside: '' };
  });
}

/** As gofmt does: the values of neighbouring entries on one line each start in one column. */
function aligned(children: readonly Child[]): readonly Child[] {
  const widths = children.map(({ before, lines }) => (lines.length === 1 ? [...before].length : 0));
  return children.map((child, i) => {
    if (widths[i] === 0 || child.before === '') return child;
    let [from, to] = [i, i];
    while (from > 0 && widths[from - 1] && children[from]?.above.length === 0) from--;
    while (widths[to + 1] && children[to + 1]?.above.length === 0) to++;
    const blanks = Math.max(...widths.slice(from, to + 1)) - (widths[i] ?? 0);
    return { ...child, before: child.before + ' '.repeat(blanks) };
  });
}
