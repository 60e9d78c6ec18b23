/** The line around an offset, found without an index of all lines. Lines end at LF or CR LF here. */

/** Where the line that holds the offset starts. */
export function lineStartAt(text: string, offset: number): number {
  // A search from below zero would start at zero.
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** How far from the start of its line the offset is. */
export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/** Where the line that holds the offset ends, before its line break. */
export function lineEndAt(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  const end = at < 0 ? text.length : at;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** How the lines of the text end: those of Windows where there is one. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
