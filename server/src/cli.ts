#!/usr/bin/env node
/** The program `endpoints` of the package, with the grammars beside it. */
import manifest from '../../package.json' with { type: 'json' };
import { runProgram } from './cli/program.ts';
import { grammarFilesIn } from './disk/grammar-files.ts';

await runProgram(manifest.version, grammarFilesIn(`${import.meta.dirname}/grammars`));
