/** Finds the line around an offset without an index of all lines. Lines end at LF or CR LF. */

export function lineStartAt(text: string, offset: number): number {
  // A search from below zero would start at zero.
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/** The offset at which the line of this offset ends, before its line break. */
export function lineEndAt(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  const end = at < 0 ? text.length : at;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** The start of the next line; the end of the text if there is none. */
export function nextLineAt(text: string, offset: number): number {
  return text.indexOf('\n', offset) + 1 || text.length;
}

/** The line break of the text: CR LF if the text has one. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The blanks at the start of the line of an offset. */
export function blanksAtStart(text: string, offset: number): string {
  const start = lineStartAt(text, offset);
  return /^[ \t]*/.exec(text.slice(start, start + 500))?.[0] ?? '';
}
