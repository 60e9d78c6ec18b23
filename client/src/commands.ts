/** Registers the commands of the extension. */
import {
  Uri,
  commands,
  window,
  workspace,
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
} from 'vscode';
import { copyAs, pasteAsCode } from './copy-as.ts';
import { explainRule } from './explain-rule.ts';
import { openValues, openValuesCommand } from './open-values.ts';
import { selectOverlay } from './overlays.ts';
import { runAtPlace, runOnServer, runWithin } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';
import type { LensPlace } from './lens-place.ts';
import { peekPlaces } from './peek-places.ts';
import { insertSkeleton } from './skeletons.ts';
import { selectVersion } from './versions.ts';
import { whatCanIDo } from './what-can-i-do.ts';

export function registerCommands(
  context: ExtensionContext,
  server: ServerSupervisor,
  output: LogOutputChannel,
): readonly Disposable[] {
  return [
    commands.registerCommand('endpoints.restart', () => server.restart()),
    commands.registerCommand('endpoints.showOutput', () => output.show()),
    commands.registerCommand('endpoints.explainRule', (code: unknown) => explainRule(context, code)),
    commands.registerCommand('endpoints.insertSkeleton', () => insertSkeleton()),
    commands.registerCommand(openValuesCommand, () => openValues(server)),
    commands.registerCommand('endpoints.openExample', () => openExample(context)),
    commands.registerCommand('endpoints.selectKubernetesVersion', () => selectVersion(server)),
    commands.registerCommand('endpoints.selectOverlay', () => selectOverlay(server, context.workspaceState)),
    commands.registerCommand('endpoints.copyAs', (language: unknown) => copyAs(server, language)),
    commands.registerCommand('endpoints.pasteAsCode', () => pasteAsCode(server)),
    // Only lenses run it.
    commands.registerCommand('endpoints.showPlaces', (place: LensPlace) => peekPlaces(server, place)),
    ...['endpoints.showApply', 'endpoints.showSlices', 'endpoints.showBuilt', 'endpoints.showTraffic'].map((command) =>
      commands.registerCommand(command, (place: unknown) => runAtPlace(server, command, place)),
    ),
    commands.registerCommand('endpoints.whatCanIDo', () => whatCanIDo(context, server)),
    ...['endpoints.convertWorkspace', 'endpoints.showConversion'].map((command) =>
      commands.registerCommand(command, (...args: unknown[]) => runWithin(server, command, args)),
    ),
    // Menus of files and folders show it: the title of the other one names the workspace.
    commands.registerCommand('endpoints.convertHere', (...args: unknown[]) =>
      runWithin(server, 'endpoints.convertWorkspace', args),
    ),
    // The server runs it after its own actions.
    commands.registerCommand('endpoints.tellConversion', (...args: unknown[]) =>
      runOnServer(server, 'endpoints.tellConversion', args),
    ),
  ];
}

async function openExample({ extensionUri }: ExtensionContext): Promise<void> {
  const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'examples/mistakes.yaml'));
  // The first line explains the check in a terminal.
  const content = new TextDecoder()
    .decode(bytes)
    .replace(/^#.*/, '# This file has many mistakes. Most have a quick fix.');
  await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
}
