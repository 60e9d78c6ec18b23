/** Walks the blocks of a Terraform resource with the schema of its provider. */
import { terraformPartOf, terraformSchemas, type TerraformBlock, type TerraformParts } from '../contract/terraform.ts';
import type { Document, Resource, TerraformFacts } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import type { Span } from '../text/span.ts';
import { entryOf, type Mapping } from '../tree/value.ts';

/** A block, or the whole resource. */
export interface SchemaBlock {
  /** The name of the block; undefined for the resource. */
  readonly name: string | undefined;
  readonly parts: TerraformParts;
  /** In the names of the contract. */
  readonly path: Path;
  readonly mapping: Mapping;
}

/** The resource and the blocks in it, as far as they are known; none for a manifest. */
export function schemaBlocksIn({ terraform, properties }: Resource): readonly SchemaBlock[] {
  const schema = terraformSchemas.get(terraform?.type ?? '');
  if (!schema) return [];
  const found: SchemaBlock[] = [];
  const visit = (block: SchemaBlock): void => {
    found.push(block);
    for (const [name, part] of Object.entries(block.parts)) if (part.kind === 'block') visitPart(name, part, block);
  };
  const visitPart = (name: string, { field, parts }: TerraformBlock, { mapping, path }: SchemaBlock): void => {
    const value = entryOf(mapping, field)?.value;
    if (value?.kind === 'mapping') visit({ name, parts, path: [...path, field], mapping: value });
    if (value?.kind !== 'sequence') return;
    for (const [i, item] of value.items.entries())
      if (item.kind === 'mapping') visit({ name, parts, path: [...path, field, i], mapping: item });
  };
  visit({ name: undefined, parts: schema.parts, path: [], mapping: properties });
  return found;
}

/** The names at the place of a path, and the name of the block there. */
export function schemaAt(
  { type }: Pick<TerraformFacts, 'type'>,
  path: Path,
): { readonly name: string; readonly parts: TerraformParts } {
  let found = { name: type, parts: terraformSchemas.get(type)?.parts ?? {} };
  for (const step of path) {
    const [name = '', part] = terraformPartOf(found.parts, String(step)) ?? [];
    if (part?.kind === 'block') found = { name, parts: part.parts };
  }
  return found;
}

/** The word before the brace of a block; for a whole resource, its name. */
export function blockPlace({ mapping, path }: SchemaBlock, { head }: Resource): { span: Span; path: Path } {
  return { span: mapping.blockKey ?? (path.length === 0 ? head : mapping.span), path };
}

/** The type of the resource in its block; its name in the JSON syntax. */
export function typeSpan({ text }: Document, { span, head, terraform }: Resource): Span {
  const type = `"${terraform?.type ?? ''}"`;
  const at = text.slice(span.start, head.start).indexOf(type);
  return at < 0 ? head : { start: span.start + at, end: span.start + at + type.length };
}
