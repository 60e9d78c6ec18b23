/** The views of the picture that editors offer: a table, in the order of the buttons. Loaded with the first picture. */
import { hasPatches } from '../../analysis/picture/drawn-patches.ts';
import { isMirroredIn, mirroredPicture, mirroredTitle } from '../../analysis/picture/mirrored-view.ts';
import { pictureOf } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { aroundInFile } from '../../analysis/workspace/places.ts';
import { writtenTitle, type EarlierFiles, type PictureSubject, type SubjectOptions } from './picture-subject.ts';
import type { ObjectTraffic } from './service-traffic.ts';

/** What the views of a picture are drawn of. */
export interface ViewSubject extends PictureSubject {
  /** The URI of the file for which the picture is. */
  readonly uri: string;
  readonly drawn: readonly ObjectTraffic[];
  readonly question: SubjectOptions;
  /** False where nothing is known of the texts before a change. */
  readonly hasEarlier: boolean;
  /** Only for the view of changes. */
  readonly earlier: EarlierFiles | undefined;
}

export interface OfferedView {
  readonly id: string;
  /** `as written`. */
  readonly title: string;
  /** False where the view would show nothing else than the written one. */
  readonly isOffered: (subject: ViewSubject) => boolean;
  readonly draw: (subject: ViewSubject) => Picture | Promise<Picture>;
}

export const writtenView: OfferedView = {
  id: 'written',
  title: writtenTitle,
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

export const changesView: OfferedView = {
  id: 'changes',
  title: 'before and after',
  isOffered: ({ hasEarlier }) => hasEarlier,
  draw: async (subject) => {
    const { earlier } = subject;
    if (!earlier) return writtenView.draw(subject);
    return (await import('./changes-view.ts')).picturedChanges(subject, earlier);
  },
};

/** Of these, the answer names those that are offered. */
export const pictureViews: readonly OfferedView[] = [writtenView, patchedView, mirroredView, changesView];
