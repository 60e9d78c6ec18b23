/** The only adapter to the `yaml` package: nodes with all scalars as text, issues with this project's messages. */
import {
  Composer,
  CST,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Document as YamlDocument,
  type Node,
  type YAMLError,
} from 'yaml';
import type { Anchor, Issue } from '../../tree/document.ts';
import { conflictProblem } from '../documents/conflict.ts';
import { anchorsOf, isSign, type Lexeme } from './yaml-anchors.ts';
import { checkLexeme, isClosed, lexemeCheck, type LexemeRewrite } from './go-yaml.ts';
import { syntaxMessage } from './syntax-message.ts';

export { isAlias, isMap, isScalar, isSeq } from 'yaml';
export type { Node, Pair, Scalar as YamlScalar, YAMLMap, YAMLSeq } from 'yaml';

export interface Parsed {
  /** Undefined for an empty document, and for one that nests too deeply. */
  readonly contents: Node | undefined;
  readonly issues: Issue[];
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
  readonly anchors: readonly Anchor[];
  /** True if a flow collection may end early because its lines are not indented. */
  readonly isFlowCut: boolean;
}

/** The maximum nesting. No checked resource nests deeper than ten levels. */
const deepest = 500;

export function parseYaml(text: string): Parsed {
  const { tokens, signs, issues, rewrites, isTooDeep, isCut } = tokenize(text);
  const again = rewrites.length > 0 ? parseYaml(rewritten(text, rewrites)) : undefined;
  if (again?.issues.length === 0) return again;
  issues.push(...rewrites.flatMap(({ issue }) => issue ?? []));
  issues.sort((a, b) => a.span.start - b.span.start);
  if (isTooDeep) return { contents: undefined, issues, openQuote: undefined, anchors: [], isFlowCut: false };
  const documents = withoutTraces(() => [...new Composer(composerOptions).compose(tokens, true, text.length)]);
  const document = documents.find((candidate) => candidate.contents !== null) ?? documents[0];
  // Later errors usually follow from the first one.
  const error = documents.flatMap(({ errors }) => errors).find((each) => isGoError(each, text));
  return {
    contents: document?.contents ?? undefined,
    issues: error ? [syntaxIssue(error, text)] : issues,
    openQuote: (error ?? issues[0]) && document ? unclosedQuote(document, text) : undefined,
    anchors: anchorsOf(text, signs),
    isFlowCut: isCut && error !== undefined,
  };
}

/** go-yaml reads a comment directly after a quote or a bracket, and the escape of an apostrophe. */
function isGoError({ code, message, pos: [start] }: YAMLError, text: string): boolean {
  const isApostrophe = code === 'BAD_DQ_ESCAPE' && text.startsWith(String.raw`\'`, start);
  return !isApostrophe && !message.startsWith('Comments must be separated');
}

function rewritten(text: string, rewrites: readonly LexemeRewrite[]): string {
  let result = '';
  let from = 0;
  for (const { offset, by } of rewrites) {
    // go-yaml reads `!a,!b` as one tag, the lexer as two.
    if (offset < from) continue;
    result += text.slice(from, offset) + by;
    from = offset + by.length;
  }
  return result + text.slice(from);
}

/** The package creates unthrown errors, maybe one per character; their stack traces take longer than parsing. */
function withoutTraces<T>(work: () => T): T {
  const traces: ErrorConstructor & { stackTraceLimit?: number } = Error;
  const limit = traces.stackTraceLimit;
  traces.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    if (limit !== undefined) traces.stackTraceLimit = limit;
  }
}

/** One lexer pass serves the parser, the checks of `go-yaml.ts` and the list of anchors. */
function tokenize(text: string): Tokenized {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const signs: Lexeme[] = [];
  const check = lexemeCheck(text);
  let offset = 0;
  let isScalar = false;
  let isCut = false;
  for (const source of new Lexer().lex(text)) {
    takeLexeme(parser, source, tokens);
    const tooDeep = depthIssue(parser);
    if (tooDeep) return { tokens, signs, issues: [tooDeep], rewrites: [], isTooDeep: true, isCut };
    if (source === '\u001f') {
      isScalar = true;
      continue;
    }
    if (source === '\u0018') isCut = true;
    else if (source !== '\u0002') {
      if (!isScalar && isSign(source)) signs.push({ offset, source });
      checkLexeme(check, offset, source, isScalar);
      offset += source.length;
    }
    isScalar = false;
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, signs, issues: check.issues, rewrites: check.rewrites, isTooDeep: false, isCut };
}

interface Tokenized {
  readonly tokens: readonly CST.Token[];
  readonly signs: readonly Lexeme[];
  readonly issues: Issue[];
  /** What the lexer must read differently. */
  readonly rewrites: readonly LexemeRewrite[];
  readonly isTooDeep: boolean;
  /** True if the lexer leaves a flow collection before its closing bracket. */
  readonly isCut: boolean;
}

/** The state that `Parser.next` uses. */
interface ParserState {
  atNewLine: boolean;
  atScalar: boolean;
  indent: number;
  offset: number;
  source: string;
  type: CST.TokenType;
  step: () => Iterable<CST.Token>;
}

/** `Parser.next` without reading the environment variable of its log, which takes longer than parsing in Node. */
function takeLexeme(parser: Parser, source: string, tokens: CST.Token[]): void {
  const state = parser as unknown as ParserState;
  const isText = state.atScalar;
  const type = isText ? state.type : CST.tokenType(source);
  if (type === null) {
    for (const token of parser.next(source)) tokens.push(token);
    return;
  }
  state.source = source;
  state.type = type;
  state.atScalar = !isText && type === 'scalar';
  if (state.atScalar) {
    state.atNewLine = false;
    return;
  }
  for (const token of state.step()) tokens.push(token);
  if (!isText) followLine(state);
  if (type !== 'doc-mode' && type !== 'flow-error-end') state.offset += source.length;
}

const unseen: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end', 'byte-order-mark']);

/** Tracks whether a lexeme starts a line, and the indentation of the line. A byte order mark has no width. */
function followLine(state: ParserState): void {
  const { type, source } = state;
  if (type === 'newline') {
    state.atNewLine = true;
    state.indent = 0;
  } else if (type === 'space') {
    if (state.atNewLine && source.startsWith(' ')) state.indent += source.length;
  } else if (type === 'explicit-key-ind' || type === 'map-value-ind' || type === 'seq-item-ind') {
    if (state.atNewLine) state.indent += source.length;
  } else if (!unseen.has(type)) state.atNewLine = false;
}

const composerOptions = {
  schema: 'failsafe',
  uniqueKeys: false,
  merge: false,
  version: '1.1',
  strict: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** In a document with errors, the first quoted scalar that spans several lines or has no closing quote. */
function unclosedQuote(document: YamlDocument, text: string): number | undefined {
  const stack: unknown[] = [document.contents];
  let first: number | undefined;
  while (stack.length > 0) {
    const node = stack.pop();
    if (isMap(node)) for (const pair of node.items) stack.push(pair.key, pair.value);
    else if (isSeq(node)) for (const item of node.items) stack.push(item);
    else if (isScalar(node) && node.range && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE')) {
      const [start, end] = node.range;
      const source = text.slice(start, end);
      const isWhole = source.length > 1 && source.at(-1) === source[0] && isClosed(source) && !/[\r\n]/.test(source);
      if (!isWhole && (first === undefined || start < first)) first = start;
    }
  }
  return first;
}

function syntaxIssue({ code, message, pos: [start, end] }: YAMLError, text: string): Issue {
  return {
    span: { start, end: Math.min(Math.max(end, start), text.length) },
    message: conflictProblem(text, start) ?? syntaxMessage(code, message, isContinued(text, start)),
  };
}

/** True if a value continues on the next line, and that line has its own colon. */
function isContinued(text: string, offset: number): boolean {
  const end = text.indexOf('\n', offset);
  return (
    end >= 0 && !/:[ \t]/.test(text.slice(offset, end)) && /^[ \t]*[^ \t\r\n#-][^\r\n]*:/.test(text.slice(end + 1))
  );
}

/** Checked while parsing: the parser closes open collections recursively, so deep nesting would overflow the stack. */
function depthIssue({ stack }: Parser): Issue | undefined {
  // The first entry is the document, the second its content.
  if (stack.length <= deepest + 2) return undefined;
  const token = stack[deepest + 2];
  if (!token) return undefined;
  const span = { start: token.offset, end: token.offset + 1 };
  return { span, message: `The document nests deeper than ${deepest} levels from here on, and is not read.` };
}
