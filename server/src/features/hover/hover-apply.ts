/** What server-side apply does with a list, a map or an object, in a sentence: read off the types of the contract. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { isAtomic } from '../../contract/type.ts';
import { pathText } from '../../tree/path.ts';
import type { HoverTarget } from './hover.ts';

/** The sentence; undefined for a scalar, and for what never reaches a server. */
export function applyNote({ node, isEnvelope, minor }: HoverTarget): string | undefined {
  const { type, entry } = node;
  if (isEnvelope) return undefined;
  if (entry?.name === 'managedFields') return 'Server-side apply refuses an object that carries it.';
  if (type.kind !== 'list' && type.kind !== 'map' && type.kind !== 'object') return undefined;
  const whole = wholeAbove(node, minor);
  if (whole) return `Server-side apply takes it as part of \`${pathText(whole.path)}\`, which is replaced as a whole.`;
  if (type.kind === 'map') return 'Server-side apply merges it key by key: a conflict is about one key.';
  if (type.kind === 'object') {
    return isAtomic(type, minor)
      ? 'Server-side apply replaces it as a whole.'
      : 'Server-side apply merges it field by field.';
  }
  switch (type.listType) {
    case 'atomic':
      return 'Server-side apply replaces the whole list: it has one owner, and two managers that set it differently conflict.';
    case 'set':
      return 'Server-side apply merges it as a set: each manager owns the entries that it names, and leaving one out removes only that.';
    case 'map':
      return `Server-side apply merges it by ${type.keys.map((key) => `\`${key}\``).join(' and ')}: each manager owns its own entries${type.item.kind === 'object' && isAtomic(type.item, minor) ? ', each as a whole' : ', member by member'}.`;
  }
}

/** The outermost value above that is owned as one; entries of ownerReferences were granular in 1.20. */
function wholeAbove({ parent }: Bound, minor: number): Bound | undefined {
  if (!parent) return undefined;
  const outer = wholeAbove(parent, minor);
  if (outer) return outer;
  const { type } = parent;
  if (type.kind === 'list') return type.listType === 'atomic' ? parent : undefined;
  return type.kind === 'object' && isAtomic(type, minor) ? parent : undefined;
}
