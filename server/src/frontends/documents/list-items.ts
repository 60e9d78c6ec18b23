/**
 * Cuts a long List, as kubectl prints it, into its items without parsing them: at the lines with a dash in the column
 * of the first dash, which cannot be inside an item. Declines items that depend on each other (anchors, templates).
 */
import type { Document } from '../../tree/document.ts';
import { isNull, stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import { isForeignTemplate } from '../template.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { segment, type Segment } from '../yaml/segment.ts';

export interface Cut extends Segment {
  readonly isYaml: boolean;
  readonly role: Document['role'];
}

/** A shorter List is one document (in UTF-16 units). */
export const longList = 20_000;

/** The items and the frame around them; undefined if the text is not a long List or must be read as a whole. */
export function cutList({ start, text }: Segment): readonly Cut[] | undefined {
  if (text.length < longList || text.includes('{{') || isForeignTemplate(text)) return undefined;
  const key = /^items:[ \t]*(?:#[^\n]*)?\r?\n/m.exec(text);
  if (!key) return undefined;
  const from = key.index + key[0].length;
  const column = columnOf(text, from);
  const end = column === undefined ? from : endOfItems(text, from, column);
  const [head, tail] = [text.slice(0, from), text.slice(end)];
  if (column === undefined || !isFrame(head, tail)) return undefined;
  const items = cutItems({ start: start + from, text: text.slice(from, end) }, column);
  const frame = (at: number, part: string): Cut => ({ start: at, text: part, isYaml: true, role: 'frame' });
  return items && [frame(start, head), ...items, ...(tail === '' ? [] : [frame(start + end, tail)])];
}

/** The items of a region that starts and ends with whole items; undefined if the region contains anything else. */
export function recutItems(stretch: Segment): readonly Cut[] | undefined {
  const { text } = stretch;
  const isWhole = text.includes('{{') || isForeignTemplate(text) || segment(text).length > 1;
  const column = isWhole ? undefined : columnOf(text, 0);
  return column === undefined || endOfItems(text, 0, column) < text.length ? undefined : cutItems(stretch, column);
}

/** The column of the dash in the first line with content; undefined if that line does not start with a dash. */
function columnOf(text: string, from: number): number | undefined {
  const first = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)-(?=[ \r\n])/y;
  first.lastIndex = from;
  return first.exec(text)?.[1]?.length;
}

/** A line at or before the dashes' column starts something else, unless it is a word still being typed. */
function endOfItems(text: string, from: number, column: number): number {
  const outer = column > 0 ? ` {0,${column - 1}}[^ #\\r\\n]|` : '';
  const other = new RegExp(`^(?:${outer} {${column}}(?!-(?:[ \\r\\n]|$))[^ #\\r\\n])[^\\n]*`, 'gm');
  other.lastIndex = from;
  for (let match = other.exec(text); match; match = other.exec(text)) {
    if (/:(?:[ \t\r]|$)/.test(match[0])) return match.index;
  }
  return text.length;
}

/** Text that may connect items, and line breaks that regular expressions and YAML treat differently. */
const ties =
  /(?:^ *|[:\-,[{][ \t]+|[[{])[&*]\S|^\.\.\.(?:[ \t\r]|$)|[|>](?:\d?\+|\+\d?)[ \t]*(?:#.*)?\r?$|\r(?!\n)|[\u0085\u2028\u2029]/m;

/** Comments on their own lines belong to the item below. */
function cutItems({ start, text }: Segment, column: number): readonly Cut[] | undefined {
  if (ties.test(text)) return undefined;
  const cuts: Cut[] = [];
  const dash = new RegExp(`^ {${column}}-(?=[ \\r\\n]|$)`, 'gm');
  let from = 0;
  const add = (to: number): void => {
    if (to > from) cuts.push({ start: start + from, text: text.slice(from, to), isYaml: true, role: 'item' });
    from = to;
  };
  dash.exec(text);
  for (let match = dash.exec(text); match; match = dash.exec(text)) {
    const above = startOfComments(text, match.index, column);
    if (above === undefined) return undefined;
    add(above);
  }
  add(text.length);
  return cuts;
}

/** Undefined for an ignore comment that one reader would assign to the previous item. */
function startOfComments(text: string, at: number, column: number): number | undefined {
  let start = at;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(above, start);
    const bare = line.trim();
    if (bare !== '' && !bare.startsWith('#')) return start;
    if (bare !== '' && line.indexOf('#') > column) return bare.includes('endpoints:') ? undefined : start;
    start = above;
  }
  return start;
}

const frameNames = ['apiVersion', 'kind', 'metadata', 'items'];

function isFrame(head: string, tail: string): boolean {
  const above = readFrame(head);
  const below = /^[ \t]*[^\s#]/m.test(tail) ? readFrame(tail)?.entries : [];
  if (!above || !below || above.entries.at(-1)?.name !== 'items' || !isNull(valueOf(above, 'items'))) return false;
  const entries = [...above.entries, ...below];
  const kind = entries.find(({ name }) => name === 'kind');
  const names = new Set(entries.map(({ name }) => name));
  return (
    stringOf(kind?.value) === 'List' &&
    names.size === entries.length &&
    entries.every(({ name }) => frameNames.includes(name))
  );
}

/** Undefined if the text is ambiguous, or contains an ignore comment, which may apply to all items. */
function readFrame(text: string): Mapping | undefined {
  if (text.length > longList || /endpoints:[ \t]*ignore(?!-file)/.test(text)) return undefined;
  const { root, issues } = readYaml(text, 'kubernetes', []);
  return issues.length === 0 && root?.kind === 'mapping' ? root : undefined;
}
