/** The view "mirrored slices": the slices that the mirroring controller makes, in place of the Endpoints. */
import type { TrafficWorld } from '../traffic/model.ts';
import { pictureOf, type PictureOptions } from './picture-of.ts';
import type { Picture } from './picture.ts';

export const mirroredTitle = 'with mirrored slices';

export function mirroredPicture(world: TrafficWorld, options: PictureOptions): Picture {
  const { remarks = [], view } = options;
  const remark = isMirroredIn(world)
    ? 'The mirroring controller adds random letters to the names of its slices.'
    : `No Endpoints of these Services are mirrored: this view equals the one ${view}.`;
  return pictureOf(world, { ...options, view: mirroredTitle, mirrored: 'slices', remarks: [...remarks, remark] });
}

/** True where the controller makes a slice. */
export function isMirroredIn({ services }: TrafficWorld): boolean {
  return services.some(({ slices }) => slices.some((slice) => slice.isMirrored));
}
