/** `endpoints show`: draws where the traffic of Services goes. */
import { counted, grouped, listed } from '../../text/quote.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { viewpointNotes } from '../traffic/viewpoint.ts';
import { readTrafficFiles } from '../traffic/world-of-files.ts';
import { exitCodes } from '../usage.ts';
import type { FilesPicture } from './files-picture.ts';
import { readShowOptions, type ShowOptions } from './show-options.ts';
import { viewPicture } from './view-picture.ts';
import { writePicture } from './write-picture.ts';

export async function runShow(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readShowOptions(args);
  if (options.isWatch) return (await import('./watch-show.ts')).watchShow(options, terminal);
  const files = await readTrafficFiles(options.files, terminal);
  const drawn = await viewPicture(files, options, terminal);
  printMessages(viewpointNotes(files.world, options.asked), terminal);
  printMessages(namesakeNotes(drawn, options), terminal);
  printMessages([...files.notes, ...new Set(files.problems)], terminal);
  const text = await writePicture(drawn, options, { files, terminal });
  printMessages(sizeNotes(text), terminal);
  terminal.out(text);
  if (files.problems.length > 0) return exitCodes.usage;
  return drawn.isBroken ? exitCodes.findings : exitCodes.clean;
}

/** A browser takes long to show more characters. */
const mostCharacters = 20_000_000;

function sizeNotes({ length }: string): readonly string[] {
  if (length <= mostCharacters) return [];
  return [`The picture has ${grouped(length)} characters. Use --service to draw one Service, or --format text.`];
}

/** Where a name without a namespace means several Services. */
function namesakeNotes({ picture }: FilesPicture, { service }: ShowOptions): readonly string[] {
  const names = [...new Set(picture.services.map(({ namespace, name }) => `${namespace}/${name}`))];
  if (service === undefined || names.length < 2) return [];
  const more = names.length > 3 ? [`${names.length - 3} more`] : [];
  const all = listed([...names.slice(0, 3), ...more]);
  return [
    `${counted(names.length, 'Service')} are named ${service}: ${all}. Use --service NAMESPACE/NAME to draw one.`,
  ];
}
