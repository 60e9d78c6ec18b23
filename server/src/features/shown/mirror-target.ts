/** Finds the Endpoints to show as slices, and describes how the mirroring controller mirrors it. */
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

/** The command that shows the slices of the Endpoints at a position. */
export function showSlices(uri: string, position: Position, title: string): Command {
  return { title, command: showSlicesCommand, arguments: [{ uri, position }] };
}

/** The Endpoints that holds the offset of the file (UTF-16 units), or else the only one of the file. */
export function mirrorTargetAt({ file }: View, offset: number): PlacedObject | undefined {
  return objectMeant(objectsIn(file).filter(isMirrored), offset);
}

/** False for a patch, which is mirrored with the object that it patches. */
function isMirrored({ resource: { type, isPartial } }: PlacedObject): boolean {
  return type === 'Endpoints' && !isPartial;
}

/**
 * The result of mirroring the object; undefined for an object that is not mirrored by itself, and in a broken text. A
 * Service that the workspace lacks is assumed to exist.
 */
export function outlookIn(
  object: PlacedObject,
  around: RelatedObjects | undefined,
  minor: number,
): Outlook | undefined {
  if (!around || !isMirrored(object) || object.document.issues.length > 0) return undefined;
  return outlookOf(around, object.binding, { minor, isServiceAssumed: true });
}

/** `mirrored as 2 EndpointSlices`; undefined where the result is unknown. */
export function mirrorPhrase(outlook: Outlook): string | undefined {
  const { becomes } = outlook;
  if (isUncertain(outlook) || becomes.kind === 'unreadable') return undefined;
  if (becomes.kind !== 'slices') return 'not mirrored';
  return becomes.slices.length > 0 ? countText(becomes.slices) : undefined;
}
