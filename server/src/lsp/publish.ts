/** Pushes diagnostics to clients that do not pull them. */
import type { Connection } from 'vscode-languageserver';
import { diagnosticsOf } from '../features/diagnostics.ts';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Host } from './host.ts';
import { findingsOf } from './session.ts';
import type { OpenText, Session } from './session.ts';

/** The diagnostics of an open text in the form the client understands. */
export function currentDiagnostics(session: Session, host: Host, open: OpenText): Diagnostic[] {
  const { publishDiagnostics, diagnostic } = session.client.textDocument ?? {};
  const hasRelated = diagnostic?.relatedInformation ?? publishDiagnostics?.relatedInformation ?? false;
  return diagnosticsOf(findingsOf(session, open), open.located, {
    uri: open.uri,
    hasRelated,
    pageUri: (code) => host.pageUri(code),
  });
}

export function doesPull(session: Session): boolean {
  return session.client.textDocument?.diagnostic !== undefined;
}

/** Asks a pulling client to pull again; one that refuses will do so in its own time. */
function refresh(connection: Connection): void {
  const logRefusal = (error: unknown): void => connection.console.warn(`The client does not refresh: ${String(error)}`);
  connection.sendRequest('workspace/diagnostic/refresh').catch(logRefusal);
}

export interface Publisher {
  /** Publishes soon, once for however many changes came in together. */
  schedule(uri: string): void;
  /** Takes the diagnostics of a closed text away. */
  clear(uri: string): void;
  /** Everything that is open, after a change of settings. */
  refreshAll(): void;
}

export function publisher(connection: Connection, session: Session, host: Host): Publisher {
  const due = new Set<string>();
  const flush = (): void => {
    const uris = [...due];
    due.clear();
    if (session.isShutDown) return;
    for (const uri of uris) {
      const open = session.texts.get(uri);
      if (open)
        void connection.sendDiagnostics({
          uri,
          version: open.version,
          diagnostics: currentDiagnostics(session, host, open),
        });
    }
  };
  const schedule = (uri: string): void => {
    if (doesPull(session)) return;
    if (due.size === 0) host.defer(() => void session.ready.then(flush));
    due.add(uri);
  };
  return {
    schedule,
    clear(uri) {
      due.delete(uri);
      if (!doesPull(session)) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    refreshAll() {
      if (!doesPull(session)) for (const uri of session.texts.keys()) schedule(uri);
      else if (session.client.workspace?.diagnostics?.refreshSupport) refresh(connection);
    },
  };
}
