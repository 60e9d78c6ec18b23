/** Programs in tests: the grammars of all languages, and the readings of texts in the form of test/data/programs. */
import { readFile as bytesOf } from 'node:fs/promises';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { listingOf, type ListedResource } from '../../server/src/analysis/listing/listing.ts';
import { codeOf, type Grammar } from '../../server/src/frontends/code/languages.ts';
import { loadProgramGrammar } from '../../server/src/edits/load-programs.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { positionAtOffset } from '../../server/src/reports/locate.ts';

import { documentsOf, type Document } from '../../server/src/tree/document.ts';
import { root } from './root.ts';

const packages: Readonly<Record<Grammar, string>> = {
  typescript: 'tree-sitter-typescript',
  tsx: 'tree-sitter-typescript',
  python: 'tree-sitter-python',
  go: 'tree-sitter-go',
  c_sharp: 'tree-sitter-c-sharp',
  java: 'tree-sitter-java',
};

/** Loads the grammar of each file name, such as `a.py`. Call it in `before`; each grammar is loaded once for the process. */
export async function loadGrammarsOf(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const grammar = codeOf(name)?.grammar;
    if (grammar) await loadProgramGrammar(grammar, (file) => grammarFile(file, grammar));
  }
}

function grammarFile(file: string, grammar: Grammar): Promise<Uint8Array> {
  const folder = file.startsWith('web') ? 'web-tree-sitter' : packages[grammar];
  return bytesOf(join(root, 'node_modules', folder, file));
}

/** True where the parser reads the whole text as the language of the file's name. */
export async function parses(name: string, text: string): Promise<boolean> {
  await loadGrammarsOf(name);
  const grammar = codeOf(name)?.grammar ?? 'typescript';
  const parser = new Parser();
  parser.setLanguage(await Language.load(await grammarFile(`tree-sitter-${grammar}.wasm`, grammar)));
  const tree = parser.parse(text);
  const isWhole = tree !== null && !tree.rootNode.hasError;
  tree?.delete();
  parser.delete();
  return isWhole;
}

/** The document of a program whose grammar is loaded. */
export function programDocument(name: string, text: string): Document {
  const [document] = documentsOf(readFile(name, text, { isPartial: false }));
  if (!document) throw new Error(`${name} has no document`);
  return document;
}

export type Reading = Omit<ListedResource, 'kind' | 'apiVersion' | 'namespace' | 'name'>;

/** What is read of a program whose grammar is loaded, in the form of `expected.json`, with members in that order. */
export function readingsOf(name: string, text: string): readonly Reading[] {
  const file = readFile(name, text, { isPartial: false });
  return listingOf(file, (offset) => positionAtOffset(file, offset)).map(
    ({ kind: _k, apiVersion: _a, namespace: _n, name: _m, ...reading }) => reading,
  );
}
