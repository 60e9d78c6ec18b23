/** Finds the Endpoints to show as slices, and describes how the mirroring controller mirrors it. */
import type { Command, Position } from 'vscode-languageserver-types';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { sliceCountText, isUncertain } from '../../analysis/slices/slice-words.ts';
import { mirrorStatusOf, type MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { objectMeant } from '../navigation/object-at-cursor.ts';
import type { View } from '../view.ts';
import { showSlicesCommand } from '../vocabulary.ts';

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

/** Undefined for an object not mirrored by itself, and in broken text. A missing Service is assumed to exist. */
export function outlookIn(
  object: PlacedObject,
  around: RelatedObjects | undefined,
  minor: number,
): MirrorStatus | undefined {
  if (!around || !isMirrored(object) || object.document.issues.length > 0) return undefined;
  return mirrorStatusOf(around, object.binding, { minor, isServiceAssumed: true });
}

/** `mirrored as 2 EndpointSlices`; undefined where the result is unknown. */
export function mirrorPhrase(outlook: MirrorStatus): string | undefined {
  const { outcome } = outlook;
  if (isUncertain(outlook) || outcome.kind === 'unreadable') return undefined;
  if (outcome.kind !== 'slices') return 'not mirrored';
  return outcome.slices.length > 0 ? sliceCountText(outcome.slices) : undefined;
}
