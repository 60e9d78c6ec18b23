/** Leaves out blocks that are like an earlier one of the same set: Terraform sends them once. */
import { terraformPartOf, type TerraformBlock, type TerraformParts } from '../../contract/terraform.ts';
import type { LikeBlock } from '../../tree/document.ts';
import type { Mapping, Sequence, Value } from '../../tree/value.ts';

export interface SentBlocks {
  readonly properties: Mapping;
  /** In the order of the text. */
  readonly likeBlocks: readonly LikeBlock[];
}

/** The same object where no blocks are alike. */
export function withoutLikeBlocks(properties: Mapping, parts: TerraformParts): SentBlocks {
  const likeBlocks: LikeBlock[] = [];
  const sent = sentBlock(properties, parts, likeBlocks);
  return likeBlocks.length === 0 ? { properties, likeBlocks } : { properties: sent, likeBlocks };
}

function sentBlock(block: Mapping, parts: TerraformParts, found: LikeBlock[]): Mapping {
  const entries = block.entries.map((entry) => {
    const [name = '', part] = terraformPartOf(parts, entry.name) ?? [];
    const { value } = entry;
    if (part?.kind !== 'block') return entry;
    if (value.kind === 'mapping') return { ...entry, value: sentBlock(value, part.parts, found) };
    return value.kind === 'sequence' ? { ...entry, value: sentList(value, part, name, found) } : entry;
  });
  return { ...block, entries };
}

function sentList(list: Sequence, { parts, repeats }: TerraformBlock, name: string, found: LikeBlock[]): Sequence {
  const first = new Map<string, Value>();
  const items = list.items.flatMap((item): Value[] => {
    const key = repeats === 'set' ? keyOf(item, parts) : undefined;
    const like = key === undefined ? undefined : first.get(key);
    if (!like) {
      if (key !== undefined) first.set(key, item);
      return [item.kind === 'mapping' ? sentBlock(item, parts, found) : item];
    }
    found.push({ name, span: keySpan(item), first: keySpan(like), isShared: item.isShared === true });
    return [];
  });
  return { ...list, items };
}

function keySpan(value: Value): LikeBlock['span'] {
  return (value.kind === 'mapping' ? value.blockKey : undefined) ?? value.span;
}

/** Equal for values that are certainly alike, with the defaults of the schema; undefined where that is not known. */
function keyOf(value: Value, parts: TerraformParts): string | undefined {
  if (value.kind === 'scalar') return JSON.stringify([typeof value.value, String(value.value)]);
  if (value.kind === 'opaque') return value.expression === undefined ? undefined : `\${${value.expression}}`;
  if (value.isOpen) return undefined;
  if (value.kind === 'sequence') return joined([...value.items].map((item) => keyOf(item, parts)));
  const own = new Map(value.entries.map((entry) => [entry.name, entry]));
  const members = Object.values(parts).map((part): string | undefined => {
    const entry = own.get(part.field);
    if (!entry) return part.kind === 'argument' && part.default !== undefined ? defaultKey(part.default) : '';
    return keyOf(entry.value, part.kind === 'block' ? part.parts : {});
  });
  return joined(members, false);
}

function defaultKey(value: string | boolean): string {
  return JSON.stringify([typeof value, String(value)]);
}

/** Items of a set have no order. */
function joined(keys: readonly (string | undefined)[], isSet = true): string | undefined {
  if (!keys.every((key) => key !== undefined)) return undefined;
  return JSON.stringify(isSet ? [...new Set(keys)].sort() : keys);
}
