/** Finds what a literal of a program names, wherever in the file its value is used. */
import { objectsIn } from '../../analysis/workspace/places.ts';
import { writtenLiteral } from '../../edits/code/replace-literals.ts';
import { contains, shift, type Span } from '../../text/span.ts';
import { addressHolders } from '../navigation/address-holders.ts';
import { addressUsesIn, type AddressUse } from '../navigation/address-places.ts';
import { meaningOf, type NamedPlace } from '../navigation/named-places.ts';
import type { Files, View } from '../view.ts';
import { spanOfUse } from './rename-address.ts';
import type { Value } from '../../tree/value.ts';

/** True for a file that is a program. */
export function isProgramView({ file }: View): boolean {
  return file.parts.some(({ document }) => document.syntax === 'code');
}

/** The literal of the value in the file, if it holds the offset; undefined for a variable, which belongs to its language. */
export function literalAt(value: Value, start: number, offset: number): Span | undefined {
  const literal = writtenLiteral(value);
  const span = literal && shift(literal, start);
  return span && contains(span, { start: offset, end: offset }) ? span : undefined;
}

/** The first value that names something and whose literal holds the offset; undefined where there is none. */
export function namedPlaceInProgram(view: View, offset: number, files: Files): NamedPlace | undefined {
  const entries = files.workspace.entriesIn(view.uri);
  for (const object of objectsIn(view.file)) {
    const entry = entries[object.ordinal];
    for (const node of entry ? object.binding.nodes : []) {
      const span = literalAt(node.value, object.start, offset);
      const means = span && entry && meaningOf(node, entry);
      if (means) return { view, entry, object, span, node, means };
    }
  }
  return undefined;
}

/** The first address whose literal holds the offset; of a text with several, the one at the offset. */
export function addressInProgram(view: View, offset: number): AddressUse | undefined {
  for (const holder of addressHolders(view.file)) {
    const uses = addressUsesIn(holder).filter(({ value }) => literalAt(value, holder.start, offset));
    const found = uses.find((use) => use.isWhole || contains(spanOfUse(use), { start: offset, end: offset }));
    if (found) return found;
  }
  return undefined;
}
