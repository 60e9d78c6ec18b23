/** Finds the fields of an object that a template fills with values of its chart. */
import { attachment } from '../../text/memo.ts';
import { pathText, type Path } from '../../tree/path.ts';
import type { ChartValueUse } from '../../tree/value.ts';
import { member, textOf, type Binding, type Bound, type BoundBlock } from '../binding/bind.ts';

export interface ChartUse extends ChartValueUse {
  readonly field: Path;
  /** Of an EndpointSlice; undefined where it is absent or opaque. */
  readonly addressType: string | undefined;
}

export function chartUsesIn(binding: Binding): readonly ChartUse[] {
  const addressType = textOf(member(binding.root, 'addressType'));
  return binding.isDivided
    ? usesBelow(binding.root, addressType)
    : binding.nodes.flatMap((node) => usesAt(node, addressType));
}

function usesBelow(node: Bound, addressType: string | undefined): readonly ChartUse[] {
  const { blocks } = node;
  if (!blocks) return usesAt(node, addressType).concat(...node.children.map((child) => usesBelow(child, addressType)));
  const place = `${addressType} ${pathText(node.path)}`;
  return none.concat(...blocks.map((block) => usesInBlock(block, place, addressType)));
}

const none: readonly ChartUse[] = [];

const lastUses = attachment((_content: object): { place?: string; uses?: readonly ChartUse[] } => ({}));

/** The same list as long as the block is at the same place of its object. */
function usesInBlock(block: BoundBlock, list: string, addressType: string | undefined): readonly ChartUse[] {
  const last = lastUses(block.content);
  const place = `${block.first} ${list}`;
  if (last.place !== place || !last.uses) {
    last.place = place;
    last.uses = block.nodes.flatMap((node) => usesBelow(node, addressType));
  }
  return last.uses;
}

function usesAt(node: Bound, addressType: string | undefined): readonly ChartUse[] {
  const use = node.value.kind === 'opaque' ? node.value.rendered?.use : undefined;
  return use && !isMisfit(node) ? [{ ...use, field: node.path, addressType }] : none;
}

/** True for a string in the place of a number, whatever the value is. */
function isMisfit({ value, type }: Bound): boolean {
  return value.kind === 'opaque' && value.rendered?.isString === true && type.kind !== 'string';
}
