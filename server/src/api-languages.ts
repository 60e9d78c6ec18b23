/** Loads what the library reads programs with. */
import { grammarFilesIn } from './disk/grammar-files.ts';
import { loadProgramGrammar } from './edits/load-programs.ts';
import { codeOf, grammarsOf, languageNames, missingGrammar } from './frontends/code/languages.ts';
import type { GrammarFiles } from './frontends/code/load.ts';
import { listed, quote } from './text/quote.ts';
import type { CodeLanguage } from './tree/document.ts';

/** The library is CommonJS, whose folder has a name. In a bundle that is an ES module it has none. */
const grammarFiles: GrammarFiles = (name) => {
  if (typeof __dirname !== 'undefined') return grammarFilesIn(`${__dirname}/grammars`)(name);
  throw new Error('the library is bundled in an ES module: mark endpoints-language-server as "external"');
};
const all = Object.keys(languageNames) as readonly CodeLanguage[];

/** Loads all languages without an argument. Throws a TypeError for anything but a list of their names. */
export async function loadApiLanguages(languages: readonly CodeLanguage[] = all): Promise<void> {
  const isKnown = Array.isArray(languages) && languages.every((each) => all.includes(each));
  if (!isKnown)
    throw new TypeError(
      `The languages must be a list of ${listed(
        all.map((each) => quote(each)),
        'or',
      )}.`,
    );
  for (const grammar of new Set(languages.flatMap(grammarsOf))) await loadProgramGrammar(grammar, grammarFiles);
}

/** Throws an Error for a program whose language is not loaded: without findings it would seem to be correct. */
export function rejectUnread(name: string, text: string): void {
  const language = missingGrammar(name, text) && codeOf(name)?.language;
  if (!language) return;
  throw new Error(
    `${quote(name)} is a ${languageNames[language]} program. Call "await loadLanguages([${quote(language)}])" first.`,
  );
}
