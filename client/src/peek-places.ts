/** Opens a peek view with the objects that a lens names. */
import { commands } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { LensPlace } from './lens-place.ts';
import { runOnServer } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';

export async function peekPlaces(server: ServerSupervisor, place: LensPlace): Promise<void> {
  const places = (await runOnServer(server, 'endpoints.showPlaces', [place])) as Location[] | undefined;
  const converter = server.client?.protocol2CodeConverter;
  if (!places || !converter) return;
  await commands.executeCommand(
    'editor.action.showReferences',
    converter.asUri(place.uri),
    converter.asPosition(place.position),
    await converter.asReferences(places),
  );
}
