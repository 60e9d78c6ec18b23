/** Asks for parts of divided lists: binding thousands of items after each keystroke would take long. */
import { attachment, memo } from '../../text/memo.ts';
import type { Binding, Bound, BoundBlock } from './bind.ts';

/** The number of children. */
export function childCount(node: Bound): number {
  return node.blocks ? node.blocks.reduce((sum, { size }) => sum + size, 0) : node.children.length;
}

/** A function of the items of a block that depends on nothing else: neither on their place nor on anything around them. */
export function memoOfBlock<R>(compute: (nodes: readonly Bound[]) => R): (block: BoundBlock) => R {
  const knownOf = attachment((_content: object): { known?: { readonly result: R } } => ({}));
  return (block) => {
    const kept = knownOf(block.content);
    return (kept.known ??= { result: compute(block.nodes) }).result;
  };
}

/** Finds the nodes of an object for which the test holds, in document order. The test must depend on nothing around an item. */
export function nodesWhere(test: (node: Bound) => boolean): (binding: Binding) => readonly Bound[] {
  const isIn = (node: Bound): boolean => test(node) || node.children.some(isIn);
  const isInBlock = memoOfBlock((nodes) => nodes.some(isIn));
  return (binding) => nodesOutside(binding, (block) => !isInBlock(block)).filter(test);
}

/** The nodes of an object in document order, without those in the blocks of divided lists that are left out. */
export function nodesOutside(binding: Binding, isLeftOut: (block: BoundBlock) => boolean): readonly Bound[] {
  if (!binding.isDivided) return binding.nodes;
  const found: Bound[] = [];
  const visit = (node: Bound): void => {
    found.push(node);
    if (!node.blocks) node.children.forEach(visit);
    else for (const block of node.blocks) if (!isLeftOut(block)) block.nodes.forEach(visit);
  };
  visit(binding.root);
  return found;
}

/** The items of a list in blocks; any other list is one block. */
export const blocksIn = memo((list: Bound): readonly BoundBlock[] => {
  return list.blocks ?? [{ content: list, first: 0, size: list.children.length, nodes: list.children }];
});
