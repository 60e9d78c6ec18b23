/** Checks types, the core's independence of Node and the DOM, lint, format and generated files. */
import { join } from 'node:path';
import { install, root, run, runTool } from './setup.mjs';

install();
runTool('typescript/bin/tsc', '-p', '.');
runTool('typescript/bin/tsc', '-p', 'tsconfig.core.json');
const linted = ['server', 'client', 'test', 'scripts', 'bench', 'site'];
runTool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...linted);
runTool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.');
run(process.execPath, join(root, 'scripts/update.mjs'), '--check');
