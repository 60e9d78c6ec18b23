/** Lets what is kept go with its folder to another place. */
import { plainPath } from '../../analysis/workspace/placement.ts';

/** With another folder wherever the text has the URI of the first or of something in it, encoded or not, as JSON or on a line. */
export function moved(text: string, from: string, to: string): string {
  const plain = plainPath(from);
  const all = withFolder(text, from, to);
  return plain === from ? all : withFolder(all, plain, plainPath(to));
}

function withFolder(text: string, from: string, to: string): string {
  const [before = '', ...parts] = text.split(from);
  return parts.reduce((all, part) => all + (/^[^/"\s]/.test(part) ? from : to) + part, before);
}
