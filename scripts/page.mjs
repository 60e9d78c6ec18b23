/** Bundles the script of the page of pictures, for the webview of VS Code and for HTML files. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup.mjs';

/** The text of the script, and esbuild's metafile. */
export async function bundlePage() {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, 'client/src/page/main.tsx')],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
    outdir: join(root, 'dist'),
  });
  return { text: outputFiles[0].text.trimEnd(), metafile };
}
