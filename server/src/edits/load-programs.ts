/** Loads what reads and writes programs. Drivers import this file when they meet the first program. */
import type { Grammar } from '../frontends/code/languages.ts';
import { loadGrammar, type GrammarFiles } from '../frontends/code/load.ts';
import { addResourceInProgram } from './code/add-resource.ts';
import { callEditor } from './code/call-editor.ts';
import { hasNoNewSyntaxError, keepsProgramComments } from './code/prove-code.ts';
import { writeCodeEdits } from './code/write-code.ts';
import { setCallEditor } from './parts/call-editors.ts';
import { setCodeEditing } from './write.ts';

/** Rejects as `loadGrammar` does. */
export async function loadProgramGrammar(grammar: Grammar, files: GrammarFiles): Promise<void> {
  await loadGrammar(grammar, files);
  setCodeEditing({
    write: writeCodeEdits,
    isParsedAsBefore: hasNoNewSyntaxError,
    hasSameComments: keepsProgramComments,
    addResource: addResourceInProgram,
  });
  setCallEditor(callEditor);
}
