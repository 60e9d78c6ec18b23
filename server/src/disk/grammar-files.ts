/** Reads the files of the parser for programs. They are in the package, compressed. */

/** Gives the bytes of a file such as `tree-sitter-go.wasm` from the folder. Rejects for a missing file. */
export function grammarFilesIn(folder: string): (name: string) => Promise<Uint8Array> {
  return async (name) => {
    // Few runs need these modules. Some bundles and test runners have no `import()`, others no `require`.
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    const { gunzipSync } = process.getBuiltinModule('node:zlib');
    return gunzipSync(await readFile(`${folder}/${name}.gz`));
  };
}
