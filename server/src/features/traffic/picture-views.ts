/** The views of the picture that editors offer: a table, in the order of the buttons. Loaded with the first picture. */
import { pictureOf, type PictureOptions } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import type { Files } from '../view.ts';

/** What a picture is drawn of. */
export interface PictureSubject {
  /** Only the Services that are drawn, with their objects, and objects without a Service. */
  readonly world: TrafficWorld;
  /** Those of the view "as written". */
  readonly options: PictureOptions;
  readonly files: Files;
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

/** Of these, the answer names those that are offered. */
export const pictureViews: readonly OfferedView[] = [writtenView];
