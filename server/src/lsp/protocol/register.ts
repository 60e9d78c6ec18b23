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
      ...['**/*.{yaml,yml,json,tf,tofu}', '**/Kustomization', '**/.gitignore'].map((globPattern) => ({ globPattern })),
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

/** Follows changes of other texts that may read Endpoints, once the workspace was searched for them. */
export function watchReaders({ connection, session }: { connection: Connection; session: Session }): void {
  if (session.isWatchingReaders || !session.client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  session.isWatchingReaders = true;
  const endings = [...programEndings, ...textEndings];
  const watchers = [`**/*.{${endings.join(',')}}`, `**/{${textNames.join(',')}}`].map((globPattern) => ({
    globPattern,
  }));
  askWith(connection)('endpoints-readers', watching, { watchers });
}

/** Of scripts, Terraform, Grafana Alloy, Jsonnet, templates and notes of charts. */
const textEndings =
  'sh bash zsh ksh fish bats ps1 psm1 bat cmd just mk groovy gradle tf tofu tfvars hcl alloy river jsonnet libsonnet tmpl tpl gotmpl j2'.split(
    ' ',
  );

const textNames = 'Makefile,makefile,GNUmakefile,Dockerfile*,Containerfile*,Jenkinsfile*,justfile,NOTES.txt'.split(',');

function askWith(connection: Connection): (id: string, method: string, registerOptions: unknown) => void {
  return (id, method, registerOptions) =>
    void connection
      .sendRequest('client/registerCapability', { registrations: [{ id, method, registerOptions }] })
      .catch((error: unknown) =>
        connection.console.warn(`The client rejected the registration of ${method}: ${String(error)}`),
      );
}
