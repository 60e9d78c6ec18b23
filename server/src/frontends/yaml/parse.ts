/**
 * The adapter to the `yaml` package, the only file that imports it: a document's text to the package's nodes, all
 * scalars as texts, with the issues in words of our own.
 */
import { Composer, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml';
import type { CST, Document as YamlDocument, Node, YAMLError } from 'yaml';
import type { Anchor, Issue } from '../../tree/document.ts';
import { anchorsOf } from './anchors.ts';
import { withFlowOnOneLine } from './flow.ts';
import { goYamlIssues } from './go-yaml.ts';
import type { Lexeme } from './go-yaml.ts';
import { syntaxMessage } from './syntax-message.ts';

export { isAlias, isMap, isScalar, isSeq } from 'yaml';
export type { Node, Pair, Scalar as YamlScalar, YAMLMap, YAMLSeq } from 'yaml';

export interface Parsed {
  /** Undefined for an empty document, and for one that nests too deep to be looked into. */
  readonly contents: Node | undefined;
  readonly issues: Issue[];
  /** Where a quote starts that is never closed. */
  readonly openQuote: number | undefined;
  readonly anchors: readonly Anchor[];
}

/** No resource of ours nests deeper than ten; past this the text is not looked into. */
const deepest = 500;

export function parseYaml(text: string): Parsed {
  const parsed = parseOnce(text);
  if (!parsed.isFlowCut) return parsed;
  const joined = parseOnce(withFlowOnOneLine(text));
  return joined.issues.length === 0 ? joined : parsed;
}

function parseOnce(text: string): Parsed & { readonly isFlowCut: boolean } {
  const { tokens, lexemes, tooDeep } = tokenize(text);
  if (tooDeep) return { contents: undefined, issues: [tooDeep], openQuote: undefined, anchors: [], isFlowCut: false };
  const documents = [...new Composer(composerOptions).compose(tokens, true, text.length)];
  const document = documents.find((candidate) => candidate.contents !== null) ?? documents[0];
  // The errors after the first one mostly follow from it.
  const [error] = documents.flatMap((candidate) => candidate.errors);
  return {
    contents: document?.contents ?? undefined,
    issues: error ? [syntaxIssue(error, text)] : goYamlIssues(text, lexemes),
    openQuote: error && document ? unclosedQuote(document, text) : undefined,
    anchors: anchorsOf(text, lexemes),
    isFlowCut: error?.code === 'BAD_INDENT' && error.message.startsWith('Flow'),
  };
}

/** One pass of the lexer serves the parser and the checks of `go-yaml.ts`. */
function tokenize(text: string): { tokens: CST.Token[]; lexemes: Lexeme[]; tooDeep?: Issue } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const lexemes: Lexeme[] = [];
  let offset = 0;
  let isScalar = false;
  for (const source of new Lexer().lex(text)) {
    tokens.push(...parser.next(source));
    const tooDeep = depthIssue(parser);
    if (tooDeep) return { tokens, lexemes, tooDeep };
    const isMark = source === '\u0002' || source === '\u0018' || source === '\u001f';
    if (!isMark) {
      lexemes.push({ offset, source, isScalar });
      offset += source.length;
    }
    isScalar = source === '\u001f';
  }
  tokens.push(...parser.end());
  return { tokens, lexemes };
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

/** The first quoted scalar that runs over a line end or has none itself, in a document with errors. */
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
      const isClosed = source.length > 1 && source.at(-1) === source[0] && !/[\r\n]/.test(source);
      if (!isClosed && (first === undefined || start < first)) first = start;
    }
  }
  return first;
}

function syntaxIssue({ code, message, pos: [start, end] }: YAMLError, text: string): Issue {
  return {
    span: { start, end: Math.min(Math.max(end, start), text.length) },
    message: syntaxMessage(code, isContinued(text, start) ? 'continued' : message),
  };
}

/** True where a value goes on in the line below, which then has a colon of its own. */
function isContinued(text: string, offset: number): boolean {
  const end = text.indexOf('\n', offset);
  return (
    end >= 0 && !/:[ \t]/.test(text.slice(offset, end)) && /^[ \t]*[^ \t\r\n#-][^\r\n]*:/.test(text.slice(end + 1))
  );
}

/** Asked for on the way: the parser closes what is open by recursion, so that deeper nesting would exhaust the stack. */
function depthIssue({ stack }: Parser): Issue | undefined {
  // The first is the document, the second what it holds.
  const token = stack[deepest + 2];
  if (!token) return undefined;
  const span = { start: token.offset, end: token.offset + 1 };
  return { span, message: `The document nests deeper than ${deepest} levels from here on, and is not read.` };
}
