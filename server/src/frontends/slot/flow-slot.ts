/** Finds the slot at an offset inside brackets (flow YAML and JSON, finished or not) and what is expected there. */
import type { Span } from '../../text/span.ts';
import { trailingStart } from '../../text/trailing.ts';
import { quotedWordEnd, quoteEnd, wordText } from './lines.ts';

/** A collection that is open at the offset. `names` grows while the text after the offset is read. */
export interface FlowLevel {
  readonly isMapping: boolean;
  /** The scalars by their names; empty texts for other values. */
  readonly names: Map<string, string>;
  /** The entry or item that contains the next level, or the slot. */
  step: string | number;
  state: 'key' | 'colon' | 'value' | 'done';
  /** The end of the last entry or item, where a missing comma belongs. */
  last: number;
}

export interface FlowPlace {
  readonly levels: readonly FlowLevel[];
  readonly kind: 'key' | 'value' | 'item';
  readonly word: Span;
  /** The offset where a comma is missing before the slot. */
  readonly commaAt: number | undefined;
  /** What follows the word; `value` if its colon is missing. */
  readonly next: 'colon' | 'comma' | 'end' | 'value' | 'other';
}

interface Token {
  readonly kind: 'open' | 'close' | 'comma' | 'colon' | 'word' | 'end';
  readonly start: number;
  readonly end: number;
}

/** Undefined in a comment, or if the collection that opens at `from` is closed before the offset. */
export function flowPlace(text: string, from: number, offset: number, isJson: boolean): FlowPlace | undefined {
  const levels: FlowLevel[] = [];
  for (let at = from; ;) {
    const token = atPlace(text, readToken(text, at, isJson), offset);
    const isIn = token.kind === 'word' && token.start <= offset && offset <= token.end;
    if (isIn || offset <= token.start) {
      const place = placeAt(text, levels, isIn ? token : { start: offset, end: offset }, at);
      return place && complete(text, levels, place, isIn ? token.end : at, isJson);
    }
    take(text, levels, token);
    if (levels.length === 0) return undefined;
    at = token.end;
  }
}

/** The token at the offset. A quote that is being typed may end earlier. */
function atPlace(text: string, token: Token, offset: number): Token {
  const { kind, start, end } = token;
  if (kind !== 'word' || offset < start || offset > end || !/["']/.test(text[start] ?? '')) return token;
  const line = text.indexOf('\n', start);
  return { kind, start, end: Math.min(end, quotedWordEnd(text, start, line < 0 ? text.length : line, offset)) };
}

type Place = Omit<FlowPlace, 'next'>;

function placeAt(text: string, levels: readonly FlowLevel[], word: Span, from: number): Place | undefined {
  const level = levels.at(-1);
  const gap = text.slice(from, word.start);
  if (!level || /#[^\n]*$/.test(gap)) return undefined;
  const isOnOtherLine = text.slice(level.last, word.start).includes('\n');
  // After a key without a colon, only a new line can start something.
  if (level.state === 'colon' && !isOnOtherLine) return undefined;
  const commaAt = level.state === 'done' || level.state === 'colon' ? level.last : undefined;
  const kind = !level.isMapping ? 'item' : level.state === 'value' ? 'value' : 'key';
  return { levels: levels.map((each) => ({ ...each })), kind, word: { start: word.start, end: word.end }, commaAt };
}

/** Reads on after the slot: what follows, and what else its collections contain. */
function complete(text: string, levels: FlowLevel[], place: Place, from: number, isJson: boolean): FlowPlace {
  const depth = levels.length;
  let next: FlowPlace['next'] | undefined;
  if (place.word.end > place.word.start) settle(levels, place.kind);
  let isKnown = isTold(place);
  for (let at = from; ;) {
    const token = readToken(text, at, isJson);
    next ??= nextOf(text, place, token);
    take(text, levels, token);
    if (token.kind === 'word' && levels.length <= depth) isKnown ||= isTold(place);
    if (token.kind === 'end' || levels.length === 0 || (levels.length < depth && isKnown)) return { ...place, next };
    at = token.end;
  }
}

function isTold({ levels }: Place): boolean {
  return levels.some(({ names }) => names.has('kind') || names.has('type'));
}

/** The state after the word at the cursor. What follows a key is not the value of the previous key. */
function settle(levels: readonly FlowLevel[], kind: FlowPlace['kind']): void {
  const level = levels.at(-1);
  if (level) Object.assign(level, kind === 'key' ? { state: 'colon', step: '' } : { state: 'done' });
}

function nextOf(text: string, { kind, word }: Place, { kind: found, start, end }: Token): FlowPlace['next'] {
  if (found === 'colon' || found === 'comma') return found;
  if (found === 'close' || found === 'end') return 'end';
  const isOnLine = word.end > word.start && !text.slice(word.end, start).includes('\n');
  const isKey = found === 'word' && /^\s*:/.test(text.slice(end, end + 20));
  return kind === 'key' && isOnLine && !isKey ? 'value' : 'other';
}

function take(text: string, levels: FlowLevel[], token: Token): void {
  const level = levels.at(-1);
  switch (token.kind) {
    case 'open': {
      const isMapping = text[token.start] === '{';
      const state = isMapping ? 'key' : 'value';
      levels.push({ isMapping, names: new Map(), step: isMapping ? '' : 0, state, last: token.end });
      break;
    }
    case 'close': {
      levels.pop();
      const outer = levels.at(-1);
      if (outer) Object.assign(outer, { state: 'done', last: token.end });
      break;
    }
    case 'comma':
      if (!level) break;
      level.state = level.isMapping ? 'key' : 'value';
      if (typeof level.step === 'number') level.step++;
      break;
    case 'colon':
      if (level?.state === 'colon') level.state = 'value';
      break;
    case 'word':
      if (level) takeWord(level, wordText(text, token), token.end);
      break;
    case 'end':
  }
}

function takeWord(level: FlowLevel, word: string, end: number): void {
  if (!level.isMapping) level.state = 'done';
  else if (level.state === 'value') {
    if (level.step !== '') level.names.set(String(level.step), word);
    level.state = 'done';
  } else {
    level.step = word;
    level.names.set(word, '');
    level.state = 'colon';
  }
  level.last = end;
}

function readToken(text: string, from: number, isJson: boolean): Token {
  const blank = isJson ? /\s*/y : /(?:\s+|(?<=[\s,[{]|^)#[^\n]*)*/y;
  blank.lastIndex = from;
  const start = from + (blank.exec(text)?.[0].length ?? 0);
  const character = text[start];
  const one = (kind: Token['kind']): Token => ({ kind, start, end: start + 1 });
  if (character === undefined || /^(?:---|\.\.\.)(?=\s|$)/.test(lineFrom(text, start)))
    return { kind: 'end', start, end: text.length };
  if (character === '{' || character === '[') return one('open');
  if (character === '}' || character === ']') return one('close');
  if (character === ',') return one('comma');
  if (character === ':') return one('colon');
  const end = character === '"' || character === "'" ? quotedEnd(text, start) : plainEnd(text, start, isJson);
  return { kind: 'word', start, end };
}

function lineFrom(text: string, start: number): string {
  return start === 0 || text[start - 1] === '\n' ? text.slice(start, start + 4) : '';
}

/** An unclosed quote ends with its line, before any brackets and commas at its end. */
function quotedEnd(text: string, start: number): number {
  const line = text.indexOf('\n', start);
  const end = line < 0 ? text.length : line;
  return quoteEnd(text, start, end) ?? trailingStart(text, ']}, \t\r', start, end);
}

function plainEnd(text: string, start: number, isJson: boolean): number {
  const plain = isJson
    ? /[^\s,:[\]{}"]+/y
    : /(?:\$\{[^}\n]*\}?|[^\s,:[\]{}]|:(?=[^\s,[\]{}])|[ \t]+(?=[^\s,:[\]{}#]))+/y;
  plain.lastIndex = start;
  return start + Math.max(1, plain.exec(text)?.[0].length ?? 1);
}
