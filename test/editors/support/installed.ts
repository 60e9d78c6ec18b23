/** Locates the editors that scripts/test-editors.mjs installs, and the folder of the run's artifacts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/root.ts';

export interface Installed {
  readonly chromium: string;
  /** The folder of VS Code's own server and workbench. */
  readonly workbench: string;
  /** Their Node executable. */
  readonly node: string;
  /** The folder of the oldest workbench, which has no server. */
  readonly web: string;
  /** The script of pyright's language server. */
  readonly pyright: string;
  /** The folder of TypeScript's package, and the script of a language server for it. */
  readonly typescript: string;
  readonly typescriptServer: string;
  readonly bun: string;
  readonly deno: string;
  /** A folder from which webpack, Vite and Rollup can be imported. */
  readonly bundlers: string;
}

export const artifacts = join(root, 'out/editors');

export function installed(): Installed {
  return JSON.parse(readFileSync(join(artifacts, 'installed.json'), 'utf8')) as Installed;
}

const { publisher, name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<'publisher' | 'name' | 'version', string>
>;

/** The name of the packed extension in VS Code. */
export const extensionId = `${publisher}.${name}`;

/** The output of `npm run package`. */
export function packedExtension(): string {
  return join(root, `endpoints-${version}.vsix`);
}

/** One of the tests' own extensions, bundled. */
export function testExtension(name: string): string {
  return join(artifacts, 'extensions', name);
}
