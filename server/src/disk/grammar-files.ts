/** Reads the files of the parser for programs. They are in the package, compressed. */

/** Gives the bytes of a file such as `tree-sitter-go.wasm` from the folder, whose URL ends with a slash. Rejects for a missing file. */
export function grammarFilesIn(folder: URL): (name: string) => Promise<Uint8Array> {
  return async (name) => {
    // Few runs need these modules.
    const [{ readFile }, { gunzipSync }] = await Promise.all([import('node:fs/promises'), import('node:zlib')]);
    return gunzipSync(await readFile(new URL(`${name}.gz`, folder)));
  };
}
