/** Reads one word of a shell script: quotes, expansions, and template actions. */

/** Reads the commands of a substitution and returns the offset behind it. Without `end`, it ends at its closing parenthesis. */
export type ReadSubstitution = (start: number, end: number | undefined) => number;

const bounds = new Set([' ', '\t', '\r', '\n', ';', '&', '|', '(', ')', '<', '>']);

/** Returns the end of the word that starts at an offset. */
export function wordEnd(text: string, start: number, readSubstitution: ReadSubstitution): number {
  let at = start;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '\\') at += 2;
    else if (char === "'") at = behind(text, "'", at + 1);
    else if (char === '"') at = stringEnd(text, at + 1, readSubstitution);
    else if (char === '`') at = backtickEnd(text, at, readSubstitution);
    else if (char === '$') at = expansionEnd(text, at, readSubstitution);
    else if (char === '{' && text[at + 1] === '{') at = actionEnd(text, at);
    else if ((char === '<' || char === '>') && text[at + 1] === '(' && at === start)
      at = readSubstitution(at + 2, undefined);
    else if (bounds.has(char)) break;
    else at++;
  }
  return Math.min(Math.max(at, start + 1), text.length);
}

function behind(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

function stringEnd(text: string, start: number, readSubstitution: ReadSubstitution): number {
  let at = start;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '"') return at + 1;
    if (char === '\\') at += 2;
    else if (char === '`') at = backtickEnd(text, at, readSubstitution);
    else if (char === '$') at = expansionEnd(text, at, readSubstitution);
    else if (char === '{' && text[at + 1] === '{') at = actionEnd(text, at);
    else at++;
  }
  return at;
}

function backtickEnd(text: string, at: number, readSubstitution: ReadSubstitution): number {
  const end = behind(text, '`', at + 1);
  readSubstitution(at + 1, end - 1);
  return end;
}

/** Deeper defaults are read as plain text, so that long nonsense cannot overflow the stack. */
const deepest = 50;

function expansionEnd(text: string, at: number, readSubstitution: ReadSubstitution, depth = 0): number {
  const next = text[at + 1];
  if (next === '(') return text[at + 2] === '(' ? behind(text, '))', at + 3) : readSubstitution(at + 2, undefined);
  if (next === "'") return quotedEnd(text, at + 2);
  if (next !== '{' || depth > deepest) return at + 1;
  if (text[at + 2] === '{') return actionEnd(text, at + 1);
  return parameterEnd(text, at + 2, readSubstitution, depth);
}

/** `${NAME:-default}`, where the default may have expansions. */
function parameterEnd(text: string, start: number, readSubstitution: ReadSubstitution, depth: number): number {
  let at = start;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '}') return at + 1;
    if (char === '\n') return at;
    if (char === '\\') at += 2;
    else if (char === '$' && text[at + 1] !== '}') at = expansionEnd(text, at, readSubstitution, depth + 1);
    else at++;
  }
  return at;
}

function quotedEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** `{{ … }}` on one line; otherwise only its first brace. */
function actionEnd(text: string, at: number): number {
  const end = indexNear(text, '}}', at);
  return end === -1 || text.slice(at, end).includes('\n') ? at + 1 : end + 2;
}

/** In UTF-16 units. What is further away is not searched for, again and again, in a long line. */
const longestWay = 2_000;

/** The offset of a text that is not far away; otherwise -1. */
export function indexNear(text: string, wanted: string, from: number): number {
  const found = text.slice(from, from + longestWay).indexOf(wanted);
  return found === -1 ? -1 : from + found;
}
