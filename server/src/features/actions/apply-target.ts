/** Which object a question on server-side apply is about, and whether there is something to show of it. */
import type { Command, Position } from 'vscode-languageserver-types';
import { gatheringOf } from '../../analysis/apply/gathering.ts';
import type { Gathering } from '../../analysis/apply/gathering.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { isPatchType } from '../../contract/contract.ts';
import type { SourceFile } from '../../tree/document.ts';
import { objectHolding, objectMeant } from '../navigation/object-at-cursor.ts';
import type { View } from '../view.ts';
import { showApplyCommand } from '../vocabulary.ts';

/** The command for a place. */
export function showApply(uri: string, position: Position): Command {
  const title = 'Show the object after all applies';
  return { title, command: showApplyCommand, arguments: [{ uri, position }] };
}

/** The object of ours, or patch of one, that holds the offset. */
export function endpointsAt({ file }: View, offset: number): PlacedObject | undefined {
  return objectHolding(endpointsIn(file), offset);
}

/** The same, or else the only one of the file. */
export function applyTargetAt(view: View, offset: number): PlacedObject | undefined {
  return objectMeant(endpointsIn(view.file), offset);
}

function endpointsIn(file: SourceFile): readonly PlacedObject[] {
  return objectsIn(file).filter(({ document, resource }) => document.resources.includes(resource));
}

/** True where several meet, or a server has said who owns what. */
export function hasMeeting(around: RelatedObjects): boolean {
  const found = gatheringOf(around);
  return 'patches' in found && isMeeting(found);
}

/** A patch changes something that others own, unless nothing else of it is in sight. */
function isMeeting({ base, patches }: Gathering): boolean {
  return base?.kind === 'live' || patches.length + (base ? 1 : 0) > 1;
}

/** True where a lens leads to the forecast: at least one patch, or live state. */
export function hasForecast(around: RelatedObjects): boolean {
  const found = gatheringOf(around);
  return 'patches' in found && (found.base?.kind === 'live' || found.patches.length > 0);
}

/** True where the object at hand is worth the question: any patch, and what meets others. */
export function isApplyAsked(around: RelatedObjects): boolean {
  const { applied, kind } = around.entry.facts;
  return isPatchType(kind) || (applied !== undefined && hasMeeting(around));
}
