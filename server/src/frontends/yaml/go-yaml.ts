/** Finds what go-yaml (YAML 1.1) rejects and YAML 1.2 allows, in the lexemes of the `yaml` package. */
import { lineStartAt } from '../../text/line.ts';
import { quote } from '../../text/quote.ts';
import type { Issue } from '../../tree/document.ts';
import { syntaxMessage } from './syntax-message.ts';

/** The state of a check that follows the lexer of the `yaml` package. */
export interface LexemeCheck {
  readonly text: string;
  /** In document order, after the issues about characters. */
  readonly issues: Issue[];
  depth: number;
  before: string;
  /** The last lexeme that is not white space. */
  last: string;
  lastOffset: number;
  isLastScalar: boolean;
  /** Characters that the lexer must read differently: their offsets, and what to read instead. */
  readonly rewrites: LexemeRewrite[];
  /** The columns of the "?" of block mappings whose ":" is still to come. */
  readonly questions: number[];
  /** The depth of the flow collection in which a "?" is before the current key, or 0. */
  questionDepth: number;
}

export interface LexemeRewrite {
  readonly offset: number;
  readonly by: string;
  /** The issue if the text cannot be read with the rewrite either. */
  readonly issue?: Issue;
}

/** What stands for a dash or a colon that belongs to a value in a flow collection, such as `[-, a:]`. */
const textMark = '\uE001';

export function lexemeCheck(text: string): LexemeCheck {
  const issues = characterIssues(text);
  return {
    text,
    issues,
    depth: 0,
    before: '',
    last: '',
    lastOffset: -1,
    isLastScalar: false,
    rewrites: [],
    questions: [],
    questionDepth: 0,
  };
}

/** Checks the next lexeme. Lexemes without width are not passed. */
export function checkLexeme(check: LexemeCheck, offset: number, source: string, isScalar: boolean): void {
  const message = problemOf(check, offset, source, isScalar);
  if (!isScalar && /^[?,[\]{}]$/.test(source)) followKey(check, offset, source);
  if (message) check.issues.push({ span: { start: offset, end: offset + source.length }, message });
  const first = source.charCodeAt(0);
  if (first > 32 && source !== '\uFEFF') {
    check.last = source;
    check.lastOffset = offset;
    check.isLastScalar = isScalar;
  }
  check.before = source;
}

function problemOf(check: LexemeCheck, offset: number, source: string, isScalar: boolean): string | undefined {
  if (isScalar) return check.depth > 0 || /^[,"\s]/.test(source) ? scalarProblem(source, check.depth > 0) : undefined;
  switch (source[0]) {
    case '{':
    case '[':
      if (source.length === 1) check.depth++;
      return undefined;
    case '}':
    case ']':
      if (source.length === 1) check.depth = Math.max(0, check.depth - 1);
      return undefined;
    case '"':
    case "'":
      return isClosed(source) ? scalarProblem(source, check.depth > 0) : syntaxMessage('MISSING_CHAR', 'quote');
    case '&':
    case '*':
      return commaProblem(check) ?? nameProblem(source);
    case '!':
      return commaProblem(check) ?? tagProblem(check, offset, source);
    case '-':
      if (check.depth > 0 && source === '-' && /[^ \t\r\n]/.test(check.text[offset + 1] ?? ' '))
        check.rewrites.push({ offset, by: textMark });
      return undefined;
    case ':':
      if (source !== ':') return undefined;
      return check.depth > 0 ? colonProblem(check, offset) : blockColonProblem(check, offset);
    case ' ':
    case '\t':
      if (check.depth > 0) return flowTabProblem(check, offset, source);
      return source.includes('\t') ? tabProblem(check, offset, source) : undefined;
    case '|':
    case '>':
      return followHeader(check, offset);
    default:
      return undefined;
  }
}

/** Characters and directives that go-yaml's reader rejects before parsing. */
export function characterIssues(text: string): Issue[] {
  const issues: Issue[] = [];
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const span = { start: control.index, end: control.index + 1 };
    issues.push({
      span,
      message: `The control character U+${code} cannot stand in YAML. Remove it, or write it as an escape in double quotes.`,
    });
  }
  const version = /^%YAML[ \t]+(?!1\.1[ \t\r\n#])(\S*)/m.exec(text);
  if (version && /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n)*$/.test(text.slice(0, version.index))) {
    const span = { start: version.index, end: version.index + version[0].length };
    issues.push({
      span,
      message: `The server reads YAML 1.1 and refuses a document that says ${version[1]}. Remove the directive.`,
    });
  }
  return issues;
}

function scalarProblem(source: string, isFlow: boolean): string | undefined {
  if (source.startsWith('"')) {
    const escape = refusedEscape(source);
    return (
      escape && `The server's YAML reader does not know the escape ${escape}… used here. Write the character itself.`
    );
  }
  // A block scalar whose indentation is that of its first line.
  if (/^(?: *\r?\n)* *\t/.test(source)) return syntaxMessage('TAB_AS_INDENT', '');
  if (/^[,|>%@`]/.test(source)) return syntaxMessage('BAD_SCALAR_START', '');
  if (!isFlow || source.startsWith("'")) return undefined;
  const start = quote(source);
  if (source.startsWith(':'))
    return `${start} starts with a colon, which the server's YAML reader refuses inside [ ] and { }. Put it in quotes.`;
  if (source.includes('?'))
    return `${start} contains "?", which the server's YAML reader refuses inside [ ] and { }. Put it in quotes.`;
  return undefined;
}

/** The first escaped slash or lone surrogate escape. */
function refusedEscape(source: string): string | undefined {
  for (let at = source.indexOf('\\'); at >= 0; at = source.indexOf('\\', at + 2)) {
    const escape = /^\\(?:\/|u[dD][89a-fA-F])/.exec(source.slice(at, at + 4));
    if (escape) return escape[0].slice(0, 2);
  }
  return undefined;
}

/** False for a quoted scalar whose last quote is an escaped one, which the `yaml` package takes for the end. */
export function isClosed(source: string): boolean {
  if (source.startsWith("'")) return source.split("'").length % 2 === 1;
  return /(?<!\\)(?:\\\\)*"$/.test(source.slice(1));
}

/** In flow style: an anchor, an alias or a tag after a complete value. */
function commaProblem({ depth, last, isLastScalar }: LexemeCheck): string | undefined {
  return depth > 0 && !isLastScalar && /^["'*\]}]/.test(last) ? syntaxMessage('MISSING_CHAR', ',') : undefined;
}

function nameProblem(source: string): string | undefined {
  if (/^[&*][A-Za-z0-9_-]+$/.test(source)) return undefined;
  const what = source.startsWith('&') ? 'An anchor' : 'An alias';
  return `${what} is named with letters, digits, "-" and "_" only. If ${quote(source)} is meant as text, put it in quotes.`;
}

/** The characters of a tag for go-yaml, which reads a comma or a square bracket as a part of it. */
const tagCharacters = /(?:[\w\-;/?:@&=+$,.!~*'()[\]]|%[0-9a-fA-F]{2})*/y;

/** A tag must end at white space. A rewrite makes the lexer read it as far as go-yaml does. */
function tagProblem({ text, rewrites }: LexemeCheck, offset: number, source: string): string | undefined {
  const last = rewrites.at(-1);
  const isInside = last !== undefined && offset < last.offset + last.by.length;
  if (isInside || source.startsWith('!<')) return undefined;
  tagCharacters.lastIndex = offset;
  const tag = tagCharacters.exec(text)?.[0] ?? source;
  const message = `A space is missing after the tag ${quote(source)}. Add it.`;
  if (/[^ \t\r\n]/.test(text[offset + tag.length] ?? ' ')) return message;
  const by = tag.slice(source.length).replace(/[,[\]!]/g, '.');
  const span = { start: offset, end: offset + source.length };
  if (by !== '') rewrites.push({ offset: span.end, by, issue: { span, message } });
  return undefined;
}

/** Follows which "?" the next ":" belongs to. */
function followKey(check: LexemeCheck, offset: number, source: string): void {
  if (source !== '?') check.questionDepth = 0;
  else if (check.depth > 0) check.questionDepth = check.depth;
  else check.questions.push(columnIn(check.text, offset));
}

/** In a flow mapping: a colon between a plain key and a bracket, and a key on another line. */
function colonProblem(check: LexemeCheck, offset: number): string | undefined {
  const { text, lastOffset, last } = check;
  const isAsked = check.questionDepth === check.depth;
  check.questionDepth = 0;
  const next = text[offset + 1] ?? '';
  if (check.isLastScalar && /[,\]}]/.test(next)) {
    check.rewrites.push({ offset, by: textMark });
    return undefined;
  }
  if (!isAsked && text.slice(lastOffset, offset).includes('\n') && !/^[,{[]$/.test(last))
    return `${twoLines.slice(0, -1)}, or add the missing comma.`;
  return check.isLastScalar && /[[{]/.test(next) ? 'A space is missing after this colon. Add it.' : undefined;
}

/** A byte order mark has no width. */
function columnIn(text: string, offset: number): number {
  const start = lineStartAt(text, offset);
  return offset - start - (text[start] === '\uFEFF' ? 1 : 0);
}

const twoLines = 'The key before this colon runs over two lines. Write it on one.';

/** In a block mapping, a colon at the start of a line must be below its "?". */
function blockColonProblem(
  { text, questions, lastOffset, isLastScalar }: LexemeCheck,
  offset: number,
): string | undefined {
  const column = columnIn(text, offset);
  if (lastOffset >= lineStartAt(text, offset)) return undefined;
  // A colon without any key is found in the tree.
  if (questions.length === 0) return isLastScalar && column > columnIn(text, lastOffset) ? twoLines : undefined;
  while ((questions.at(-1) ?? -1) > column) questions.pop();
  if (questions.at(-1) === column) {
    questions.pop();
    return undefined;
  }
  return 'This colon is not below its "?". Align them.';
}

/** Tabs that YAML 1.2 accepts as white space: before the content of a line, and after a dash, a "?" or its ":". */
function tabProblem(check: LexemeCheck, offset: number, source: string): string | undefined {
  const { text, before } = check;
  if (!/^[ \t]+$/.test(source)) return undefined;
  const lineStart = lineStartAt(text, offset);
  const lead = text.slice(lineStart, offset).trim();
  // A colon at the start of its line belongs to a "?".
  if (before === '-' || before === '?' || lead === ':') return `A tab follows this "${lead.at(-1)}". Use a space.`;
  if (lead !== '') return undefined;
  const after = text[offset + source.length] ?? '\n';
  if (!/[\r\n#]/.test(after)) return syntaxMessage('TAB_AS_INDENT', '');
  if (isWithinPlain(check, lineStart)) return undefined;
  return "This line has a tab in its indentation, which the server's YAML reader refuses even on an empty line. Remove it.";
}

/** After a plain scalar in flow style: a tab at the start of a line, unless the whole document is in flow style. */
function flowTabProblem({ text, isLastScalar }: LexemeCheck, offset: number, source: string): string | undefined {
  const isRefused = isLastScalar && source.startsWith('\t') && text[offset - 1] === '\n' && !/^\s*[[{]/.test(text);
  return isRefused ? syntaxMessage('TAB_AS_INDENT', '') : undefined;
}

/** A block scalar may begin below its key, in the same column. A rewrite lets it begin behind the key. */
function followHeader({ text, last, lastOffset, rewrites }: LexemeCheck, offset: number): undefined {
  const gap = text.slice(lastOffset + 1, offset);
  if (last !== ':' || !gap.includes('\n')) return;
  const lead = /^ *(?:- +)*/.exec(text.slice(lineStartAt(text, lastOffset), lastOffset))?.[0] ?? '';
  if (lead.length === columnIn(text, offset)) rewrites.push({ offset: lastOffset + 1, by: ' '.repeat(gap.length) });
}

/** Inside a plain scalar go-yaml accepts a tab that is deeper than the key above. */
function isWithinPlain({ text, last, lastOffset, isLastScalar }: LexemeCheck, lineStart: number): boolean {
  if (!isLastScalar || /^["']/.test(last)) return false;
  const start = lineStartAt(text, lastOffset);
  const owner = /^[ ]*(?:- +)*/.exec(text.slice(start, lastOffset))?.[0].length ?? 0;
  return text.indexOf('\t', lineStart) - lineStart > owner;
}
