/** Finds the dash of an item in a block list. */

/** The offset of the dash before a value that starts at `start`, in UTF-16 units; `start` itself where there is none. */
export function dashBefore(text: string, start: number): number {
  let at = start - 1;
  while (at >= 0 && isBlank(text.charCodeAt(at))) at--;
  if (text.charCodeAt(at) === 45 && isBlank(text.charCodeAt(at + 1))) return at;
  // An anchor, a tag or a comment can be between dash and value.
  let end = start;
  for (let line = 0; line < mostLines && end > 0; line++) {
    let from = end;
    while (from > 0 && end - from < longestLine && !isLineBreak(text.charCodeAt(from - 1))) from--;
    const before = text.slice(from, end);
    if (!/^[ \t]*(?:#[^\r\n]*)?$/.test(before)) {
      const found = dashInFront.exec(before);
      return found ? from + found.index + (found[1] ?? '').length : start;
    }
    end = from - 1;
  }
  return start;
}

const mostLines = 20;
const longestLine = 400;

/** A dash, followed only by anchors, tags and a comment. */
const dashInFront = /(^|[ \t])-[ \t]+(?:[&!]\S*(?:[ \t]+|$))*(?:#[^\r\n]*)?$/;

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || isLineBreak(unit);
}

function isLineBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}
