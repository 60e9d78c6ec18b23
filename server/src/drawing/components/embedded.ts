/** What an HTML file of a picture contains as data, so that its script can continue what has been drawn. */
import type { Picture } from '../../analysis/picture/picture.ts';
import { addressGroups } from '../fold.ts';
import { strayService } from '../strays.ts';
import type { TrafficPageProps } from './traffic-page.tsx';

export interface EmbeddedPicture {
  readonly picture: Picture;
  /** In pixels: what is drawn before the script runs. */
  readonly width: number;
  readonly isUnfolded: boolean;
}

/** Of the element with the data. */
export const embeddedId = 'picture';

/** Throws where the document has no such data: it was cut. */
export function embeddedPicture(document: Document): EmbeddedPicture {
  return JSON.parse(document.getElementById(embeddedId)?.textContent ?? '') as EmbeddedPicture;
}

export function pageProps({ picture, width, isUnfolded }: EmbeddedPicture): TrafficPageProps {
  const objects = [...picture.services, ...strayService(picture)].flatMap((service) => service.objects);
  return {
    state: { picture, remark: '', views: [], view: '', isLocked: false },
    active: null,
    width,
    post: undefined,
    kept: { open: isUnfolded ? objects.flatMap(addressGroups).map(({ id }) => id) : [] },
    save: () => {},
  };
}
