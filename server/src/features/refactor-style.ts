/** Turns the innermost collection at the cursor from lines into brackets, or back. */
import type { Bound } from '../analysis/bind.ts';
import type { Document } from '../tree/document.ts';
import { isKnown } from './refactoring.ts';
import type { Refactoring } from './refactoring.ts';

/** Undefined for JSON, for a whole resource, and for what stands within brackets itself. */
export function restyle({ syntax }: Document, trail: readonly Bound[]): Refactoring | undefined {
  const node = trail.findLast(({ value }) => value.kind === 'mapping' || value.kind === 'sequence');
  const value = node?.value;
  if (syntax === 'json' || !node?.parent || (value?.kind !== 'mapping' && value?.kind !== 'sequence')) return undefined;
  const size = value.kind === 'mapping' ? value.entries.length : value.items.length;
  const outer = node.parent.value;
  if (size === 0 || !isKnown(value) || !('style' in outer) || outer.style === 'flow' || outer.isAlias) return undefined;
  const style = value.style === 'flow' ? 'block' : 'flow';
  const what = value.kind === 'mapping' ? 'mapping' : 'list';
  return {
    title: style === 'flow' ? `Write this ${what} in brackets` : `Write this ${what} in lines`,
    kind: 'refactor.rewrite',
    edits: [{ kind: 'restyle', value, style }],
    keepsEndpoints: true,
  };
}
