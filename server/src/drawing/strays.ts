/** Draws the objects that no Service reads like those of a Service. */
import type { Picture, PictureService } from '../analysis/picture/picture.ts';

/** None for a picture without such objects. */
export function strayService({ strays }: Picture): readonly PictureService[] {
  if (strays.length === 0) return [];
  return [
    {
      id: 'strays',
      namespace: '',
      name: 'Read by nothing',
      type: '',
      addresses: [],
      build: null,
      note: '',
      isRefused: false,
      clients: [],
      ports: [],
      objects: strays,
      unknown: [],
      file: null,
      range: null,
    },
  ];
}
