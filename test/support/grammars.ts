/** The files of the parser for programs, from the packages that the build copies them from. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GrammarFiles } from '../../server/src/frontends/code/load.ts';
import owners from '../../scripts/grammars.json' with { type: 'json' };
import { root } from './root.ts';

const packages: Readonly<Record<string, string>> = owners;

export const packagedGrammars: GrammarFiles = (name) =>
  readFile(join(root, 'node_modules', packages[name] ?? '', name));
