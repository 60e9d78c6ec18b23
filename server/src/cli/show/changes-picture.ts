/** Makes the picture of files before and after a change. */
import { changedPicture } from '../../analysis/picture/changed-picture.ts';
import { pictureOf } from '../../analysis/picture/picture-of.ts';
import { trafficChanges } from '../../analysis/traffic/changes.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { stateOf, withCommittedTexts } from '../traffic/committed-state.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import { pictureWithTraffic, foundSubject, shownSubject, type FilesPicture } from './files-picture.ts';
import type { ShowOptions } from './show-options.ts';

/** `isBroken` is true where a Service port has lost its last address. Throws a UsageError as `endpoints traffic --since`. */
export async function changesPicture(
  files: TrafficFiles,
  options: ShowOptions & { readonly since: string },
  terminal: Terminal,
): Promise<FilesPicture> {
  const { since, asked, files: named } = options;
  const { buildOf } = files;
  const stateIn = (current: TrafficFiles) => {
    const { world, options: shown } = foundSubject(current, options);
    const drawn = pictureWithTraffic(pictureOf(world, shown), { world, options: shown }, current);
    return { isEmpty: world.services.length === 0, state: stateOf(world, buildOf), drawn };
  };
  const now = stateIn(files);
  const paths = named.root === undefined ? named.paths : [];
  const { result: before, notes } = await withCommittedTexts(files, { since, paths }, terminal, stateIn);
  // A Service may be new or deleted.
  if (before.isEmpty && now.isEmpty) shownSubject(files, options);
  printMessages(notes, terminal);
  const { node, zone, family, consumer } = asked;
  const viewpoint = node === '' && zone === undefined ? undefined : { node, zone };
  const { changes } = trafficChanges(before.state, now.state, { family, consumer, viewpoint });
  return {
    ...now.drawn,
    picture: changedPicture(before.drawn.picture, now.drawn.picture, `before and after the changes since ${since}`),
    isBroken: changes.some(({ isLast }) => isLast),
  };
}
