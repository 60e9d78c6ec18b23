/** Loads what reads programs: the parser, the grammar of a language, and its reader. Drivers import this file when they meet the first program. */
import { Language, Parser } from 'web-tree-sitter';
import { namesOf, type GrammarNames } from './copy-tree.ts';
import { readerFor } from './read-code.ts';
import { codeReader, setCodeReader, type Grammar } from './languages.ts';
import { Reparser } from './reparse.ts';
import type { CodeParser } from './syntax.ts';

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
    Object.assign(runtime, { wasmBinary: await files(name), locateFile: (file: string) => file, printErr() {} });
    await Parser.init(runtime);
    setFasterAccess(runtime as Runtime);
  });
  await once(`tree-sitter-${grammar}.wasm`, files, async (name) => {
    const language = await Language.load(await files(name));
    const parser = new Parser();
    parser.setLanguage(language);
    setCodeReader(grammar, readerFor(parserWith(parser, namesOf(language))));
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

/** In UTF-16 units. Hand-written programs are shorter; generated ones and bundles, which can be long, call no constructor of ours. */
const longest = 250_000;

/** The parser of texts that nest brackets in thousands overflows its stack. */
const deepest = 500;

/** Brackets in quotes and comments count, too: hand-written programs are far from the limit. */
function nestsDeeply(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    if (depth > deepest) return true;
  }
  return false;
}

/** In bytes. A text with thousands of ambiguous parts, such as `a<a<a<`, would take all memory. */
const mostMemory = 512 * 1024 * 1024;

/** What the options of the start become: the module that Emscripten made. */
interface Runtime {
  readonly HEAP_DATA_VIEW: DataView;
  setValue: (address: number, value: number, type: string) => void;
  getValue: (address: number, type: string) => number;
}

const runtime: Partial<Runtime> = {};

/** After a failure in the parser, its memory may be corrupt. */
let isFailed = false;

/** The cursor reads and writes its state by these functions, which compare the names of types: that takes half of the time of a copy. */
function setFasterAccess(module: Runtime): void {
  const { setValue, getValue } = module;
  module.setValue = (address, value, type) => {
    if (type === 'i32') module.HEAP_DATA_VIEW.setInt32(address, value, true);
    else setValue(address, value, type);
  };
  module.getValue = (address, type) =>
    type === 'i32' ? module.HEAP_DATA_VIEW.getInt32(address, true) : getValue(address, type);
}

function parserWith(parser: Parser, names: GrammarNames): CodeParser {
  const memory = (): number => runtime.HEAP_DATA_VIEW?.byteLength ?? 0;
  const reparser = new Reparser(parser, names);
  return (text, lasting) => {
    if (isFailed || text.length > longest || nestsDeeply(text)) return undefined;
    const before = memory();
    const progressCallback = (): boolean => memory() > Math.max(before, mostMemory);
    try {
      return lasting ? reparser.parseOnce(text, progressCallback) : reparser.parse(text, progressCallback);
    } catch {
      // The document says that it is not read.
      isFailed = true;
      return undefined;
    }
  };
}
