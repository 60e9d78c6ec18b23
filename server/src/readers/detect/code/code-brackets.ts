/** Pairs the brackets of a program. */
import type { CodeToken } from '../../../frontends/code-slot/code-tokens.ts';

export interface CodeBrackets {
  /** The index of the other bracket of a pair; undefined for other tokens and for a bracket without one. */
  readonly partners: readonly (number | undefined)[];
  /** The index of the innermost opening bracket around a token; -1 outside of all. */
  readonly parents: readonly number[];
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export function bracketsOf(tokens: readonly CodeToken[]): CodeBrackets {
  const partners = Array.from<number | undefined>({ length: tokens.length });
  const parents: number[] = [];
  const open: number[] = [];
  tokens.forEach(({ kind, value }, at) => {
    if (kind === 'mark' && /^[)\]}]$/.test(value)) {
      const from = open.at(-1);
      if (from !== undefined && closing[tokens[from]?.value ?? ''] === value) {
        partners[from] = at;
        partners[at] = from;
        open.pop();
      }
    }
    parents.push(open.at(-1) ?? -1);
    if (kind === 'mark' && /^[([{]$/.test(value)) open.push(at);
  });
  return { partners, parents };
}
