/** Reads a region of a document into parts. Returns none if anything but values, comments and punctuation is in it. */
import type { Document } from '../../tree/document.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';
import type { Span } from '../../text/span.ts';
import { columnAt, lineEndAt, lineStartAt } from '../../text/line.ts';
import {
  dedent,
  deepestCollection,
  indentAt,
  indentOfLine,
  isBlockPart,
  isOpenBlock,
  isSpreadOut,
  nothing,
  openList,
  openMap,
  type Note,
  type Open,
  type OpenItem,
  type OpenPair,
} from './open-part.ts';
import { AnchoredParts, isRepeated } from './anchored-parts.ts';
import type { MapPart, Part } from './part.ts';

export interface PartsRead<P> {
  readonly part: P;
  /** The end of the part with its comments, before the line break. */
  readonly end: number;
}

export interface Stop {
  /** The offset in the document where reading stopped. */
  readonly stop: number;
}

export function readMap(document: Document, mapping: Mapping): PartsRead<MapPart> | Stop {
  const reader = new PartReader(document, mapping.span);
  const part = reader.value(mapping, columnAt(document.text, mapping.span.start));
  return part?.kind === 'map' ? reader.finish(part) : { stop: reader.at };
}

/** Reads one entry of a mapping, for example a resource of a program, as a mapping with only this entry. */
export function readEntry(document: Document, entry: Entry, owner: Mapping): PartsRead<MapPart> | Stop {
  const reader = new PartReader(document, { start: entry.key.start, end: entry.value.span.end });
  const part = reader.lone(entry, owner);
  return part ? reader.finish(part) : { stop: reader.at };
}

/** Reads a text once from start to end. Its state is the offset and the comments that have no part yet. */
class PartReader {
  readonly #text: string;
  readonly #anchored: AnchoredParts;
  #at: number;
  #notes: Note[] = [];
  #last: Open | undefined;
  /** The end of the last line on which a part ended; comments beside a part cannot be below it. */
  #lastEnd = -1;
  /** The end of the last block scalar; blank lines before this offset belong to the scalar. */
  #scalarEnd = -1;
  #line = { start: 0, end: -1 };

  constructor(document: Document, span: Span) {
    this.#text = document.text;
    this.#at = span.start;
    this.#anchored = new AnchoredParts(document, span);
  }

  get at(): number {
    return this.#at;
  }

  /** `column` is the indentation of the line where the value starts. */
  value(value: Value, column: number): Part | undefined {
    if (isRepeated(value)) return this.#alias(value);
    const anchor = this.#anchored.anchorAt(this.#at);
    if (anchor) this.#at = anchor.span.end;
    const part = this.#own(value, column);
    if (anchor && part) this.#anchored.note(anchor, part);
    return part;
  }

  #alias(value: Value): Part | undefined {
    const part = this.#to(value.span.start) ? this.#anchored.repeated(value) : undefined;
    if (part) this.#at = value.span.end;
    return part;
  }

  #own(value: Value, column: number): Part | undefined {
    if (value.kind === 'opaque' || value.kind === 'scalar') return this.#scalar(value, column);
    if (value.isOpen) return undefined;
    if (value.style === 'flow') return this.#flow(value, column);
    return value.kind === 'mapping' ? this.#map(value, column) : this.#list(value, column);
  }

  lone(entry: Entry, owner: Mapping): MapPart | undefined {
    const isFlow = owner.style === 'flow';
    const column = isFlow ? indentAt(this.#text, entry.key.start) : columnAt(this.#text, entry.key.start);
    const pair = this.#pair(entry, column);
    if (!pair) return undefined;
    const isSpread =
      isFlow && /^\s*$/.test(this.#text.slice(lineStartAt(this.#text, entry.key.start), entry.key.start));
    return openMap(owner, { pairs: [pair], isFlow, isSpread, lines: undefined, indent: undefined, column });
  }

  finish(part: MapPart): PartsRead<MapPart> {
    const text = this.#text;
    let end = lineEndAt(text, this.#at);
    if (/^[ \t]*#/.test(text.slice(this.#at, end))) this.#to(end);
    else if (!part.isFlow || text.slice(this.#at, end).trim() === '') this.#at = end;
    else end = this.#at;
    const column = 'column' in part && typeof part.column === 'number' ? part.column : 0;
    const owner =
      part.origin?.kind === 'mapping' && part.origin.entries.length > part.pairs.length ? column + 1 : column;
    const more = part.isFlow
      ? undefined
      : /^(?:\r?\n[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$))+/.exec(text.slice(end, end + 20_000));
    const rows = (more?.[0] ?? '').split('\n').slice(1);
    const first = rows.findIndex((row) => row.trim() !== '' && indentOfLine(row) < Math.max(1, owner));
    const deep = (first < 0 ? rows : rows.slice(0, first)).join('\n').trimEnd();
    if (deep !== '' && more) {
      const stop = end + text.slice(end).indexOf('\n') + 1 + deep.length;
      this.#to(stop);
      end = stop;
    }
    this.#settleBelow(part, -1);
    return { part, end };
  }

  #scalar(value: Value, column: number): Part | undefined {
    const { start, end } = value.span;
    if (start < end && !this.#to(start)) return undefined;
    const written = this.#text.slice(start, end);
    const isBlock = /^[|>]/.test(written);
    const lines = (isBlock ? written.replace(/\r?\n$/, '') : written).split(/\r?\n/);
    const rest = lines.slice(1).map((line) => dedent(line, column));
    if (start < end) this.#at = isBlock && written.endsWith('\n') ? end - (written.endsWith('\r\n') ? 2 : 1) : end;
    if (isBlock) this.#scalarEnd = end;
    return { kind: 'text', lines: [lines[0] ?? '', ...rest], origin: value };
  }

  #map(value: Mapping, outer: number): Part | undefined {
    if (!this.#to(value.span.start)) return undefined;
    const column = columnAt(this.#text, value.span.start);
    const pairs: OpenPair[] = [];
    for (const entry of value.entries) {
      if (!this.#to(entry.key.start)) return undefined;
      this.#settleBelow(pairs.at(-1)?.value, column);
      const pair = this.#pair(entry, column);
      if (!pair) return undefined;
      pairs.push(pair);
    }
    return openMap(value, { pairs, isFlow: false, isSpread: false, lines: undefined, indent: column - outer, column });
  }

  #pair(entry: Entry, column: number): OpenPair | undefined {
    if (entry.isMerged || entry.isOpaqueKey) return undefined;
    const pair: OpenPair = {
      above: this.#takeNotes(),
      name: entry.name,
      key: entry.keyText,
      beside: '',
      value: nothing,
    };
    this.#at = entry.key.end;
    const colon = /^\s*:/.exec(this.#text.slice(this.#at))?.[0];
    if (colon === undefined) return undefined;
    this.#at += colon.length;
    this.#open(pair);
    const value = this.value(entry.value, column);
    if (!value) return undefined;
    pair.value = value;
    if (!isBlockPart(value)) this.#open(pair);
    return pair;
  }

  #list(value: Sequence, outer: number): Part | undefined {
    const column = columnAt(this.#text, value.span.start);
    const items: OpenItem[] = [];
    for (const child of value.items) {
      if (!this.#to(this.#text.length, '-')) return undefined;
      this.#settleBelow(items.at(-1)?.value, column);
      if (columnAt(this.#text, this.#at - 1) !== column) return undefined;
      const item: OpenItem = { above: this.#takeNotes(), beside: '', value: nothing };
      this.#open(item);
      const part = this.value(child, column);
      if (!part) return undefined;
      item.value = part;
      if (!isBlockPart(part)) this.#open(item);
      items.push(item);
    }
    return openList(value, { items, isFlow: false, isSpread: false, lines: undefined, indent: column - outer, column });
  }

  #flow(value: Mapping | Sequence, column: number): Part | undefined {
    const { start, end } = value.span;
    if (!this.#to(start)) return undefined;
    const { count } = this.#anchored;
    const isMap = value.kind === 'mapping';
    if (this.#text[start] !== (isMap ? '{' : '[')) return undefined;
    this.#at = start + 1;
    const pairs: OpenPair[] = [];
    const items: OpenItem[] = [];
    for (const part of isMap ? value.entries : value.items) {
      if (!this.#to('key' in part ? part.key.start : part.span.start, undefined, ',')) return undefined;
      const inner = indentOfLine(this.#text.slice(this.#lineHere().start, this.#at));
      if ('key' in part) {
        const pair = this.#pair(part, inner);
        if (!pair) return undefined;
        pairs.push(pair);
        continue;
      }
      const item: OpenItem = { above: this.#takeNotes(), beside: '', value: nothing };
      const read = this.value(part, inner);
      if (!read) return undefined;
      item.value = read;
      this.#open(item);
      items.push(item);
    }
    if (!this.#to(end - 1, undefined, ',')) return undefined;
    this.#at = end;
    const rows = this.#text.slice(start, end).split(/\r?\n/);
    const isAsWritten = this.#anchored.count === count;
    const lines = isAsWritten ? rows.map((line, i) => (i === 0 ? line : dedent(line, column))) : undefined;
    const isSpread = isSpreadOut(value, this.#text);
    const shape = { isFlow: true, isSpread, lines, indent: undefined, column };
    const below = this.#takeNotes();
    return isMap
      ? { ...openMap(value, { ...shape, pairs }), below }
      : { ...openList(value, { ...shape, items }), below };
  }

  #open(last: Open): void {
    this.#last = last;
    this.#lastEnd = this.#lineHere().end;
  }

  /** Takes the pending notes, to be written above the next part. */
  #takeNotes(): string[] {
    const notes = this.#notes.map(({ text }) => text);
    this.#notes = [];
    return notes;
  }

  /** Gives pending notes that are indented deeper than `column` to the collections that just ended. */
  #settleBelow(part: Part | undefined, column: number): void {
    const stop = this.#notes.findLastIndex((note) => note.text !== '' && note.column > column);
    const isAll = this.#notes.slice(0, stop + 1).every((note) => note.text === '' || note.column > column);
    if (stop < 0 || !isAll || !part || !isOpenBlock(part)) return;
    const comments = this.#notes.splice(0, stop + 1).filter((note) => note.text !== '');
    for (const note of comments) deepestCollection(part, note.column).below.push(note.text);
  }

  /** Returns false if anything except blanks, comments and `allowed` is before the offset or the sign. */
  #to(stop: number, sign?: string, allowed = ''): boolean {
    const text = this.#text;
    while (this.#at < stop) {
      const character = text[this.#at] ?? '';
      if (character === sign && /[\s]/.test(text[this.#at + 1] ?? '\n')) {
        this.#at++;
        return true;
      }
      if (character === '#' && /(?:^|\s)$/.test(text.slice(Math.max(0, this.#at - 1), this.#at))) this.#comment();
      else if (character === '\n') this.#lineBreak();
      else if (/[ \t\r]/.test(character) || (character !== '' && allowed.includes(character))) this.#at++;
      else return false;
    }
    return sign === undefined && this.#at === stop;
  }

  #comment(): void {
    const text = this.#text;
    const end = lineEndAt(text, this.#at);
    const lineStart = lineStartAt(text, this.#at);
    const lead = text.slice(lineStart, this.#at);
    const comment = text.slice(this.#at, end).trimEnd();
    const isBeside = lead.trim() !== '' && this.#last?.beside === '' && this.#lastEnd >= this.#at;
    if (isBeside && this.#last) this.#last.beside = (/[ \t]*$/.exec(lead)?.[0] ?? '') + comment;
    else this.#notes.push({ text: comment, column: lead.trim() === '' ? lead.length : 0 });
    this.#at = end;
  }

  /** The current line. It is cached, because JSON may be one long line. */
  #lineHere(): { readonly start: number; readonly end: number } {
    const [text, at] = [this.#text, this.#at];
    if (at < this.#line.start || at > this.#line.end)
      this.#line = { start: lineStartAt(text, at), end: lineEndAt(text, at) };
    return this.#line;
  }

  #lineBreak(): void {
    const { length } = this.#text.slice(lineStartAt(this.#text, this.#at), this.#at).trim();
    this.#at++;
    if (length === 0 && this.#at > this.#scalarEnd) this.#notes.push({ text: '', column: 0 });
  }
}
