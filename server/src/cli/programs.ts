/** Loads what reads the programs of a run, before they are read. */
import { missingGrammar, type Grammar } from '../frontends/code/languages.ts';
import type { GrammarFiles } from '../frontends/code/load.ts';
import { groupBy } from '../text/group.ts';
import { listed } from '../text/quote.ts';
import type { Source } from './source.ts';

interface UnreadPrograms {
  readonly message: string;
  readonly sources: readonly Source[];
}

/** Returns the programs that cannot be read, by grammar; empty if all can be read. */
export async function loadPrograms(
  sources: readonly Source[],
  files: GrammarFiles | undefined,
): Promise<readonly UnreadPrograms[]> {
  const grammarOf = (source: Source): Grammar | undefined =>
    source.read || source.isForeign ? undefined : missingGrammar(source.path, source.text);
  const unread: UnreadPrograms[] = [];
  for (const [grammar, own] of groupBy(sources, grammarOf)) {
    if (grammar === undefined || !files) continue;
    const { loadProgramGrammar } = await import('../edits/load-programs.ts');
    try {
      await loadProgramGrammar(grammar, files);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      unread.push({ message: `${listed(own.map(({ path }) => path))} cannot be read. ${why}`, sources: own });
    }
  }
  return unread;
}
