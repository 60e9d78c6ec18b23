/** Moves the fast reader through a text, line by line. It stops at a character that some reader might reject. */
import type { Form } from '../../tree/document.ts';
import type { Entry } from '../../tree/value.ts';
import type { UnnumberedBlock } from '../../tree/item-blocks.ts';

export interface Lines {
  readonly text: string;
  readonly form: Form;
  start: number;
  /** `over` after the last line, `stopped` if the reader gave up. */
  indent: number;
  content: number;
  /** The offset of the next template mask character, or the end of the text. */
  nextMask: number;
  at: number;
  /** True if a comment is between this line and the last one that was read. */
  isBelowComment: boolean;
  /** True if the last quoted scalar contains an escape or a line break. */
  isSpelled: boolean;
  /** True once a quoted scalar over several lines was read. */
  hasLongQuote: boolean;
  /** The offset of a quote that is never closed, or -1. */
  openQuote: number;
  /** Entries of the open mappings. One shared stack uses a quarter of the memory of growing lists. */
  readonly entries: Entry[];
  /** Set where long lists are divided into blocks. */
  readonly known: BlockSource | undefined;
}

/** Blocks of items that are known from an earlier version of the text. */
export interface BlockSource {
  /** The block whose dashes are in the column and whose first line starts at the offset. */
  readonly at: (start: number, column: number) => UnnumberedBlock | undefined;
}

export const over = -1;
export const stopped = -2;

export const unit = {
  tab: 9,
  newline: 10,
  return: 13,
  blank: 32,
  quote: 34,
  hash: 35,
  apostrophe: 39,
  plus: 43,
  comma: 44,
  dash: 45,
  dot: 46,
  colon: 58,
  greater: 62,
  question: 63,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  pipe: 124,
  closeBrace: 125,
} as const;

export function isBlank(each: number): boolean {
  return each === unit.blank || each === unit.tab;
}

/** True for a non-ASCII or control character that a reader might reject or count differently. */
export function isStrange(each: number): boolean {
  if (each < 0x20) return each !== unit.tab;
  return each >= 0x7f && (each < 0xa0 || each === 0xfeff || each >= 0xfffe);
}

export function isLineEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const each = text.charCodeAt(at);
  return each === unit.newline || (each === unit.return && text.charCodeAt(at + 1) === unit.newline);
}

/** The offset after the blanks and the comment at the end of the line, or -1 if anything else follows. */
export function restEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  if (isLineEnd(text, at)) return at;
  return at > from && text.charCodeAt(at) === unit.hash ? commentEnd(text, at) : -1;
}

/** The end of a comment line, or -1 if it contains a strange character. */
export function commentEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const each = text.charCodeAt(at);
    if (each < unit.blank || each >= 0x7f) {
      if (isLineEnd(text, at)) break;
      if (isStrange(each)) return -1;
    }
    at++;
  }
  return at;
}

export function behindBreak(text: string, at: number): number {
  return text.charCodeAt(at) === unit.return ? at + 2 : at + 1;
}

/** Ends the line, which may continue with a comment only, and moves to the next line with content. */
export function endLine(lines: Lines, at: number): boolean {
  const end = restEnd(lines.text, at);
  if (end < 0) return stop(lines);
  goToContent(lines, behindBreak(lines.text, end));
  return lines.indent !== stopped;
}

/** Moves to the first line with content that starts at the offset or later. */
export function goToContent(lines: Lines, from: number): void {
  const { text } = lines;
  let start = from;
  lines.isBelowComment = false;
  while (start < text.length) {
    let at = start;
    while (text.charCodeAt(at) === unit.blank) at++;
    if (text.charCodeAt(at) === unit.hash) {
      lines.isBelowComment = true;
      at = commentEnd(text, at);
      if (at < 0) break;
    } else if (!isLineEnd(text, at)) {
      if (text.charCodeAt(at) === unit.tab) break;
      lines.start = start;
      lines.indent = at - start;
      lines.content = at;
      lines.at = at;
      return;
    }
    start = behindBreak(text, at);
  }
  lines.indent = start < text.length ? stopped : over;
}

export function stop(lines: Lines): false {
  lines.indent = stopped;
  return false;
}
