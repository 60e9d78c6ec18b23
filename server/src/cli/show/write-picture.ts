/** Writes a picture in the format that was asked for. Each format is loaded when it is asked for. */
import type { Picture } from '../../analysis/picture/picture.ts';
import { jsonTextOfRanges } from '../terminal.ts';
import type { ShowOptions } from './show-options.ts';

/** In pixels. */
const svgWidth = 1080;

/** Ends with a line break. */
export async function writePicture(
  picture: Picture,
  { format, width, isUnfolded }: Pick<ShowOptions, 'format' | 'width' | 'isUnfolded'>,
): Promise<string> {
  const isOpen = (): boolean => isUnfolded;
  switch (format) {
    case 'json':
      return jsonTextOfRanges(picture);
    default: {
      const { pictureSvg } = await import('../../drawing/components/svg.tsx');
      return pictureSvg(picture, { width: width ?? svgWidth, isOpen });
    }
  }
}
