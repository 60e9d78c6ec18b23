/**
 * Flow collections whose lines are not indented: YAML 1.2 refuses them, go-yaml does not care. Their line breaks mean the
 * same as spaces, so a text can be read with spaces in their place, and every offset holds.
 */

/** A quoted scalar, a comment, a bracket, a line break: what matters inside of a flow collection. */
const piece = /"(?:[^"\\]|\\[\s\S])*"|(?<=[[{,:\s])'(?:[^']|'')*'|(?<=\s)#[^\r\n]*|[[\]{}]|[\r\n]/g;

/** The text with every flow collection on one line and its comments blanked; the same text where there is none. */
export function withFlowOnOneLine(text: string): string {
  let depth = 0;
  return text.replace(piece, (found, offset: number) => {
    const isOpening = found === '[' || found === '{';
    if (isOpening && (depth > 0 || isValueStart(text, offset))) depth++;
    else if ((found === ']' || found === '}') && depth > 0) depth--;
    const isBlank = depth > 0 && /^[#\r\n]/.test(found);
    return isBlank ? ' '.repeat(found.length) : found;
  });
}

/** A bracket inside of a plain scalar opens nothing. */
function isValueStart(text: string, offset: number): boolean {
  return /(?:^|[\s:-])$/.test(text.slice(Math.max(0, offset - 1), offset));
}
