/** Numbers the statements of a program, so that a search reports each statement once. */
import type { CodeToken } from '../../../frontends/code-slot/code-tokens.ts';
import type { CodeLanguage } from '../../../tree/document.ts';
import type { CodeBrackets } from './code-brackets.ts';

interface Place {
  readonly language: CodeLanguage;
  readonly text: string;
  readonly tokens: readonly CodeToken[];
  readonly brackets: CodeBrackets;
}

/** One number for each token. The tokens behind a block continue the statement around it. */
export function statementsOf(
  language: CodeLanguage,
  text: string,
  tokens: readonly CodeToken[],
  brackets: CodeBrackets,
): readonly number[] {
  const place = { language, text, tokens, brackets };
  const numbers: number[] = [];
  /** The statements around the blocks that are open. */
  const around: { readonly close: number | undefined; readonly statement: number }[] = [];
  let last = 0;
  let current = 0;
  tokens.forEach(({ kind, value }, at) => {
    if (kind === 'mark' && value === '}' && around.at(-1)?.close === at) current = around.pop()?.statement ?? current;
    else if (isEnded(place, at)) current = ++last;
    numbers.push(current);
    if (kind === 'mark' && value === '{' && isBlock(place, at)) {
      around.push({ close: brackets.partners[at], statement: current });
      current = ++last;
    }
  });
  return numbers;
}

/** Whether a statement ends between a token and the one before it. */
function isEnded(place: Place, at: number): boolean {
  const { language, tokens, text, brackets } = place;
  const before = tokens[at - 1];
  const token = tokens[at];
  if (!before || !token) return false;
  if (before.kind === 'mark' && before.value === ';') return true;
  // The block that ends here may be the whole statement. In JavaScript it may also be an object, which is continued.
  if (language === 'java' || language === 'csharp') return isMark(before, '}') && !/^[.,;)\]:]$/.test(token.value);
  if (!text.slice(before.end, token.start).includes('\n')) return false;
  if (language === 'go') return before.kind !== 'mark' || /^(?:[)\]}]|\+\+|--)$/.test(before.value);
  const parent = brackets.parents[at] ?? -1;
  if (language === 'python') return parent < 0 && !/\\\r?\n\s*$/.test(text.slice(before.end, token.start));
  if (parent >= 0 && !(isMark(tokens[parent], '{') && isBlock(place, parent))) return false;
  const isOpen = before.kind === 'mark' && !/^[)\]}]$/.test(before.value);
  return !isOpen && !(token.kind === 'mark' && !/^[{[(@}]$/.test(token.value));
}

function isMark(token: CodeToken | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}

/** False for the braces of a value. */
function isBlock({ language, text, tokens, brackets }: Place, open: number): boolean {
  const before = tokens[open - 1];
  if (language === 'python') return false;
  if (language === 'go') {
    const close = brackets.partners[open];
    const [first, last] = [tokens[open], close === undefined ? undefined : tokens[close - 1]];
    const next = tokens[open + 1];
    const isLong = first && next && text.slice(first.end, next.start).includes('\n');
    return isLong === true && !isMark(last, ',');
  }
  if (!before) return true;
  if (before.kind !== 'mark') return before.value !== 'return' && before.value !== 'default';
  return language === 'java' || language === 'csharp'
    ? !/^[=,(\]]$/.test(before.value)
    : !/^(?:[=([,:?]|\?\?|\|\||&&)$/.test(before.value);
}
