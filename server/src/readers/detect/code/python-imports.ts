/** Reads the imports of a Python file. */
import { memo } from '../../../text/memo.ts';
import { codeAt, type CodeSource } from './code-source.ts';

/** The dotted paths of modules and of what they export, by the names that the file has for them. */
export const pythonImports = memo((source: CodeSource): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const { tokens, statements } = source;
  for (let at = 0; at < tokens.length; at++) {
    const isFirst = at === 0 || statements[at] !== statements[at - 1];
    const word = codeAt(source, at);
    if (!/^(?:import|from)$/.test(word) || !(isFirst || /^[:;]$/.test(codeAt(source, at - 1)))) continue;
    let end = at + 1;
    while (end < tokens.length && statements[end] === statements[at] && codeAt(source, end) !== ';') end++;
    if (word === 'import') addNames(source, at + 1, end, '', found);
    else {
      let middle = at + 1;
      while (middle < end && codeAt(source, middle) !== 'import') middle++;
      const path = tokens.slice(at + 1, middle).map(({ value }) => value);
      addNames(source, middle + 1, end, `${path.join('')}.`, found);
    }
    at = end - 1;
  }
  return found;
});

/** `a.b`, `a as b` and `(a, b as c)`. */
function addNames(source: CodeSource, from: number, to: number, before: string, found: Map<string, string>): void {
  let names: string[] = [];
  let alias: string | undefined;
  for (let at = from; at <= to; at++) {
    const value = at < to ? codeAt(source, at) : ',';
    if (value === ',') {
      const [first] = names;
      // `import a.b` only gives the name `a`.
      if (first !== undefined)
        found.set(alias ?? first, alias === undefined && before === '' ? first : before + names.join('.'));
      names = [];
      alias = undefined;
    } else if (value === 'as') alias = codeAt(source, ++at);
    else if (source.tokens[at]?.kind === 'word') names.push(value);
  }
}
