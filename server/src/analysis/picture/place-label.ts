/** Names the place of a part of the picture. */
import type { TrafficPlace } from '../traffic/report.ts';

/** `db.yaml:12`; empty where it is in no file. */
export function placeLabel({ file, range }: TrafficPlace): string {
  if (file === null) return '';
  // A committed text is at a URI with a query.
  const [path = ''] = file.split('?', 1);
  const name = /^[a-z][\w+.-]+:\//.test(file) ? path.slice(path.lastIndexOf('/') + 1) : file;
  return range ? `${name}:${range[0]}` : name;
}
