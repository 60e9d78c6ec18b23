/**
 * Joins the lines of flow collections, whose lines go-yaml, unlike YAML 1.2, lets start in any column. Spaces replace
 * the line breaks, so offsets stay valid.
 */

/** Tokens that matter inside a flow collection: a quoted scalar, a comment, a bracket, a line break. */
const piece = /(?<=^|[[{,:\s])(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')|(?<=^|[\s,[\]{}])#[^\r\n]*|[[\]{}]|[\r\n]/g;

/** Blanks comments inside. Returns the same text if there is no flow collection. */
export function withFlowOnOneLine(text: string): string {
  let depth = 0;
  return text.replace(piece, (found, offset: number) => {
    const isOpening = found === '[' || found === '{';
    if (isOpening && (depth > 0 || isValueStart(text, offset))) depth++;
    else if ((found === ']' || found === '}') && depth > 0) depth--;
    const isBlank = depth > 0 && /^[#\r\n]/.test(found) && !isBeforeColon(text, offset + found.length);
    return isBlank ? ' '.repeat(found.length) : found;
  });
}

/** True for a line break between a key and its colon, which go-yaml rejects. */
function isBeforeColon(text: string, offset: number): boolean {
  return /^[ \t\r\n]*:(?:[\s,[\]{}]|$)/.test(text.slice(offset, offset + longestGap));
}

/** The blanks before a colon that are searched. */
const longestGap = 200;

/** False for a bracket inside a plain scalar. */
function isValueStart(text: string, offset: number): boolean {
  return /(?:^|[\s:-])$/.test(text.slice(Math.max(0, offset - 1), offset));
}
