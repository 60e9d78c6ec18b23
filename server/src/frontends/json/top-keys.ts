/**
 * Finds the keys at the top of a JSON object without a tree, and proves on the way that the text is one valid object.
 * Declines everything else, and what YAML or a template would read differently.
 */

/** As deep as the reader goes. */
const deepest = 500;

const [comma, quote, openBracket, openBrace] = [0x2c, 0x22, 0x5b, 0x7b];
/** The code of a closing bracket or brace follows that of the opening one by two. */
const closing = 2;

const blanks = /[ \t\r\n]*/y;
/** Line breaks of YAML are declined. */
const character = String.raw`[^"\\\0-\x1F\x85\u2028\u2029]`;
const string = new RegExp(String.raw`"${character}*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})${character}*)*"`, 'y');
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const colon = /[ \t\r\n]*:[ \t\r\n]*/y;

/** Undefined if the text is not exactly one object, or must be read as a whole. */
export function topKeys(text: string): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  const start = endOf(blanks, text, 0);
  if (text.charCodeAt(start) !== openBrace) return undefined;
  const end = collectionEnd(text, start, 1, keys);
  const isWhole = end >= 0 && endOf(blanks, text, end) === text.length;
  return isWhole && [...keys].every((key) => /^[\w./$-]*$/.test(key)) ? keys : undefined;
}

/** The functions below return the offset behind something, or -1 if it is not there. */
function collectionEnd(text: string, start: number, depth: number, keys?: Set<string>): number {
  if (depth > deepest) return -1;
  const opening = text.charCodeAt(start);
  let at = endOf(blanks, text, start + 1);
  if (text.charCodeAt(at) === opening + closing) return at + 1;
  for (;;) {
    const from = opening === openBrace ? keyEnd(text, at, keys) : at;
    const end = from < 0 ? -1 : valueEnd(text, from, depth);
    if (end < 0) return -1;
    at = endOf(blanks, text, end);
    const next = text.charCodeAt(at);
    if (next === opening + closing) return at + 1;
    if (next !== comma) return -1;
    at = endOf(blanks, text, at + 1);
  }
}

/** With the colon. */
function keyEnd(text: string, start: number, keys?: Set<string>): number {
  const end = endOf(string, text, start);
  if (end < 0) return -1;
  keys?.add(text.slice(start + 1, end - 1));
  return endOf(colon, text, end);
}

function valueEnd(text: string, start: number, depth: number): number {
  const first = text.charCodeAt(start);
  if (first === openBrace || first === openBracket) return collectionEnd(text, start, depth + 1);
  return endOf(first === quote ? string : literal, text, start);
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
