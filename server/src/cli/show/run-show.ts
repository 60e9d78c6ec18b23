/** `endpoints show`: draws where the traffic of Services goes. */
import { printMessages, type Terminal } from '../terminal.ts';
import { viewpointNotes } from '../traffic/viewpoint.ts';
import { readTrafficFiles } from '../traffic/world-of-files.ts';
import { exitCodes } from '../usage.ts';
import { readShowOptions } from './show-options.ts';
import { viewPicture } from './view-picture.ts';
import { writePicture } from './write-picture.ts';

export async function runShow(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readShowOptions(args);
  if (options.isWatch) return (await import('./watch-show.ts')).watchShow(options, terminal);
  const files = await readTrafficFiles(options.files, terminal);
  const drawn = await viewPicture(files, options, terminal);
  printMessages(viewpointNotes(files.world, options.asked), terminal);
  printMessages([...files.notes, ...new Set(files.problems)], terminal);
  terminal.out(await writePicture(drawn, options, { files, terminal }));
  if (files.problems.length > 0) return exitCodes.usage;
  return drawn.isBroken ? exitCodes.findings : exitCodes.clean;
}
