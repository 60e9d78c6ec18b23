/** Finds where a new line can be written behind a block or an attribute of HCL. */
import type { Span } from '../text/span.ts';

export interface NewLine {
  /** The end of the line before. */
  readonly at: number;
  readonly indent: string;
  readonly newline: string;
}

/** Undefined where the block or attribute shares its first or last line with something else than a comment. */
export function newLineBehind(text: string, { start, end }: Span): NewLine | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const rest = text.slice(end, lineEnd);
  if (!/^[ \t]*$/.test(indent) || !/^[ \t\r]*(?:(?:#|\/\/)[^\n]*)?$/.test(rest)) return undefined;
  const isCrlf = text[lineEnd - 1] === '\r';
  return { at: isCrlf ? lineEnd - 1 : lineEnd, indent, newline: isCrlf ? '\r\n' : '\n' };
}
