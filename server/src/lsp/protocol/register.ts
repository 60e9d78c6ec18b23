/** Registers file watchers dynamically. A client's refusal is logged and ignored. */
import { WatchKind, type Connection } from 'vscode-languageserver';
import { programEndings } from '../../frontends/code/languages.ts';
import { membersOf, membersOfEach } from './params.ts';
import type { Session } from '../session.ts';

const watching = 'workspace/didChangeWatchedFiles';

/** `reload` is called when workspace folders are added or removed. */
export function register(connection: Connection, session: Session, reload: () => void): void {
  const { workspace } = session.client;
  const ask = askWith(connection);
  if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    const watchers = [
      ...['**/*.{yaml,yml,json}', '**/Kustomization', '**/.gitignore'].map((globPattern) => ({ globPattern })),
      // A created or deleted folder is reported without its files.
      { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete },
    ];
    ask('endpoints-files', watching, { watchers });
  }
  if (workspace?.didChangeConfiguration?.dynamicRegistration) {
    ask('endpoints-settings', 'workspace/didChangeConfiguration', { section: 'endpoints' });
  }
  if (workspace?.workspaceFolders) {
    connection.onNotification('workspace/didChangeWorkspaceFolders', (params: unknown) => {
      const { event } = membersOf(params, 'params');
      const [added, removed] = ['added', 'removed'].map((name) =>
        membersOfEach(event, name, 'params.event').flatMap(({ uri }) => (typeof uri === 'string' ? uri : [])),
      ) as [string[], string[]];
      const remaining = session.folders.filter((folder) => !removed.includes(folder));
      session.folders.splice(0, session.folders.length, ...remaining, ...added);
      reload();
    });
  }
}

/** Follows changes of programs, once a folder has one: most workspaces have many files with these names, and none of ours. */
export function watchPrograms({ connection, session }: { connection: Connection; session: Session }): void {
  if (session.isWatchingPrograms || !session.client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  session.isWatchingPrograms = true;
  const watchers = [{ globPattern: `**/*.{${programEndings.join(',')}}` }];
  askWith(connection)('endpoints-programs', watching, { watchers });
}

function askWith(connection: Connection): (id: string, method: string, registerOptions: unknown) => void {
  return (id, method, registerOptions) =>
    void connection
      .sendRequest('client/registerCapability', { registrations: [{ id, method, registerOptions }] })
      .catch((error: unknown) =>
        connection.console.warn(`The client rejected the registration of ${method}: ${String(error)}`),
      );
}
