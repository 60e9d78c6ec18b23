/** Finds the parts of a picture: the one of an id, for the context menu, and the one that a line of a file is drawn as. */
import type { Break, Picture, PictureObject, PortFlow } from '../../server/src/analysis/picture/picture.ts';

/** A place in a file, with its URI; lines and columns from 1. */
export type PicturePlace = Pick<Break, 'file' | 'range'>;

export interface PicturePart extends PicturePlace {
  readonly id: string;
  /** What a rename at the place changes. */
  readonly name: string;
  /** The fields that keep traffic from it. */
  readonly breaks: readonly Break[];
}

export function partWithId(picture: Picture, id: string): PicturePart | undefined {
  return partsOf(picture).find((part) => part.id === id);
}

/** The one that starts in the line, from 1; an address before the object around it. None before a change. */
export function partInLine(picture: Picture, file: string, line: number): PicturePart | undefined {
  const services = picture.services.filter(({ state }) => state !== 'before');
  return partsOf({ ...picture, services }).find((part) => part.file === file && part.range?.[0] === line);
}

/** Addresses first, and Services last. */
function partsOf({ services, strays }: Picture): readonly PicturePart[] {
  const objects = [...services.flatMap((service) => service.objects), ...strays];
  return [
    ...objects.flatMap(({ addresses }) =>
      addresses.map((each) => ({ ...placed(each), name: each.address, breaks: breaksOf(each.flows) })),
    ),
    ...objects.map((each: PictureObject) => ({ ...placed(each), name: each.name, breaks: breaksOf(each.flows) })),
    ...services.flatMap(({ ports, clients }) => [
      ...ports.map((each) => ({ ...placed(each), name: each.name, breaks: [] })),
      ...clients.map((each) => ({
        ...placed(each),
        name: each.name,
        breaks: [...each.missing, ...breaksOf(each.ports)],
      })),
    ]),
    ...services.map((each) => ({ ...placed(each), name: each.name, breaks: [] })),
  ];
}

function placed({ id, file, range }: PicturePlace & { readonly id: string }): PicturePlace & { readonly id: string } {
  return { id, file, range };
}

function breaksOf(flows: readonly PortFlow[]): readonly Break[] {
  return flows.flatMap(({ why }) => why ?? []);
}
