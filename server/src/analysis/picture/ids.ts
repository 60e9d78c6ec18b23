/** Gives each part of a picture an id that no other part has: its names, and a number where another part has the same. */
import { withoutControls } from '../../text/quote.ts';

/** The id of a part of `parent`, an id or nothing; `#2` is at the end of the second one of the same names. */
export type TakeId = (parent: string, ...names: readonly string[]) => string;

/** In characters. A longer name is rejected everywhere, and would be repeated in the id of each of its addresses. */
const longestName = 260;

export function idSource(): TakeId {
  const counts = new Map<string, number>();
  const take = (wanted: string): string => {
    const count = (counts.get(wanted) ?? 0) + 1;
    counts.set(wanted, count);
    if (count === 1) return wanted;
    const id = `${wanted}#${count}`;
    return counts.has(id) ? take(wanted) : take(id);
  };
  return (parent, ...names) => take(parent + names.map(idPart).join(''));
}

/** Text that an attribute of an XML element can hold. */
function idPart(name: string): string {
  return withoutControls(name.slice(0, longestName));
}
