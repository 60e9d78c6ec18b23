/** `endpoints show`: draws where the traffic of Services goes. */
import { printMessages, type Terminal } from '../terminal.ts';
import { readTrafficFiles } from '../traffic/world-of-files.ts';
import { exitCodes } from '../usage.ts';
import { filesPicture } from './files-picture.ts';
import { readShowOptions } from './show-options.ts';
import { writePicture } from './write-picture.ts';

export async function runShow(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readShowOptions(args);
  const files = await readTrafficFiles(options.files, terminal);
  const { picture, isBroken } = filesPicture(files, options);
  printMessages([...files.notes, ...new Set(files.problems)], terminal);
  terminal.out(await writePicture(picture, options));
  if (files.problems.length > 0) return exitCodes.usage;
  return isBroken ? exitCodes.findings : exitCodes.clean;
}
