/** Proposes what a type of the contract allows at a slot, for kustomizations and JSON patches. */
import { spotAt } from '../../analysis/binding/spot.ts';
import type { Type } from '../../contract/type.ts';
import type { Slot } from '../../tree/slot.ts';
import { proposeFields, proposeItem, proposeShape } from '../completion/complete-keys.ts';
import { proposeValues } from '../completion/complete-values.ts';
import { spellText } from '../completion/draft.ts';
import type { Proposal } from '../completion/proposal.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';

export interface KustomizeSlotOptions {
  readonly minor: number;
  readonly around: () => CursorPlace;
}

/** What the type allows at the path of the slot. The first sentence of a text documents a field. */
export function proposeInType(root: Type, slot: Slot, minor: number, path = slot.path): readonly Proposal[] {
  const spot = spotAt(root, path, minor);
  if (!spot) return [];
  const { type } = spot;
  const { kind, style } = slot;
  if (kind === 'item')
    return type.kind === 'list' ? [...proposeItem(type.item, slot, minor), ...choices(type.item, slot)] : [];
  const isBracketed = kind === 'node' && style !== 'block';
  if (kind !== 'value' && type.kind === 'object') {
    if (isBracketed) return proposeShape(type, slot);
    return proposeFields(type, slot, minor, 'kubernetes').map((each) => {
      const doc = type.fields[each.label]?.doc ?? '';
      return { ...each, doc: firstSentence(doc) };
    });
  }
  if (kind === 'node' && type.kind === 'list' && style === 'block') {
    const isText = type.item.kind === 'string';
    return isText ? choices(type.item, slot, '- ') : proposeItem(type.item, slot, minor);
  }
  return kind === 'key' ? [] : [...proposeShape(type, slot), ...choices(type, slot)];
}

function choices(type: Type, slot: Slot, dash = ''): readonly Proposal[] {
  const { proposals } = proposeValues({ type, owner: undefined, field: undefined }, slot, undefined, 'Endpoints');
  return proposals.map((each) => ({ ...each, spell: (spelling) => dash + each.spell(spelling) }));
}

/** The one line that completion shows; hover shows the rest. */
export function firstSentence(doc: string): string {
  return doc.replace(/(?<=\.) [A-Z`][\s\S]*$/, '');
}

/** A path needs quotes less often than other texts. */
export function spellPath(path: string, { style, quote }: Slot): string {
  const isPlain = /^(?:\.{0,2}\/)*[A-Za-z_][\w./~-]*$/.test(path);
  return style !== 'json' && quote === '' && isPlain ? path : spellText(path, style, quote);
}
