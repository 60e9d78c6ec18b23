/** Loads what reads the programs of a run, before they are read. */
import { grammarFile } from '../disk/grammars.ts';
import { reason } from '../disk/paths.ts';
import { codeOf, languageNames, missingGrammar, type Grammar } from '../frontends/code/languages.ts';
import { listed } from '../text/quote.ts';
import type { Source } from './source.ts';

/** Returns a problem for each grammar that cannot be loaded, with the sources that it would read. */
export async function loadPrograms(
  sources: readonly Source[],
): Promise<readonly { readonly message: string; readonly unread: ReadonlySet<Source> }[]> {
  const byGrammar = new Map<Grammar, Set<Source>>();
  for (const source of sources) {
    const grammar = source.read ? undefined : missingGrammar(source.path, source.text);
    if (grammar === undefined) continue;
    const same = byGrammar.get(grammar);
    if (same) same.add(source);
    else byGrammar.set(grammar, new Set([source]));
  }
  if (byGrammar.size === 0) return [];
  const { loadGrammar } = await import('../frontends/code/load.ts');
  const problems = [];
  for (const [grammar, unread] of byGrammar) {
    try {
      await loadGrammar(grammar, grammarFile);
    } catch (error) {
      const files = listed([...unread].map(({ path }) => path));
      const [{ path = '' } = {}] = unread;
      const language = codeOf(path)?.language;
      const name = language && languageNames[language];
      problems.push({ message: `${files} cannot be read, because the parser of ${name} cannot be loaded (${reason(error)}). Check the installation.`, unread });
    }
  }
  return problems;
}
