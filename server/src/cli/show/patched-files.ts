/** Makes the picture of files after all patches in them. */
import { isPatchType } from '../../contract/contract.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { patchedView } from '../../analysis/picture/patched-view.ts';
import { aroundFinder } from '../../project/traffic.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import { pictureWithTraffic, shownSubject, type FilesPicture } from './files-picture.ts';
import type { ShowOptions } from './show-options.ts';

/** Throws a UsageError where --service names no Service. */
export function patchedFiles(files: TrafficFiles, options: ShowOptions): FilesPicture {
  const { world, options: written } = shownSubject(files, options);
  const { sources, minor } = files;
  const { workspace, builds } = sources;
  const isNamed = ({ uri }: IndexedObject): boolean => sources.files.get(uri)?.isAround !== true;
  // A patch may make the object that a Service reads.
  const patches = [...workspace.allForRules()].filter((each) => isPatchType(each.facts.kind) && isNamed(each));
  const at: RelatedObjects['at'] = (key) => workspace.atForRules(key);
  const found = patchedView(
    world,
    written,
    { at, aroundOf: aroundFinder({ builds, workspace, treeOf: (uri) => sources.treeOf(uri) }), minor },
    options.service === undefined ? patches : [],
  );
  const { picture, locate } = found;
  return pictureWithTraffic(picture, { world: found.world, options: { query: written.query, locate } }, files);
}
