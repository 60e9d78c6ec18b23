/** Finds the braces and brackets of a JSON text without scanning its other tokens, as the scanner of jsonc-parser would. */

const [quote, slash, asterisk, backslash] = [0x22, 0x2f, 0x2a, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface JsonStructure {
  readonly onOpen: (offset: number) => void;
  readonly onClose: (offset: number) => void;
}

/** Calls back for each brace and bracket outside of strings and comments, in order. */
export function visitStructure(text: string, { onOpen, onClose }: JsonStructure): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === slash) at = endOfComment(text, at);
    else if (code === openBrace || code === openBracket) onOpen(at);
    else if (code === closeBrace || code === closeBracket) onClose(at);
  }
}

/** The first offset from there that is neither in white space nor in a comment. */
export function tokenAfter(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLineBreak(code) || code === 0x20 || code === 0x09) continue;
    const end = code === slash ? endOfComment(text, at) : at;
    if (end === at) return at;
    at = end;
  }
  return text.length;
}

/** The offset of the closing quote. A string that is not closed ends before the line break. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
    else if (isLineBreak(code)) return at - 1;
  }
  return text.length;
}

/** The offset of its last character; the start where no comment starts. */
function endOfComment(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === asterisk) {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? text.length : end + 1;
  }
  if (next !== slash) return start;
  let at = start + 2;
  while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
  return at - 1;
}

function isLineBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
