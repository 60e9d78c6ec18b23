/** Which Endpoints a question on mirroring is about, and what becomes of it, in a few words. */
import type { Command, Position } from 'vscode-languageserver-types';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { sliceCountText, isUncertain } from '../../analysis/slices/slice-words.ts';
import { mirrorStatusOf } from '../../analysis/slices/mirror-status.ts';
import type { MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { View } from '../view.ts';
import { showSlicesCommand } from '../vocabulary.ts';

/** The command for a place. */
export function showSlices(uri: string, position: Position, title: string): Command {
  return { title, command: showSlicesCommand, arguments: [{ uri, position }] };
}

/** The Endpoints that holds the offset, or else the only one of the file. */
export function mirrorTargetAt({ file }: View, offset: number): PlacedObject | undefined {
  const all = objectsIn(file).filter(isMirrored);
  const found = all.find(({ start, resource: { span } }) => start + span.start <= offset && offset <= start + span.end);
  return found ?? (all.length === 1 ? all[0] : undefined);
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
): MirrorStatus | undefined {
  if (!around || !isMirrored(object) || object.document.issues.length > 0) return undefined;
  return mirrorStatusOf(around, object.binding, { minor, isServiceAssumed: true });
}

/** `mirrored as 2 EndpointSlices`; undefined where there is nothing to say. */
export function mirrorPhrase(outlook: MirrorStatus): string | undefined {
  const { outcome } = outlook;
  if (isUncertain(outlook) || outcome.kind === 'unreadable') return undefined;
  if (outcome.kind !== 'slices') return 'not mirrored';
  return outcome.slices.length > 0 ? sliceCountText(outcome.slices) : undefined;
}
