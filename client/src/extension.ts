/** The VS Code extension, on the desktop and on the web: starts the language server, and shows what it says of itself. */
import { window, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { DidChangeConfigurationNotification } from 'vscode-languageclient';
import type { LanguageClientOptions, StaticFeature } from 'vscode-languageclient';
import { clientOptions, schemes } from './client-options.ts';
import { registerCommands } from './commands.ts';
import { answerFileRequests } from './files.ts';
import { hiddenFilesSetting } from './hidden-files.ts';
import { rulePagePattern, showRulePages } from './rule-pages.ts';
import { Server } from './server.ts';
import type { Connected } from './server.ts';
import { showStatus } from './status.ts';

/** A client of a server that is started with it; each is used once. */
export type Connect = (options: LanguageClientOptions) => Connected;

/** What this client can do beside the protocol; see the server's `client-host.ts` and `follow.ts`. */
const ownCapabilities: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const endpoints = {
      readFile: true,
      readFolder: true,
      rulePage: rulePagePattern,
      showApply: true,
      showSlices: true,
      convert: true,
      status: true,
    };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), endpoints };
  },
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

/** Returns at once: the server starts meanwhile. */
export function startExtension(context: ExtensionContext, connect: Connect): Server {
  let served = schemes();
  const output = window.createOutputChannel('Kubernetes Endpoints', { log: true });
  const server = new Server(output, () => {
    const connected = connect(clientOptions(context, output));
    const { client } = connected;
    // A start that fails would be told twice, and by the client with nothing to do about it.
    const log = client.error.bind(client);
    client.error = (message, data) => log(message, data, false);
    answerFileRequests(client);
    client.registerFeature(ownCapabilities);
    return connected;
  });
  context.subscriptions.push(
    output,
    showRulePages(context),
    showStatus(server),
    ...registerCommands(context, server, output),
  );
  void server.start();
  context.subscriptions.push(
    workspace.onDidChangeConfiguration((event) => {
      // The server waits for changes of our own section only. It asks for what it wants to know.
      if (!event.affectsConfiguration(hiddenFilesSetting)) return;
      void server.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }),
    workspace.onDidChangeWorkspaceFolders(({ added }) => {
      // A client keeps to the schemes that it was made for.
      if (added.some(({ uri }) => !served.has(uri.scheme))) void server.restart();
      served = schemes();
    }),
  );
  return server;
}
