/** Which Endpoints a question on mirroring is about, and what becomes of it, in a few words. */
import type { Command, Position } from 'vscode-languageserver-types';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { countText, isUncertain } from '../../analysis/slices/slice-words.ts';
import { outlookOf } from '../../analysis/slices/outlook.ts';
import type { Outlook } from '../../analysis/slices/outlook.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { objectMeant } from '../navigation/object-at-cursor.ts';
import type { View } from '../view.ts';
import { showSlicesCommand } from '../vocabulary.ts';

/** The command for a place. */
export function showSlices(uri: string, position: Position, title: string): Command {
  return { title, command: showSlicesCommand, arguments: [{ uri, position }] };
}

/** The Endpoints that holds the offset, or else the only one of the file. */
export function mirrorTargetAt({ file }: View, offset: number): PlacedObject | undefined {
  return objectMeant(objectsIn(file).filter(isMirrored), offset);
}

/** A patch is mirrored with the object that it changes. */
function isMirrored({ resource: { type, isPartial } }: PlacedObject): boolean {
  return type === 'Endpoints' && !isPartial;
}

/**
 * What becomes of the object; undefined for one that is not mirrored by itself, or in a broken text. A Service that is not to
 * be seen may well be elsewhere.
 */
export function outlookIn(
  object: PlacedObject,
  around: RelatedObjects | undefined,
  minor: number,
): Outlook | undefined {
  if (!around || !isMirrored(object) || object.document.issues.length > 0) return undefined;
  return outlookOf(around, object.binding, { minor, isServiceAssumed: true });
}

/** `mirrored as 2 EndpointSlices`; undefined where there is nothing to say. */
export function mirrorPhrase(outlook: Outlook): string | undefined {
  const { becomes } = outlook;
  if (isUncertain(outlook) || becomes.kind === 'unreadable') return undefined;
  if (becomes.kind !== 'slices') return 'not mirrored';
  return becomes.slices.length > 0 ? countText(becomes.slices) : undefined;
}
