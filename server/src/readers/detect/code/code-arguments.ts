/** Reads the arguments of a call and the fields of a literal, as far as they are written out. */
import { plainCodeText } from './code-constants.ts';
import { codeAt, type CodeSource } from './code-source.ts';

export interface CodeArgument {
  /** Of `name: value`, `name=value` and `"name": value`. */
  readonly name: string | undefined;
  /** The index of the first token of the value, and that behind the last one. */
  readonly from: number;
  readonly to: number;
}

/** The parts between the commas in a pair of brackets. */
export function argumentsIn(source: CodeSource, open: number): readonly CodeArgument[] {
  const close = source.partners[open];
  if (close === undefined) return [];
  const found: CodeArgument[] = [];
  let from = open + 1;
  for (let at = from; at <= close && found.length < mostArguments; at++) {
    if (at === close || codeAt(source, at) === ',') {
      if (at > from) found.push(argumentAt(source, from, at));
      from = at + 1;
    } else if (/^[([{]$/.test(codeAt(source, at))) at = source.partners[at] ?? at;
  }
  return found;
}

/** Of more, only the first ones are read, so that a long list is not read again for each of its items. */
const mostArguments = 500;

function argumentAt(source: CodeSource, from: number, to: number): CodeArgument {
  const token = source.tokens[from];
  const isNamed = to > from + 2 && /^[:=]$/.test(codeAt(source, from + 1));
  const name = !isNamed ? undefined : token?.kind === 'word' ? token.value : token && plainCodeText(token);
  return { name, from: name === undefined ? from : from + 2, to };
}

/** The text of a literal, of a constant, or of one in a wrapper such as `pulumi.String("…")`. */
export function codeText(source: CodeSource, { from, to }: Pick<CodeArgument, 'from' | 'to'>): string | undefined {
  const token = source.tokens[from];
  if (to - from === 1 && token) return token.kind === 'word' ? source.constants.get(token.value) : plainCodeText(token);
  const isWrapped = codeAt(source, to - 1) === ')' && source.partners[to - 1] === to - 3;
  const path = source.tokens.slice(from, to - 3);
  return isWrapped && path.every(({ kind, value }) => kind === 'word' || value === '.')
    ? codeText(source, { from: to - 2, to: to - 1 })
    : undefined;
}

/** The text of an argument or a field by its name in lower case; undefined where it is missing or not known. */
export function namedText(source: CodeSource, open: number, name: string): string | undefined {
  const argument = argumentsIn(source, open).find((each) => each.name?.toLowerCase() === name);
  return argument && codeText(source, argument);
}

/** The text of the argument at a place; undefined where it is missing or not known. */
export function placedText(source: CodeSource, open: number, index = 0): string | undefined {
  const argument = argumentsIn(source, open)[index];
  return argument && codeText(source, argument);
}

export interface NamedTarget {
  /** Undefined where it is not known. */
  readonly name: string | undefined;
  /** The same. */
  readonly namespace: string | undefined;
}

export const anyTarget: NamedTarget = { name: undefined, namespace: undefined };

/** The fields `name` and `namespace` of the first literal or constructor in a pair of brackets whose lead matches. */
export function targetIn(source: CodeSource, open: number, lead: RegExp): NamedTarget {
  const to = source.partners[open] ?? open;
  for (let at = open; at < Math.min(to, open + farthest); at++) {
    const isLead = source.tokens[at]?.kind === 'word' && lead.test(codeAt(source, at));
    if (!isLead) continue;
    let own = at + 1;
    while (own < Math.min(to, at + longestLead) && !/^[({,;)}]$/.test(codeAt(source, own))) own++;
    if (/^[({]$/.test(codeAt(source, own))) return fieldsAt(source, own);
  }
  return anyTarget;
}

/** In tokens. */
const farthest = 2_000;

/** In tokens: `metadata: kubernetes.meta.v1.ObjectMeta {`. */
const longestLead = 16;

/** Also those of a builder: `.name("…").namespace("…")`. */
function fieldsAt(source: CodeSource, open: number): NamedTarget {
  const textAt = (name: string): string | undefined => namedText(source, open, name) ?? builtText(source, open, name);
  return { name: textAt('name'), namespace: textAt('namespace') };
}

function builtText(source: CodeSource, open: number, name: string): string | undefined {
  const close = source.partners[open] ?? open;
  for (let at = open + 1; at < close; at++) {
    const value = codeAt(source, at);
    if (value === name && codeAt(source, at - 1) === '.' && codeAt(source, at + 1) === '(')
      return codeText(source, { from: at + 2, to: source.partners[at + 1] ?? at + 2 });
    if (/^[([{]$/.test(value)) at = source.partners[at] ?? at;
  }
  return undefined;
}
