/** Finds addresses of our objects across all files. Searches the texts and reads only files with a match. */
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Path } from '../../tree/path.ts';
import type { Files } from '../view.ts';
import { isAddress, shownValue, writtenNodes } from '../written-values.ts';

export interface WrittenAddress {
  readonly entry: IndexedObject;
  readonly ip: string;
  readonly path: Path;
}

interface Limits {
  readonly isShown: (uri: string) => boolean;
  /** The search stops after the file that reaches this number. */
  readonly most: number;
}

/** The addresses that start with the typed text, files with the exact address first; empty for a text that starts no address. */
export function writtenAddresses(typed: string, files: Files, { isShown, most }: Limits): readonly WrittenAddress[] {
  if (!isStart(typed)) return [];
  const words = typed.replaceAll('.', '\\.');
  const start = new RegExp(`(?<![\\w.:])${words}`, 'i');
  const whole = new RegExp(`(?<![\\w.:])${words}(?![\\w.:])`, 'i');
  const holders = [...files.texts()]
    .filter(([uri, text]) => start.test(text) && isShown(uri) && oursIn(uri, files).length > 0)
    .map(([uri, text]) => ({ uri, isWhole: whole.test(text) }))
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || (a.uri < b.uri ? -1 : 1));
  const found: WrittenAddress[] = [];
  for (const { uri } of holders) {
    if (found.length >= most) break;
    found.push(...addressesIn(uri, files).filter(({ ip }) => ip.toLowerCase().startsWith(typed.toLowerCase())));
  }
  return found;
}

/** False for digits only, which are a port. */
function isStart(typed: string): boolean {
  return /^\d{1,3}\.[\d.]*$|^[\da-f]*:[\da-f:.]*$/i.test(typed);
}

function oursIn(uri: string, { workspace }: Files): readonly IndexedObject[] {
  return workspace.entriesIn(uri).filter(({ facts }) => facts.endpoints ?? facts.slice);
}

function addressesIn(uri: string, files: Files): readonly WrittenAddress[] {
  const view = files.view(uri);
  const objects = view ? objectsIn(view.file) : [];
  return oursIn(uri, files).flatMap((entry) => {
    const object = objects[entry.ordinal];
    const nodes = object ? writtenNodes(object.binding) : [];
    return nodes.flatMap((node): WrittenAddress[] => {
      const ip = object && isAddress(node) ? shownValue(node, object.document) : undefined;
      return ip === undefined ? [] : [{ entry, ip, path: node.path }];
    });
  });
}
