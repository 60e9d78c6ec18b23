/**
 * Cuts a long dump of a cluster into parts that are read one after the other, because the trees of all its objects have
 * no room: a List into its items, and a stream of YAML documents. Each part is a text of its own.
 */
import { isJson } from '../../frontends/documents/cut.ts';
import { cutList } from '../../frontends/documents/list-items.ts';
import { segment, type Segment } from '../../frontends/yaml/segment.ts';
import type { TextOrigin } from '../../tree/document.ts';

export interface DumpPart {
  readonly text: string;
  readonly origin: TextOrigin;
}

/** In UTF-16 units. A shorter text is one part. */
const longDump = 2 * 1024 * 1024;

/** In UTF-16 units. A longer text that cannot be cut has no room. */
export const longestWhole = 64 * 1024 * 1024;

/** In UTF-16 units; a single object can be longer. Small, because a related place in another part is read again. */
const longPart = 16 * 1024;

/** Undefined for a text that must be read as a whole. */
export function cutDump(text: string): readonly DumpPart[] | undefined {
  if (text.length < longDump) return undefined;
  // The comment applies to the whole text, and a carriage return alone ends a line in another way.
  if (text.includes('endpoints: ignore-file') || (text.includes('\r') && /\r(?!\n)/.test(text))) return undefined;
  const cut = isJson(text) ? jsonList(text) : yamlList(text);
  return cut && partsOf(text, cut);
}

/** The start and the end of each piece, and what must be around it in a text of its own. */
interface Pieces {
  readonly head: string;
  readonly tail: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function partsOf(text: string, { head, tail, starts, ends }: Pieces): readonly DumpPart[] {
  const parts: DumpPart[] = [];
  const headLines = head.split('\n').length - 1;
  let line = 0;
  let counted = 0;
  for (let first = 0; first < starts.length;) {
    const start = starts[first] ?? 0;
    let last = first;
    while (last + 1 < ends.length && (ends[last + 1] ?? 0) - start <= longPart) last++;
    for (let at = text.indexOf('\n', counted); at >= 0 && at < start; at = text.indexOf('\n', counted)) {
      line++;
      counted = at + 1;
    }
    const origin = {
      lines: line - headLines,
      firstLine: headLines,
      columns: start - counted,
    };
    parts.push({ text: head + text.slice(start, ends[last]) + tail, origin });
    first = last + 1;
  }
  return parts;
}

function yamlList(text: string): Pieces | undefined {
  const documents = segment(text);
  if (documents.length > 1) return { head: '', tail: '', ...boundsOf(documents) };
  const cuts = cutList({ start: 0, text });
  const items = cuts?.filter(({ role }) => role === 'item') ?? [];
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return undefined;
  return { head: text.slice(0, first.start), tail: text.slice(last.start + last.text.length), ...boundsOf(items) };
}

function boundsOf(pieces: readonly Segment[]): Pick<Pieces, 'starts' | 'ends'> {
  return { starts: pieces.map(({ start }) => start), ends: pieces.map(({ start, text }) => start + text.length) };
}

/** In UTF-16 units: kind, apiVersion and metadata of a List. */
const longFrame = 10_000;

/** The objects in `items` of a JSON object, with whatever white space; undefined for any other text. */
function jsonList(text: string): Pieces | undefined {
  const list =
    /^\s*\{(?:\s*"(?:apiVersion|kind)"\s*:\s*"[\w/.]*"\s*,|\s*"metadata"\s*:\s*\{[^{}]*\}\s*,)*\s*"items"\s*:\s*\[/.exec(
      text.slice(0, longFrame),
    );
  if (!list) return undefined;
  const starts: number[] = [];
  const ends: number[] = [];
  let at = list[0].length;
  for (;;) {
    const start = nextToken(text, at);
    const end = text[start] === '{' ? endOfObject(text, start) : undefined;
    if (end === undefined) return undefined;
    starts.push(start);
    ends.push(end);
    at = nextToken(text, end);
    if (text[at] === ']') break;
    if (text[at] !== ',') return undefined;
    at++;
  }
  const tail = text.slice(ends.at(-1));
  const isList = /"kind"\s*:\s*"List"/.test(list[0] + tail);
  const isFrame =
    isList && tail.length < longFrame && !tail.includes('"items"') && isJsonObject(`{"items": [{}${tail}`);
  // On a line of its own, an object is not shown behind the head.
  return isFrame ? { head: `${list[0]}\n`, tail, starts, ends } : undefined;
}

function isJsonObject(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The reader reports it.
    return false;
  }
}

function nextToken(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** The offset behind the brace that closes the object; undefined without one. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The offset of the quote that ends the string; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
