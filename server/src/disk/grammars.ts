/** Reads the parser and the grammars of programs. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The packages of the grammars whose names differ. */
const packages: Readonly<Record<string, string | undefined>> = {
  'web-tree-sitter': 'web-tree-sitter',
  'tree-sitter-tsx': 'tree-sitter-typescript',
  'tree-sitter-c_sharp': 'tree-sitter-c-sharp',
};

/** The bytes of `web-tree-sitter.wasm` or of `tree-sitter-NAME.wasm`. Rejects for a missing file. */
export function grammarFile(name: string): Promise<Uint8Array> {
  const grammar = name.replace(/\.wasm$/, '');
  return readFile(createRequire(import.meta.url).resolve(`${packages[grammar] ?? grammar}/${name}`));
}
