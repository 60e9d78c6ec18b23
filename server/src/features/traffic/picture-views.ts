/** The views of the picture that editors offer: a table, in the order of the buttons. Loaded with the first picture. */
import { hasPatches } from '../../analysis/picture/drawn-patches.ts';
import { isMirroredIn, mirroredPicture, mirroredTitle } from '../../analysis/picture/mirrored-view.ts';
import { pictureOf, type PictureOptions } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { aroundInFile } from '../../analysis/workspace/places.ts';
import type { SourceFile } from '../../tree/document.ts';
import type { Files } from '../view.ts';

/** What a picture is drawn of. */
export interface PictureSubject {
  /** Only the Services that are drawn, with their objects, and objects without a Service. */
  readonly world: TrafficWorld;
  /** Those of the view "as written". */
  readonly options: PictureOptions;
  readonly files: Files;
  /** The Kubernetes minor version. */
  readonly minor: number;
  /** Of the index; what is asked is noted. */
  readonly at: RelatedObjects['at'];
  /** The text that has the object, or what an overlay builds. */
  readonly fileOf: (entry: IndexedObject) => SourceFile | undefined;
}

export interface OfferedView {
  readonly id: string;
  /** `as written`. */
  readonly title: string;
  /** False where the view would show nothing else than the written one. */
  readonly isOffered: (subject: PictureSubject) => boolean;
  readonly draw: (subject: PictureSubject) => Picture | Promise<Picture>;
}

export const writtenView: OfferedView = {
  id: 'written',
  title: 'as written',
  isOffered: () => true,
  draw: ({ world, options }) => pictureOf(world, options),
};

const patchedView: OfferedView = {
  id: 'patched',
  title: 'after patches',
  isOffered: ({ world, at }) => hasPatches(world, at),
  draw: async ({ world, options, files, minor, at, fileOf }) => {
    const { patchedView: viewOf } = await import('../../analysis/picture/patched-view.ts');
    const aroundOf = (entry: IndexedObject): RelatedObjects | undefined => {
      const file = fileOf(entry);
      return file && aroundInFile(entry, file, files.workspace);
    };
    return viewOf(world, options, { at, aroundOf, minor }).picture;
  },
};

const mirroredView: OfferedView = {
  id: 'mirrored',
  title: mirroredTitle,
  isOffered: ({ world }) => isMirroredIn(world),
  draw: ({ world, options }) => mirroredPicture(world, options),
};

/** Of these, the answer names those that are offered. */
export const pictureViews: readonly OfferedView[] = [writtenView, patchedView, mirroredView];
