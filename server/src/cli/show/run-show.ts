/** `endpoints show`: draws where the traffic of Services goes. */
import { printMessages, type Terminal } from '../terminal.ts';
import { viewpointNotes } from '../traffic/viewpoint.ts';
import { readTrafficFiles } from '../traffic/world-of-files.ts';
import { exitCodes } from '../usage.ts';
import { filesPicture, type FilesPicture } from './files-picture.ts';
import { readShowOptions } from './show-options.ts';
import { writePicture } from './write-picture.ts';

export async function runShow(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readShowOptions(args);
  if (options.isWatch) return (await import('./watch-show.ts')).watchShow(options, terminal);
  const files = await readTrafficFiles(options.files, terminal);
  const drawn = filesPicture(files, options);
  printMessages(viewpointNotes(files.world, options.asked), terminal);
  printMessages([...files.notes, ...new Set(files.problems)], terminal);
  terminal.out(await writePicture(drawn, options, { files, terminal }));
  if (files.problems.length > 0) return exitCodes.usage;
  return isBroken(drawn) ? exitCodes.findings : exitCodes.clean;
}

/** As the exit code of `endpoints traffic`. */
function isBroken({ traffic, strays }: FilesPicture): boolean {
  return strays.some(({ certain }) => certain) || traffic.some(({ states }) => states.includes('empty'));
}
