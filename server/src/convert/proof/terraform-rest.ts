/** Proves that a conversion leaves the other blocks of a Terraform file as they are. */
import { usesOf } from '../../edits/hcl/module-references.ts';
import { attributeIn, type HclBlock } from '../../frontends/hcl/hcl.ts';
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document, Resource } from '../../tree/document.ts';

/**
 * True if all other blocks have the same text in the same order. Of a block with a reference to a converted resource,
 * which is rewritten, only the head has to be the same.
 */
export function keepsOtherBlocks(
  before: Document,
  after: Document,
  gone: ReadonlySet<Resource>,
  come: ReadonlySet<Resource>,
): boolean {
  const addresses = new Set([...gone].flatMap(({ terraform }) => terraform?.address ?? []));
  const file = terraformSyntax(before);
  const uses = file ? [...addresses].flatMap((address) => usesOf(address, file, undefined)) : [];
  const old = otherBlocks(before, gone);
  const fresh = otherBlocks(after, come).filter((block) => !isRemoval(block, addresses, after.text));
  return (
    old.length === fresh.length &&
    old.every((block, i) => {
      const isRewritten = uses.some(({ span }) => contains(block.span, span));
      const spanOf = (each: HclBlock): Span =>
        isRewritten ? { start: each.span.start, end: each.body.span.start } : each.span;
      const other = fresh[i];
      return other !== undefined && textAt(before, spanOf(block)) === textAt(after, spanOf(other));
    })
  );
}

function otherBlocks(document: Document, without: ReadonlySet<Resource>): readonly HclBlock[] {
  const starts = new Set([...without].map(({ span }) => span.start));
  const blocks = terraformSyntax(document)?.hcl.body.blocks ?? [];
  return blocks.filter(({ span }) => !starts.has(span.start));
}

function isRemoval({ type, body }: HclBlock, addresses: ReadonlySet<string>, text: string): boolean {
  const from = attributeIn(body, 'from')?.expression;
  return type === 'removed' && from !== undefined && addresses.has(text.slice(from.span.start, from.span.end));
}

function textAt({ text }: Document, { start, end }: Span): string {
  return text.slice(start, end);
}
