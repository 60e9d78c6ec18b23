/** Finds the names of a program that are set once, to a text, so that a call with such a name says what it reads. */
import type { CodeToken } from '../../../frontends/code-slot/code-tokens.ts';
import type { CodeLanguage } from '../../../tree/document.ts';
import type { CodeBrackets } from './code-brackets.ts';

/** Only names that the language does not let change, and names in capitals of Python. */
export function constantsOf(
  language: CodeLanguage,
  text: string,
  tokens: readonly CodeToken[],
  { parents, partners }: CodeBrackets,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const repeated = new Set<string>();
  const lists = parameterLists(language, tokens, partners);
  tokens.forEach((token, at) => {
    const [next, value] = [tokens[at + 1], tokens[at + 2]];
    if (token.kind === 'word' && lists.has(parents[at] ?? -1)) repeated.add(token.value);
    if (token.kind !== 'word' || !next || next.kind !== 'mark' || !/^:?=$/.test(next.value)) return;
    if (found.has(token.value)) repeated.add(token.value);
    const written = value && plainCodeText(value);
    const isWhole = value && written !== undefined && isEnd(text, value, tokens[at + 3]);
    if (isWhole && next.value === '=' && isConstant(language, tokens, parents, at)) found.set(token.value, written);
    else repeated.add(token.value);
  });
  return new Map([...found].filter(([name]) => !repeated.has(name)));
}

/** The opening brackets of parameters, whose names hide constants. Python's are never in capitals. */
function parameterLists(
  language: CodeLanguage,
  tokens: readonly CodeToken[],
  partners: readonly (number | undefined)[],
): ReadonlySet<number> {
  const found = new Set<number>();
  tokens.forEach(({ kind, value }, at) => {
    if (kind === 'word' && /^(?:func|function)$/.test(value)) {
      const end = Math.min(tokens.length, at + longestHead);
      for (let each = at + 1; each < end && tokens[each]?.value !== '{'; each++) {
        if (tokens[each]?.value === '(') found.add(each);
      }
    }
    const close = kind === 'mark' && (value === '=>' || value === '{') && tokens[at - 1]?.value === ')' ? at - 1 : -1;
    const open = partners[close];
    if (open !== undefined && language !== 'python') found.add(open);
  });
  return found;
}

/** In tokens. */
const longestHead = 40;

/** A text without expressions and escapes. */
export function plainCodeText({ kind, value, literal }: CodeToken): string | undefined {
  if (kind !== 'text' || !literal?.isClosed || /[fF]/.test(literal.opening)) return undefined;
  const hasExpressions = literal.opening === '`' || literal.opening.includes('$');
  return value.includes('\\') || (hasExpressions && /[{}]/.test(value)) ? undefined : value;
}

function isEnd(text: string, token: CodeToken, next: CodeToken | undefined): boolean {
  if (!next || (next.kind === 'mark' && next.value === ';')) return true;
  return text.slice(token.end, next.start).includes('\n') && !(next.kind === 'mark' && /^[+.%?|&]/.test(next.value));
}

function isConstant(
  language: CodeLanguage,
  tokens: readonly CodeToken[],
  parents: readonly number[],
  at: number,
): boolean {
  const before = tokens[at - 1];
  const parent = parents[at] ?? -1;
  if (language === 'python') return parent < 0 && /^_?[A-Z][A-Z\d_]*$/.test(tokens[at]?.value ?? '');
  if (language === 'java' || language === 'csharp')
    return [2, 3, 4].some((back) => /^(?:final|const|readonly)$/.test(tokens[at - back]?.value ?? ''));
  if (before?.kind === 'word' && before.value === 'const') return true;
  // `const ( a = "…" )` and `const a string = "…"` of Go.
  const isInGroup = parent > 0 && tokens[parent]?.value === '(' && tokens[parent - 1]?.value === 'const';
  return language === 'go' && isInGroup;
}
