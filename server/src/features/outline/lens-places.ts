/** Finds the places of the objects that a code lens names: of a Service its Endpoints, slices and patches, and vice versa. */
import type { Command, Position } from 'vscode-languageserver-types';
import { familyFinder } from '../../analysis/workspace/family.ts';
import { objectAt, type CursorPlace } from '../navigation/object-at-cursor.ts';
import { objectPlaces, type ViewPlace } from '../navigation/related-places.ts';
import { showPlacesCommand } from '../vocabulary.ts';
import { relationLens } from './code-lens-relations.ts';

/** The command that shows the objects related to the one at the position. */
export function showPlaces(uri: string, position: Position, title: string): Command {
  return { title, command: showPlacesCommand, arguments: [{ uri, position }] };
}

/** The same command for what reads the Endpoints at the position. */
export function showReaders(uri: string, position: Position, title: string): Command {
  return { title, command: showPlacesCommand, arguments: [{ uri, position, of: 'readers' }] };
}

/** The places in order; empty without an object at the offset (UTF-16 units), and where nothing is related to it. */
export function lensPlaces(at: CursorPlace): readonly ViewPlace[] {
  const { workspace } = at.files;
  const entry = objectAt(at)?.entry;
  const lens = entry && relationLens(entry, workspace, familyFinder(workspace));
  return lens ? objectPlaces(lens.lists.flat(), at.files) : [];
}
