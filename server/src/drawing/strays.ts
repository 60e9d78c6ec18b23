/** Draws the objects without a Service like those of one. */
import type { Picture, PictureService } from '../analysis/picture/picture.ts';

/** None for a picture without such objects. */
export function strayService({ strays }: Picture): readonly PictureService[] {
  if (strays.length === 0) return [];
  return [
    {
      id: 'strays',
      namespace: '',
      name: 'Without a Service',
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
