/** Finds the calls around a string of a program, and the arguments behind it. */
import type { ScriptText } from './script-text.ts';
import type { ProgramStrings } from './program-strings.ts';

/** How far the search goes back from a string. */
const longestWay = 400;

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export interface CallsAround {
  /** The names of the calls around the string, the innermost first. */
  readonly calls: readonly string[];
  /** The code before the string, or before the list that has it. */
  readonly before: readonly string[];
}

export function callsAround(code: string, start: number): CallsAround {
  const calls: string[] = [];
  const first = Math.max(0, start - longestWay);
  const before = [code.slice(first, start)];
  const closed: string[] = [];
  for (let at = start - 1; at >= first && calls.length < 3; at--) {
    const char = code[at] ?? '';
    const opening = pairs[char];
    if (opening !== undefined) closed.push(opening);
    else if (char === closed.at(-1)) closed.pop();
    else if (char === ';' && closed.length === 0) break;
    else if (closed.length === 0 && (char === '(' || char === '[' || char === '{')) {
      const ahead = code.slice(first, at);
      if (char === '{' && !/(?:\]\s*\w*|[(,[:]|\bnew\s*\w*\s*\[\])\s*$/.test(ahead)) break;
      if (char === '(') {
        const [name] = /[\w$.]+(?=\s*(?:<[\w<>., ]*>)?\s*$)/.exec(ahead.slice(-100)) ?? [];
        calls.push(name ?? '');
      }
      before.push(ahead);
    }
  }
  return { calls, before };
}

/** The arguments behind a string up to the end of the list. One that is no string is `${name}`. */
export function argumentsBehind(
  { strings, code }: ProgramStrings,
  index: number,
  from = strings[index]?.end ?? code.length,
): readonly ScriptText[] {
  const found: ScriptText[] = [];
  let next = index + 1;
  let at = from;
  let [depth, expression, isJoined] = [0, '', false];
  const end = Math.min(code.length, at + 3000);
  const close = (): void => {
    const text = expression.trim();
    expression = '';
    // A named argument of Python, or the prefix of a string.
    if (text === '' || /^[a-zA-Z]$|^\w+\s*=/.test(text)) return;
    const variable = /^[\w.]+$/.test(text) ? `\${${text}}` : '${?}';
    const last = found.at(-1);
    if (isJoined && last) found[found.length - 1] = { text: last.text + variable, fileOffset: last.fileOffset };
    else found.push({ text: variable, fileOffset: () => at });
  };
  while (at < end) {
    const string = strings[next];
    if (string?.start === at) {
      // A prefix of the string, as in f"…", is no expression.
      if (/^[a-zA-Z$@]{0,2}$/.test(expression.trim())) expression = '';
      const last = found.at(-1);
      if (isJoined && last)
        found[found.length - 1] = { text: last.text + string.content.text, fileOffset: last.fileOffset };
      else if (expression === '') found.push(string.content);
      isJoined = false;
      at = string.end;
      next++;
      continue;
    }
    const char = code[at] ?? '';
    if (char === ',') {
      close();
      isJoined = false;
    } else if (char === '+') {
      close();
      isJoined = true;
    } else if (char === ';') break;
    else if (char === '(' || char === '[' || char === '{') {
      const isList = /^(?:\[\]\s*string|new\s*\w*\s*\[\]|\[\]|(?:\w+\.)?(?:of|asList)|)$/.test(expression.trim());
      if (char === '[' && code[at + 1] === ']') {
        expression += '[]';
        at++;
      } else if (isList) {
        expression = '';
        depth++;
      } else {
        const to = balancedEnd(code, at, end);
        expression += '()';
        at = to;
        while ((strings[next]?.start ?? Infinity) < to) next++;
        continue;
      }
    } else if (char === ')' || char === ']' || char === '}') {
      close();
      isJoined = false;
      const [more] = /^\]\s*\+\s*\[/.exec(code.slice(at, at + 20)) ?? [];
      if (more !== undefined) at += more.length - 1;
      else if (depth-- === 0) break;
    } else expression += char;
    at++;
  }
  if (at >= end || code[at] === ';') close();
  return found;
}

function balancedEnd(code: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const char = code[at] ?? '';
    if (char === '(' || char === '[' || char === '{') depth++;
    else if (pairs[char] !== undefined && --depth === 0) return at + 1;
  }
  return end;
}

/** A text in front of another one. */
export function withWordBefore(word: string, script: ScriptText): ScriptText {
  const length = word.length + 1;
  return {
    text: `${word} ${script.text}`,
    fileOffset: (offset) => script.fileOffset(Math.max(0, offset - length)),
  };
}
