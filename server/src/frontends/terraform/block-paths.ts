/** Finds what a resource says at a path through its blocks. */
import { attributeIn, type HclBlock, type HclBody, type HclExpression, type HclStep } from '../hcl/hcl.ts';
import type { ModuleFile } from './module.ts';

/** The text of `count` or `for_each`; undefined for a resource with neither. */
export function instancesText({ body }: HclBlock, { text }: ModuleFile): string | undefined {
  const given = attributeIn(body, 'for_each') ?? attributeIn(body, 'count');
  if (!given) return undefined;
  const { start, end } = given.expression.span;
  return text.slice(start, end).replace(/\s+/g, '');
}

/** Blocks that are sets have no index. */
const sets: ReadonlySet<string> = new Set(['subset']);

/** The argument at a path through blocks, each with its index, and the steps that are left. */
export function argumentAt(
  body: HclBody,
  steps: readonly HclStep[],
): { readonly expression: HclExpression; readonly steps: readonly HclStep[] } | undefined {
  const [first, second, ...rest] = steps;
  if (first?.kind !== 'name') return undefined;
  const attribute = attributeIn(body, first.name);
  if (attribute) return { expression: attribute.expression, steps: steps.slice(1) };
  const isIndexed = second?.kind === 'index' && second.index.kind === 'literal' && !sets.has(first.name);
  const isDynamic = body.blocks.some(({ type, labels: [label] }) => type === 'dynamic' && label?.text === first.name);
  if (!isIndexed || isDynamic) return undefined;
  const blocks = body.blocks.filter(({ type }) => type === first.name);
  const block = blocks[Number(second.index.kind === 'literal' ? second.index.value : -1)];
  return block && argumentAt(block.body, rest);
}
