/** Fetches the files of the parser for programs in a Web Worker. */
import type { GrammarFiles } from './frontends/code/load.ts';

/** Gives the bytes of files in the folder `grammars` beside this URL. */
export function fetchedGrammars(beside: string): GrammarFiles {
  return async (name) => {
    const { ok, status, body } = await fetch(new URL(`grammars/${name}.gz`, beside));
    if (!ok || !body) throw new Error(`status ${status}`);
    return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  };
}
