/** Finds the strings of a program, and blanks them and the comments for searches in the rest. */
import { scriptSlice, withoutEscapes, type ScriptText } from './script-text.ts';
import type { TextLanguage } from '../../searched-text.ts';

export interface ProgramString {
  /** From quote to quote. */
  readonly start: number;
  readonly end: number;
  readonly content: ScriptText;
}

export interface ProgramStrings {
  readonly strings: readonly ProgramString[];
  /** As long as the text, with spaces for strings and comments. */
  readonly code: string;
}

interface StringForm {
  readonly open: string;
  readonly close: string;
  readonly isRaw?: boolean;
  readonly isLong?: boolean;
}

interface Lexicon {
  readonly forms: readonly StringForm[];
  readonly hasHash?: boolean;
  readonly hasSlashes?: boolean;
  readonly hasPatterns?: boolean;
}

const double: StringForm = { open: '"', close: '"' };
const single: StringForm = { open: "'", close: "'" };
const doubles: StringForm = { open: '"""', close: '"""', isLong: true };
const singles: StringForm = { open: "'''", close: "'''", isLong: true };
const back: StringForm = { open: '`', close: '`', isLong: true };

const script: Lexicon = { forms: [back, double, single], hasSlashes: true, hasPatterns: true };

const lexicons: Readonly<Partial<Record<TextLanguage, Lexicon>>> = {
  go: { forms: [{ ...back, isRaw: true }, double, single], hasSlashes: true },
  python: { forms: [doubles, singles, double, single], hasHash: true },
  typescript: script,
  javascript: script,
  java: { forms: [doubles, double, single], hasSlashes: true },
  csharp: { forms: [{ open: '@"', close: '"', isRaw: true, isLong: true }, doubles, double, single], hasSlashes: true },
  groovy: { forms: [doubles, singles, double, single], hasSlashes: true },
  jsonnet: {
    forms: [{ open: '|||', close: '|||', isRaw: true, isLong: true }, double, single],
    hasHash: true,
    hasSlashes: true,
  },
  hcl: { forms: [double], hasHash: true, hasSlashes: true },
};

/** Undefined for a language that is no program. */
export function programStrings(text: string, language: TextLanguage): ProgramStrings | undefined {
  const lexicon = lexicons[language];
  if (!lexicon) return undefined;
  const strings: ProgramString[] = [];
  const code: string[] = [];
  let [at, copied] = [0, 0];
  const blank = (start: number, end: number): void => {
    code.push(text.slice(copied, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    copied = end;
  };
  while (at < text.length) {
    const comment = commentEnd(text, at, lexicon);
    if (comment !== undefined) {
      blank(at, comment);
      at = comment;
      continue;
    }
    const form = lexicon.forms.find(({ open }) => text.startsWith(open, at));
    if (!form) {
      at = (lexicon.hasPatterns && patternEnd(text, at)) || at + 1;
      continue;
    }
    const from = at + form.open.length;
    const to = contentEnd(text, from, form);
    const end = Math.min(to + form.close.length, text.length);
    const content = scriptSlice(text, from, to);
    strings.push({ start: at, end, content: form.isRaw ? content : withoutEscapes(content) });
    blank(at, end);
    at = end;
  }
  code.push(text.slice(copied));
  return { strings, code: code.join('') };
}

function commentEnd(text: string, at: number, { hasHash, hasSlashes }: Lexicon): number | undefined {
  const char = text[at];
  const lineEnd = (): number => {
    const found = text.indexOf('\n', at);
    return found === -1 ? text.length : found;
  };
  if (hasHash && char === '#') return lineEnd();
  if (!hasSlashes || char !== '/') return undefined;
  if (text[at + 1] === '/') return lineEnd();
  if (text[at + 1] !== '*') return undefined;
  const found = text.indexOf('*/', at + 2);
  return found === -1 ? text.length : found + 2;
}

/** The end of the content: at the closing quote, or at the end of the line. */
function contentEnd(text: string, from: number, { close, isRaw, isLong }: StringForm): number {
  let at = from;
  while (at < text.length) {
    if (text.startsWith(close, at)) return at;
    if (text[at] === '\n' && !isLong) return at;
    if (close === '`' && !isRaw && text.startsWith('${', at)) at = bracesEnd(text, at + 2);
    else at += text[at] === '\\' && !isRaw ? 2 : 1;
  }
  return text.length;
}

/** In UTF-16 units. A longer expression in a template literal is read as text. */
const longestExpression = 1_000;

/** Behind the brace that closes an expression in a template literal. */
function bracesEnd(text: string, from: number): number {
  let depth = 1;
  const last = from + longestExpression;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at + 1;
    else if (text[at] === '\n' || at > last) return from;
  }
  return text.length;
}

/** Behind a regular expression of JavaScript, which may have quotes; undefined for a division. */
function patternEnd(text: string, at: number): number | undefined {
  if (text[at] !== '/' || !/[(,=:[!&|?{};\n]\s*$|\breturn\s*$/.test(text.slice(Math.max(0, at - 12), at)))
    return undefined;
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '/') return end + 1;
  }
  return undefined;
}
