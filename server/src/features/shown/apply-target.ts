/** Finds the object to show after all applies, and decides whether showing it is useful. */
import type { Command, Position } from 'vscode-languageserver-types';
import { gatheringOf } from '../../analysis/apply/gathering.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { isPatchType } from '../../contract/contract.ts';
import type { SourceFile } from '../../tree/document.ts';
import { objectHolding, objectMeant } from '../navigation/object-at-cursor.ts';
import type { View } from '../view.ts';
import { showApplyCommand } from '../vocabulary.ts';

export function showApply(uri: string, position: Position): Command {
  const title = 'Show the result of server-side apply';
  return { title, command: showApplyCommand, arguments: [{ uri, position }] };
}

/** Our object, or its patch, that holds the offset of the file (UTF-16 units). */
export function endpointsAt({ file }: View, offset: number): PlacedObject | undefined {
  return objectHolding(endpointsIn(file), offset);
}

/** The same, or else the only object of the file. */
export function applyTargetAt(view: View, offset: number): PlacedObject | undefined {
  return objectMeant(endpointsIn(view.file), offset);
}

function endpointsIn(file: SourceFile): readonly PlacedObject[] {
  return objectsIn(file).filter(
    ({ document, resource }) => document.resources.includes(resource) && !resource.isJsonPatch,
  );
}

/** True where several applies meet on one object, or live state records the owners. */
export function hasMeeting(around: RelatedObjects): boolean {
  const found = gatheringOf(around);
  if (!('patches' in found)) return false;
  // A patch alone meets nothing that is known.
  return found.base?.kind === 'live' || found.patches.length + (found.base ? 1 : 0) > 1;
}

/** True with at least one patch, or live state. */
export function hasForecast(around: RelatedObjects): boolean {
  const found = gatheringOf(around);
  return 'patches' in found && (found.base?.kind === 'live' || found.patches.length > 0);
}

/** True for a patch, and for an object that meets other applies. */
export function isApplyAsked(around: RelatedObjects): boolean {
  const { applied, kind } = around.entry.facts;
  return isPatchType(kind) || (applied !== undefined && hasMeeting(around));
}
