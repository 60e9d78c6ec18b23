/**
 * How the fast reader goes through a text: line by line, past blank lines and comments, each character looked at once. It
 * stops for good at a character that some reader might refuse.
 */
import type { Form } from '../../tree/document.ts';
import type { Entry } from '../../tree/value.ts';

/** Where the reading stands. */
export interface Lines {
  readonly text: string;
  readonly form: Form;
  /** Where the line starts that is being read. */
  start: number;
  /** Its blanks; `over` behind the last line, `stopped` where a line is not for this reader. */
  indent: number;
  /** Where its content starts. */
  content: number;
  /** Where the next character stands that holds a template's place; the end of the text where there is none. */
  nextMask: number;
  /** How far it is read. */
  at: number;
  /** True where a line above it, up to the last one that was read, is a comment. */
  isBelowComment: boolean;
  /** True where the quoted scalar that was passed last holds more than its own text: an escape, or a line break. */
  isSpelled: boolean;
  /** True once a quoted scalar was passed that runs over lines. */
  hasLongQuote: boolean;
  /** Where a quote starts that is never closed, and that stopped the reading; -1 where there is none. */
  openQuote: number;
  /** Those of the mappings that are being read. A list that grows by itself takes four times what three entries need. */
  readonly entries: Entry[];
}

/** Behind the last line. */
export const over = -1;
/** Where the reading was given up. */
export const stopped = -2;

/** The characters that matter here, as UTF-16 units. */
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

/** True for a character outside of ASCII, or a control character, that some reader might refuse or count in another way. */
export function isStrange(each: number): boolean {
  if (each < 0x20) return each !== unit.tab;
  return each >= 0x7f && (each < 0xa0 || each === 0xfeff || each >= 0xfffe);
}

/** True where the line ends at the offset. */
export function isLineEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const each = text.charCodeAt(at);
  return each === unit.newline || (each === unit.return && text.charCodeAt(at + 1) === unit.newline);
}

/** Behind the blanks and the comment that stand at the offset, at the end of the line; -1 where something else stands. */
export function restEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  if (isLineEnd(text, at)) return at;
  return at > from && text.charCodeAt(at) === unit.hash ? commentEnd(text, at) : -1;
}

/** The end of a comment's line; -1 where it holds a strange character. */
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

/** Behind the line break at the offset. */
export function behindBreak(text: string, at: number): number {
  return text.charCodeAt(at) === unit.return ? at + 2 : at + 1;
}

/** Ends the line at the offset, where at most a comment may follow, and goes to the next one with content. */
export function endLine(lines: Lines, at: number): boolean {
  const end = restEnd(lines.text, at);
  if (end < 0) return stop(lines);
  goToContent(lines, behindBreak(lines.text, end));
  return lines.indent !== stopped;
}

/** Goes to the first line with content that starts at the offset or later. */
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

/** Gives up: nothing more is read. */
export function stop(lines: Lines): false {
  lines.indent = stopped;
  return false;
}
