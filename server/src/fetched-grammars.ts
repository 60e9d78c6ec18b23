/** Fetches the files of the parser for programs in a Web Worker. */
import type { GrammarFiles } from './frontends/code/load.ts';

/** Gives the bytes of files in the folder `grammars` beside this URL. */
export function fetchedGrammars(beside: string): GrammarFiles {
  return async (name) => {
    const response = await fetch(new URL(`grammars/${name}.gz`, beside));
    if (!response.ok) throw new Error(`status ${response.status}`);
    const file = await response.blob();
    // Some web servers declare that such a file is compressed, and then the browser decompresses it.
    const isCompressed = new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === 0x1f;
    const body = isCompressed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file;
    return new Uint8Array(await new Response(body).arrayBuffer());
  };
}
