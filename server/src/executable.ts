/** The program `endpoints` in one script: in an executable, which contains the grammars, or beside a folder with them. */
import { getAsset, isSea } from 'node:sea';
import { gunzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { runProgram } from './cli/program.ts';
import { grammarFilesIn } from './disk/grammar-files.ts';

const grammars = isSea()
  ? async (name: string) => gunzipSync(new Uint8Array(getAsset(`${name}.gz`)))
  : grammarFilesIn(`${__dirname}/grammars`);
void runProgram(manifest.version, grammars);
