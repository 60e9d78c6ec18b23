/** Loads what reads programs: the parser, the grammar of a language, and its reader. Drivers import this file when they meet the first program. */
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import { readerFor } from './read-code.ts';
import { codeReader, setCodeReader, type Grammar } from './languages.ts';
import type { CodeParser, SyntaxNode } from './syntax.ts';

/** The bytes of a file of the parser: `web-tree-sitter.wasm`, or `tree-sitter-NAME.wasm` of a grammar. */
export type GrammarFiles = (name: string) => Promise<Uint8Array>;

/** What was tried last, by the name of the file. */
const tries = new Map<string, { readonly files: GrammarFiles; readonly done: Promise<void> }>();

/**
 * Does nothing for a grammar that is loaded. Rejects with an error whose message is one sentence where WebAssembly is forbidden or a
 * file is missing; what failed once is not tried again with the same files.
 */
export async function loadGrammar(grammar: Grammar, files: GrammarFiles): Promise<void> {
  if (codeReader(grammar)) return;
  await once('web-tree-sitter.wasm', files, async (name) => {
    if (!('WebAssembly' in globalThis)) throw new Error('WebAssembly is not available');
    const wasmBinary = await files(name);
    await Parser.init({ wasmBinary, locateFile: (file: string) => file });
  });
  await once(`tree-sitter-${grammar}.wasm`, files, async (name) => {
    const language = await Language.load(await files(name));
    const parser = new Parser();
    parser.setLanguage(language);
    setCodeReader(grammar, readerFor(parserWith(parser)));
  });
}

function once(name: string, files: GrammarFiles, load: (name: string) => Promise<void>): Promise<void> {
  const last = tries.get(name);
  if (last?.files === files) return last.done;
  const run = (): Promise<void> =>
    load(name).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${name} cannot be loaded (${why}), so programs that need it are not read.`);
    });
  const done = last ? last.done.catch(run) : run();
  tries.set(name, { files, done });
  return done;
}

function parserWith(parser: Parser): CodeParser {
  return (text) => {
    const tree = parser.parse(text);
    if (!tree) throw new Error('the parser has no language');
    const cursor = tree.walk();
    const root = copy(cursor);
    cursor.delete();
    tree.delete();
    return root;
  };
}

interface GrowingNode extends SyntaxNode {
  readonly parent: GrowingNode | undefined;
  readonly children: GrowingNode[];
}

/** Without recursion: half-typed programs nest deeply. */
function copy(cursor: TreeCursor): SyntaxNode {
  const root = made(cursor, undefined);
  let at = root;
  for (;;) {
    if (cursor.gotoFirstChild()) {
      at = added(at, cursor);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return root;
      at = at.parent ?? root;
    }
    at = added(at.parent ?? root, cursor);
  }
}

function added(parent: GrowingNode, cursor: TreeCursor): GrowingNode {
  const node = made(cursor, parent);
  parent.children.push(node);
  return node;
}

function made(cursor: TreeCursor, parent: GrowingNode | undefined): GrowingNode {
  const type = cursor.nodeType;
  return {
    type,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? undefined,
    isNamed: cursor.nodeIsNamed,
    isBroken: type === 'ERROR' || cursor.nodeIsMissing,
    parent,
    children: [],
  };
}
