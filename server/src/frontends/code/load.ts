/** Loads what reads programs: the parser, the grammar of a language, and its reader. Drivers import this file when they meet the first program. */
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import { readerFor } from './read-code.ts';
import { codeReader, setCodeReader, type Grammar } from './languages.ts';
import type { CodeParser, SyntaxNode } from './syntax.ts';

/** The bytes of a file of the parser: `web-tree-sitter.wasm`, or `tree-sitter-NAME.wasm` of a grammar. */
export type GrammarFiles = (name: string) => Promise<Uint8Array>;

let started: Promise<void> | undefined;
const loading = new Map<Grammar, Promise<void>>();

/** Does nothing for a grammar that is loaded. Rejects where WebAssembly is forbidden or a file is missing. */
export function loadGrammar(grammar: Grammar, files: GrammarFiles): Promise<void> {
  if (codeReader(grammar)) return Promise.resolve();
  const known = loading.get(grammar) ?? load(grammar, files);
  loading.set(grammar, known);
  known.catch(() => loading.delete(grammar));
  return known;
}

async function load(grammar: Grammar, files: GrammarFiles): Promise<void> {
  started ??= start(files);
  await started.catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  const language = await Language.load(await files(`tree-sitter-${grammar}.wasm`));
  const parser = new Parser();
  parser.setLanguage(language);
  setCodeReader(grammar, readerFor(parserWith(parser)));
}

async function start(files: GrammarFiles): Promise<void> {
  await Parser.init({ wasmBinary: await files('web-tree-sitter.wasm'), locateFile: (name: string) => name });
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
