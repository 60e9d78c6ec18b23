/** Decides whether a statement can start at an offset of a program, from the tokens around it. */
import type { CodeLanguage } from '../../tree/document.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import type { CodePart, Level, Levels } from './code-levels.ts';

/** True on a line that has at most a part of a word, in the body of a function or where the language has statements outside. */
export function startsStatement(
  language: CodeLanguage,
  { levels, word, tokens }: Levels,
  text: string,
  offset: number,
): boolean {
  if (word && word.kind !== 'word') return false;
  const { start, end } = word ?? { start: offset, end: offset };
  const isAlone =
    text.slice(lineStartAt(text, start), start).trim() === '' && text.slice(end, lineEndAt(text, end)).trim() === '';
  if (!isAlone) return false;
  const before = tokens.findLast((token) => token.end <= start);
  const isEnded = !before || before.kind !== 'mark' || /^[;{})\]]$/.test(before.value);
  if (!isEnded && !(language === 'python' && before.value === ':')) return false;
  const last = levels.at(-1);
  if (!last) return false;
  if (levels.length === 1) {
    const isOutside = language === 'csharp' && !tokens.some(({ kind, value }) => kind === 'word' && value === 'class');
    return isOutside || language === 'python' || language.endsWith('script');
  }
  return language !== 'python' && isBlock(language, last, levels.at(-2)?.lead ?? []);
}

/** The braces of a function, and in all languages but Go of what is in one. */
function isBlock(language: CodeLanguage, { open }: Level, head: readonly CodePart[]): boolean {
  const last = head.at(-1);
  if (open.value !== '{' || !last) return false;
  if (last.isGroup === true) return last.value === '(' && !head.some(({ value }) => value === 'switch');
  // What else the body of a loop or of a condition may be in is not known; Go's function must return an error.
  return language === 'go' ? last.value === 'error' : /^(?:=>|->|else|try|finally)$/.test(last.value);
}
