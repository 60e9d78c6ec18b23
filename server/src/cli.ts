#!/usr/bin/env node
/** The program `endpoints`: gives the command line its process. */
import pc from 'picocolors';
import manifest from '../../package.json' with { type: 'json' };
import { main } from './cli/main.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has gone (`| head`): nothing is left to say.
  process.exit(error.code === 'EPIPE' ? 0 : 3);
});

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  isColored: pc.isColorSupported && (process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined),
  version: manifest.version,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
