/** Loads what reads and writes programs. Drivers import this file when they meet the first program. */
import type { Grammar } from '../frontends/code/languages.ts';
import { loadGrammar, type GrammarFiles } from '../frontends/code/load.ts';
import { writeCodeEdits } from './code/write-code.ts';
import { setCodeWriter } from './write.ts';

/** Rejects as `loadGrammar` does. */
export async function loadProgramGrammar(grammar: Grammar, files: GrammarFiles): Promise<void> {
  await loadGrammar(grammar, files);
  setCodeWriter(writeCodeEdits);
}
