/** A program as tokens without comments, with its brackets, its statements and its constants. Half-typed texts have them, too. */
import { codeTokens, type CodeToken } from '../../../frontends/code-slot/code-tokens.ts';
import type { CodeLanguage } from '../../../tree/document.ts';
import { bracketsOf, type CodeBrackets } from './code-brackets.ts';
import { constantsOf } from './code-constants.ts';
import { statementsOf } from './code-statements.ts';

export interface CodeSource extends CodeBrackets {
  readonly language: CodeLanguage;
  readonly text: string;
  readonly tokens: readonly CodeToken[];
  /** Equal numbers for the tokens of one statement. A block in a statement has statements of its own. */
  readonly statements: readonly number[];
  /** The texts of names that are set once. */
  readonly constants: ReadonlyMap<string, string>;
}

export function codeSource(language: CodeLanguage, text: string): CodeSource {
  const tokens = codeTokens(language, text).filter(({ kind }) => kind !== 'comment');
  const brackets = bracketsOf(tokens);
  let constants: ReadonlyMap<string, string> | undefined;
  return {
    language,
    text,
    tokens,
    ...brackets,
    statements: statementsOf(language, text, tokens, brackets),
    get constants() {
      return (constants ??= constantsOf(language, text, tokens, brackets));
    },
  };
}

/** The word or the mark at an index. Empty for a text, so that no text is taken for code. */
export function codeAt({ tokens }: Pick<CodeSource, 'tokens'>, at: number): string {
  const token = tokens[at];
  return token && token.kind !== 'text' ? token.value : '';
}

/** Whether the words and marks from an index on are these. */
export function isCode(source: Pick<CodeSource, 'tokens'>, at: number, ...wanted: readonly string[]): boolean {
  return wanted.every((each, offset) => codeAt(source, at + offset) === each);
}

/** The indices of the words that match, and of names that the file has for them. */
export function wordsLike({ tokens }: CodeSource, pattern: RegExp, aliases?: ReadonlySet<string>): readonly number[] {
  return tokens.flatMap(({ kind, value }, at) =>
    kind === 'word' && (pattern.test(value) || aliases?.has(value) === true) ? [at] : [],
  );
}

/** The indices of the texts that match. */
export function textsLike({ tokens }: CodeSource, pattern: RegExp): readonly number[] {
  return tokens.flatMap(({ kind, value }, at) => (kind === 'text' && pattern.test(value) ? [at] : []));
}

/** `a.b.C` that ends at an index, also over lines; the names, the first one first. */
export function pathTo(source: CodeSource, at: number): readonly string[] {
  const names = [codeAt(source, at)];
  let from = at;
  while (
    names.length < longestPath &&
    /^(?:\.|\?\.)$/.test(codeAt(source, from - 1)) &&
    source.tokens[from - 2]?.kind === 'word'
  ) {
    from -= 2;
    names.unshift(codeAt(source, from));
  }
  return names;
}

/** In names. */
const longestPath = 24;

/** The call whose result has a member: of `c.CoreV1().Endpoints` the index of `CoreV1`. -1 where the member is that of a name. */
export function calledBefore(source: CodeSource, member: number): number {
  const close = /^(?:\.|\?\.)$/.test(codeAt(source, member - 1)) ? member - 2 : -1;
  const open = codeAt(source, close) === ')' ? source.partners[close] : undefined;
  return open !== undefined && source.tokens[open - 1]?.kind === 'word' ? open - 1 : -1;
}

/** In calls. */
const longestChain = 40;

export interface ChainedCall {
  readonly name: string;
  /** The index of its opening parenthesis. */
  readonly open: number;
}

/** The calls on the result of a call: of `a(…).b().c(…)` those of `b` and `c`, for the parenthesis of `a`. */
export function chainAfter(source: CodeSource, open: number): readonly ChainedCall[] {
  const calls: ChainedCall[] = [];
  for (let close = source.partners[open]; close !== undefined; close = source.partners[calls.at(-1)?.open ?? -1]) {
    const isCall =
      /^(?:\.|\?\.)$/.test(codeAt(source, close + 1)) &&
      source.tokens[close + 2]?.kind === 'word' &&
      codeAt(source, close + 3) === '(';
    if (!isCall || calls.length >= longestChain) break;
    calls.push({ name: codeAt(source, close + 2), open: close + 3 });
  }
  return calls;
}
