/** Blocks of items as they are read in a text with a syntax error. */
import { memo } from '../../text/memo.ts';
import { itemBlocks, otherColumn, type ItemBlock } from '../../tree/item-blocks.ts';
import { isRepeating } from '../../tree/merge-repeats.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';

/**
 * The block in a text with a syntax error, in which all collections are open. Undefined if an item has a repeated key, or
 * anything but scalars on one line and collections in block style, which may depend on the text around it.
 */
export const openedBlock = memo((block: ItemBlock): ItemBlock | undefined => {
  const items = block.items.map(opened);
  return items.every(isValue) ? { ...block, items, column: otherColumn } : undefined;
});

function opened(value: Value): Value | undefined {
  switch (value.kind) {
    case 'mapping': {
      const { span, style } = value;
      const entries = value.entries.map(openedEntry);
      const isSimple = isSimpleCollection(value, entries.length) && entries.every(isEntry) && !isRepeating(value);
      return isSimple ? { kind: 'mapping', span, entries, style, isOpen: true, isAlias: false } : undefined;
    }
    case 'sequence': {
      const { span, style } = value;
      if (itemBlocks(value)) return undefined;
      const items = value.items.map(opened);
      const isSimple = isSimpleCollection(value, items.length) && items.every(isValue);
      return isSimple ? { kind: 'sequence', span, items, style, isOpen: true, isAlias: false } : undefined;
    }
    case 'scalar':
      return value.text.length === value.span.end - value.span.start && !value.text.includes('\n') ? value : undefined;
    case 'opaque':
      return undefined;
  }
}

/** In flow style, only an empty collection without blanks is certainly on one line. */
function isSimpleCollection({ style, span, isAlias }: Mapping | Sequence, size: number): boolean {
  return !isAlias && (style === 'block' || (size === 0 && span.end - span.start === 2));
}

function openedEntry({ name, keyText, key, value, isMerged, isOpaqueKey }: Entry): Entry | undefined {
  const made = isMerged || isOpaqueKey ? undefined : opened(value);
  return made && { name, keyText, key, value: made, isMerged, isOpaqueKey };
}

function isValue(value: Value | undefined): value is Value {
  return value !== undefined;
}

function isEntry(entry: Entry | undefined): entry is Entry {
  return entry !== undefined;
}
