/** Starts the language server for VS Code, on the desktop and on the web, and registers the commands and the status. */
import { window, workspace, type ExtensionContext } from 'vscode';
import {
  DidChangeConfigurationNotification,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient';
import { clientOptions, schemes } from './client-options.ts';
import { registerCommands } from './commands.ts';
import { indentOnEnter } from './enter-rules.ts';
import { showInExplorer } from './explorer.ts';
import { showExpectations } from './expectation-tests.ts';
import { answerFileRequests } from './files.ts';
import { restoreOverlay } from './overlays.ts';
import { programFeature } from './programs.ts';
import { rulePagePattern, showRulePages } from './rule-pages.ts';
import { ServerSupervisor, type Connected } from './server.ts';
import { showStatus } from './status.ts';
import { offerTrafficView } from './traffic-view.ts';

/** Announces this client's extensions of the protocol; docs/editors.md describes them. */
const ownCapabilities: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const endpoints = {
      readFile: true,
      readFolder: true,
      rulePage: rulePagePattern,
      showApply: true,
      showSlices: true,
      showBuilt: true,
      showTraffic: true,
      showPicture: true,
      showPlaces: true,
      convert: true,
      explainRule: true,
      tickedPreview: true,
      shownHints: true,
      status: true,
    };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), endpoints };
  },
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

/** Returns at once; the server starts in the background. */
export function startExtension(
  context: ExtensionContext,
  connect: (options: LanguageClientOptions) => Connected,
): ServerSupervisor {
  let served = schemes();
  const output = window.createOutputChannel('Kubernetes Endpoints', { log: true });
  const server = new ServerSupervisor(output, () => {
    const connected = connect(clientOptions(context, output));
    const { client } = connected;
    // The client's own message about a failed start would be a second one, without a button.
    const log = client.error.bind(client);
    client.error = (message, data) => log(message, data, false);
    answerFileRequests(client);
    client.registerFeature(ownCapabilities);
    client.registerFeature(programFeature(client));
    return connected;
  });
  context.subscriptions.push(
    output,
    showRulePages(context),
    showStatus(server),
    showInExplorer(server),
    showExpectations(server),
    restoreOverlay(server, context.workspaceState),
    indentOnEnter(),
    offerTrafficView(context, server),
    ...registerCommands(context, server, output),
  );
  void server.start();
  context.subscriptions.push(
    workspace.onDidChangeConfiguration((event) => {
      // The client reports changes of the section `endpoints` itself. The server then requests the settings.
      if (!event.affectsConfiguration('files.exclude')) return;
      void server.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }),
    workspace.onDidChangeWorkspaceFolders(({ added }) => {
      // A client cannot change its schemes.
      if (added.some(({ uri }) => !served.has(uri.scheme))) void server.restart();
      served = schemes();
    }),
  );
  return server;
}
