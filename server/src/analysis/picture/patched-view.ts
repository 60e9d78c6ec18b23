/** The view "after patches": the picture of what the API server has once all patches are applied. */
import { gatherTraffic } from '../traffic/reading/gather.ts';
import type { TrafficWorld } from '../traffic/model.ts';
import type { LocateField } from '../traffic/report.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { drawnEntries, isPatchable, patchesAt } from './drawn-patches.ts';
import { patchedObject, patchGroups, patchTitle, type PatchSources } from './patched-objects.ts';
import { pictureOf, type PictureOptions } from './picture-of.ts';
import type { Picture } from './picture.ts';

export interface PatchedView {
  readonly picture: Picture;
  /** Of what the API server has afterwards. */
  readonly world: TrafficWorld;
  readonly locate: LocateField;
}

export const patchedTitle = 'after patches';

type Sources = Omit<PatchSources, 'locate'> & Pick<RelatedObjects, 'at'>;

/** `more` are patches whose objects may be in no file. */
export function patchedView(
  world: TrafficWorld,
  options: PictureOptions,
  { at, ...sources }: Sources,
  more: readonly IndexedObject[] = [],
): PatchedView {
  const entries = drawnEntries(world);
  const patches = [...new Set([...entries.flatMap((entry) => patchesAt(entry, at)), ...more])];
  const shown = { ...options, view: patchedTitle };
  const { locate, remarks = [] } = options;
  if (patches.length === 0) {
    const remark = `No patch of these objects is in the files: this view equals the one ${options.view}.`;
    return { picture: pictureOf(world, { ...shown, remarks: [...remarks, remark] }), world, locate };
  }
  const all = { ...sources, locate };
  const patched = entries
    .filter((entry) => isPatchable(entry) && patchesAt(entry, at).some(({ facts }) => facts.applied))
    .map((entry) => patchedObject(entry, all));
  const done = new Set(patched.flatMap(({ object }) => object?.patches ?? []));
  const known = new Set(entries.filter(isPatchable).map(patchTitle));
  // Of these, only the patches are in the files.
  const alone = patchGroups(patches.filter((each) => !done.has(each) && !known.has(patchTitle(each)))).flatMap(
    ([first]) => (first ? [patchedObject(first, all)] : []),
  );
  const found = [...patched, ...alone];
  const objects = found.flatMap(({ object }) => object ?? []);
  for (const each of objects) for (const patch of each.patches) done.add(patch);
  const byBase = new Map(objects.map((each) => [each.base, each]));
  const left = patches.filter((each) => !done.has(each));
  const after = gatherTraffic(
    [
      ...entries.map((entry) => byBase.get(entry)?.entry ?? entry),
      ...objects.flatMap(({ base, entry }) => (base ? [] : [entry])),
      ...left,
    ],
    { minor: sources.minor, isMirroring: world.isMirroring },
  );
  const byEntry = new Map(objects.map((each) => [each.entry, each]));
  const locateAfter: LocateField = (entry, path) => locate(byEntry.get(entry)?.sourceOf(path) ?? entry, path);
  const picture = pictureOf(after, {
    ...shown,
    locate: locateAfter,
    ownersOf: (entry) => byEntry.get(entry)?.addressOwners ?? [],
    patchesOf: (entry) => byEntry.get(entry),
    remarks: [...remarks, ...found.flatMap((each) => each.remarks), ...left.map(leftWords)],
  });
  return { picture, world: after, locate: locateAfter };
}

function leftWords(patch: IndexedObject): string {
  return `A patch of the ${patchTitle(patch)} is not applied here, so what it changes is not known.`;
}
