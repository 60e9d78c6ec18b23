/** Writes values, arguments and blocks of HCL in the layout of `terraform fmt`. */
import { isIdentifier, quotedHcl } from './print-fields.ts';
import { onlyComments, type ItemPart, type ListPart, type MapPart, type PairPart, type Part } from '../parts/part.ts';

/** A line in the parts that are aligned with those of the lines around it. */
interface Row {
  readonly indent: number;
  readonly lead: string;
  /** From the equals sign; undefined where nothing is assigned on the line, or a bracket stays open. */
  readonly assign?: string;
  /** The comment behind the code. */
  readonly comment?: string;
}

export type Rows = readonly Row[];

/** The lines without indentation, and with their equals signs and comments below each other. */
export function linesOfRows(rows: Rows): readonly string[] {
  const texts = rows.map(({ indent, lead }) => (lead === '' ? '' : '  '.repeat(indent) + lead));
  const assigned = aligned(texts, (i) => rows[i]?.assign);
  return aligned(assigned, (i) => rows[i]?.comment).map((line) => line.trimEnd());
}

/** The texts with more behind them, which starts in one column for consecutive lines. */
function aligned(texts: readonly string[], moreOf: (index: number) => string | undefined): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < texts.length;) {
    let end = start;
    while (end < texts.length && moreOf(end) !== undefined) end++;
    const group = texts.slice(start, end);
    const width = Math.max(0, ...group.map(widthOf));
    for (const [i, text] of group.entries())
      lines.push(`${text}${' '.repeat(width - widthOf(text))} ${moreOf(start + i) ?? ''}`);
    if (end === start) lines.push(texts[end++] ?? '');
    start = end;
  }
  return lines;
}

function widthOf(text: string): number {
  return [...text].length;
}

export function indentedRows(rows: Rows, by = 1): Rows {
  return rows.map((row) => ({ ...row, indent: row.indent + by }));
}

export function plainRow(lead: string): Row {
  return { indent: 0, lead };
}

const blank = plainRow('');

/** The parts of a body with a blank line around each one that has several lines of its own. */
export function spacedRows(parts: readonly { readonly rows: Rows; readonly isBlock: boolean }[]): Rows {
  return parts.flatMap(({ rows, isBlock }, i) => {
    const isApart = i > 0 && (isBlock || parts[i - 1]?.isBlock === true);
    return isApart ? [blank, ...rows] : rows;
  });
}

/** A block around a body: `subset { … }`. */
export function blockRows(head: string, body: Rows): Rows {
  if (body.length === 0) return [plainRow(`${head} {}`)];
  return [plainRow(`${head} {`), ...indentedRows(body), plainRow('}')];
}

/** `name = value`, with the comments of the entry. */
export function argumentRows(name: string, argument: Omit<PairPart, 'name' | 'key'>): Rows {
  const { above, beside, value } = withCommentBehind(argument);
  const written = valueRows(value);
  const [first, ...rest] = written;
  const [comment] = onlyComments([beside]);
  const comments = commentRows(above);
  if (rest.length > 0) return [...comments, ...commentRows([beside]), ...multiLine(`${name} = `, written)];
  return [...comments, { ...plainRow(name), assign: `= ${first}`, ...(comment !== undefined && { comment }) }];
}

/** The comment of the only item of a list is that of the argument. */
function withCommentBehind(argument: Omit<PairPart, 'name' | 'key'>): Omit<PairPart, 'name' | 'key'> {
  const { value, beside } = argument;
  const [item, ...others] = value.kind === 'list' ? value.items : [];
  const isOnly = item !== undefined && others.length === 0 && item.value.kind === 'text';
  if (!isOnly || value.kind !== 'list' || onlyComments([beside]).length > 0) return argument;
  return { ...argument, beside: item.beside, value: { ...value, items: [{ ...item, beside: '' }] } };
}

/** A text for the line where the value starts, and the rows behind it. */
type ValueRows = readonly [first: string, ...rest: Row[]];

function multiLine(lead: string, [first, ...rest]: ValueRows): Rows {
  return [plainRow(lead + first), ...rest];
}

export function commentRows(comments: readonly string[]): Rows {
  return onlyComments(comments).flatMap((comment) => comment.split('\n').map((line) => plainRow(line.trim())));
}

/** Wider lists have a line for each item. */
const widest = 80;

function valueRows(part: Part): ValueRows {
  const inline = inlineText(part);
  if (inline !== undefined) return [inline];
  if (part.kind === 'text') {
    const [first = '', ...rest] = part.lines;
    return [first, ...rest.map(plainRow)];
  }
  const below = commentRows(part.below);
  if (part.kind === 'map') return ['{', ...indentedRows([...mapRows(part), ...below]), plainRow('}')];
  return ['[', ...indentedRows([...part.items.flatMap(itemRows), ...below]), plainRow(']')];
}

/** The entries of an object, one below the other. */
export function mapRows({ pairs }: MapPart): Rows {
  return pairs.flatMap((pair) => argumentRows(keyOf(pair), pair));
}

function itemRows({ above, beside, value }: ItemPart): Rows {
  const [first, ...rest] = valueRows(value);
  const [comment] = onlyComments([beside]);
  if (rest.length === 0)
    return [...commentRows(above), { ...plainRow(`${first},`), ...(comment !== undefined && { comment }) }];
  const last = rest.at(-1) ?? blank;
  const closed = [...rest.slice(0, -1), { ...last, lead: `${last.lead},` }];
  return [...commentRows([...above, beside]), plainRow(first), ...closed];
}

/** On one line: a short text or list, or an object that is written so. Undefined for anything else. */
function inlineText(part: Part): string | undefined {
  if (part.kind === 'text') return part.lines.length === 1 ? part.lines[0] : undefined;
  if (part.below.length > 0) return undefined;
  return part.kind === 'list' ? inlineList(part) : inlineMap(part);
}

function inlineList({ items }: ListPart): string | undefined {
  const texts = items.map(({ value, ...item }) => (hasComments(item) ? undefined : inlineText(value)));
  const isPlain = texts.every((text) => text !== undefined) && items.every(({ value }) => value.kind === 'text');
  const text = `[${texts.join(', ')}]`;
  return isPlain && text.length <= widest ? text : undefined;
}

function inlineMap({ pairs, isFlow, isSpread, origin }: MapPart): string | undefined {
  if (pairs.length === 0) return '{}';
  const isNew = origin === undefined && pairs.length === 1;
  if (!isNew && (isSpread || !isFlow)) return undefined;
  const texts = pairs.map((pair) => {
    const text = hasComments(pair) || pair.value.kind !== 'text' ? undefined : inlineText(pair.value);
    return text === undefined ? undefined : `${keyOf(pair)} = ${text}`;
  });
  const text = `{ ${texts.join(', ')} }`;
  return texts.every((each) => each !== undefined) && text.length <= widest ? text : undefined;
}

function hasComments({ above, beside }: Omit<ItemPart, 'value'>): boolean {
  return onlyComments([...above, beside]).length > 0;
}

/** As it is written, or in quotes where the name of a new entry is no word. */
function keyOf({ key, name }: PairPart): string {
  return key === name && !isIdentifier(name) ? quotedHcl(name) : key;
}

export function hclLiteral(value: string | number | bigint | boolean): string {
  return typeof value === 'string' ? quotedHcl(value) : String(value);
}
