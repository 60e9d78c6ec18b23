/** Replaces the folder of URIs in the text of a cache, so that a cache stays valid after its folder was moved. */
import { plainPath } from '../../analysis/workspace/placement.ts';

/** Replaces the URI of a folder, encoded or not, in JSON or in lines of URIs. */
export function moved(text: string, from: string, to: string): string {
  const plain = plainPath(from);
  const all = withFolder(text, from, to);
  return plain === from ? all : withFolder(all, plain, plainPath(to));
}

function withFolder(text: string, from: string, to: string): string {
  const [before = '', ...parts] = text.split(from);
  return parts.reduce((all, part) => all + (/^[^/"\s]/.test(part) ? from : to) + part, before);
}
