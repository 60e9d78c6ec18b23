/** Explains how server-side apply merges a list, a map or an object, by its type in the contract. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { isAtomic } from '../../contract/type.ts';
import { listed } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import { pathInLanguage } from '../program/field-words.ts';
import type { HoverTarget } from './hover-target.ts';

/** One sentence; undefined for a scalar, and for a field that Pulumi does not send to the API server. */
export function applyNote({ node, isEnvelope, minor, resource, options: { markup } }: HoverTarget): string | undefined {
  const { language } = resource.document;
  const spelled = (name: string): string => markup.code(language ? pathInLanguage(name, language) : name);
  const { type, entry } = node;
  if (isEnvelope) return undefined;
  if (entry?.name === 'managedFields') return 'Server-side apply rejects an object with this field.';
  if (type.kind !== 'list' && type.kind !== 'map' && type.kind !== 'object') return undefined;
  const whole = wholeAbove(node, minor);
  if (whole) return `Server-side apply replaces it together with the whole of ${spelled(pathText(whole.path))}.`;
  if (type.kind === 'map') return 'Server-side apply merges it key by key, and each key can have its own owner.';
  if (type.kind === 'object') {
    return `Server-side apply ${isAtomic(type, minor) ? 'replaces it as a whole' : 'merges it field by field'}.`;
  }
  switch (type.listType) {
    case 'atomic':
      return 'Server-side apply replaces the whole list: it has one owner, and two managers that set it differently conflict.';
    case 'set':
      return 'Server-side apply merges it as a set: each manager owns its own entries, and omitting one removes only that entry.';
    case 'map': {
      const keys = listed(type.keys.map(spelled));
      const isWhole = type.item.kind === 'object' && isAtomic(type.item, minor);
      const how = isWhole ? 'and an entry is replaced as a whole' : 'and an entry is merged field by field';
      return `Server-side apply merges it by ${keys}: each manager owns its own entries, ${how}.`;
    }
  }
}

/** The outermost value above that has one owner as a whole. Entries of ownerReferences were granular in 1.20. */
function wholeAbove({ parent }: Bound, minor: number): Bound | undefined {
  if (!parent) return undefined;
  const outer = wholeAbove(parent, minor);
  if (outer) return outer;
  const { type } = parent;
  if (type.kind === 'list') return type.listType === 'atomic' ? parent : undefined;
  return type.kind === 'object' && isAtomic(type, minor) ? parent : undefined;
}
