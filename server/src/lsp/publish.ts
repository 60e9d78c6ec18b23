/** Pushes diagnostics to clients that do not pull them. */
import type { Connection } from 'vscode-languageserver';
import type { Diagnostic } from 'vscode-languageserver-types';
import { diagnosticsOf } from '../features/diagnostics.ts';
import type { Host } from './host.ts';
import { findingsOf, settingsOf } from './session.ts';
import type { OpenText, Session } from './session.ts';

/** The diagnostics of an open text in the form the client understands. */
export function currentDiagnostics(session: Session, host: Host, open: OpenText): Diagnostic[] {
  const { publishDiagnostics, diagnostic } = session.client.textDocument ?? {};
  const hasRelated = diagnostic?.relatedInformation ?? publishDiagnostics?.relatedInformation ?? false;
  const pageUri = (code: string): string | undefined => host.pageUri(code);
  return diagnosticsOf(findingsOf(session, open), open.located, { uri: open.uri, hasRelated, pageUri });
}

/** A text of so many characters is read and checked in a fraction of a millisecond, so that most pauses are not noticed. */
const unitsPerPause = 500;

/** In ms; a person who stops to look has seen nothing change for less. */
const longestPause = 250;

function doesPull(session: Session): boolean {
  return session.client.textDocument?.diagnostic !== undefined;
}

export interface Publisher {
  /** Publishes soon, once for however many changes came in together. */
  schedule(uri: string): void;
  /** The same after a pause in typing, which is longer for a longer text: what is asked for meanwhile goes first. */
  scheduleTyped(uri: string): void;
  /** Takes the diagnostics of a closed text away. */
  clear(uri: string): void;
  /** Everything that is open, after a change of settings. */
  refreshAll(): void;
}

export function publisher(connection: Connection, session: Session, host: Host): Publisher {
  const due = new Set<string>();
  const flush = async (): Promise<void> => {
    // What is asked for while waiting is waited for, too.
    for (let ready; ready !== session.ready;) await (ready = session.ready);
    const uris = [...due];
    due.clear();
    for (const uri of uris) {
      const open = session.isShutDown ? undefined : session.texts.get(uri);
      if (!open) continue;
      const { isOn } = settingsOf(session, uri);
      const diagnostics = isOn.diagnostics ? currentDiagnostics(session, host, open) : [];
      await connection.sendDiagnostics({ uri, version: open.version, diagnostics });
    }
  };
  const schedule = (uri: string): void => {
    if (doesPull(session)) return;
    if (due.size === 0)
      host.defer(() => void flush().catch((error: unknown) => session.onBug('publishDiagnostics', error)));
    due.add(uri);
  };
  const scheduleTyped = (uri: string): void => {
    const open = session.texts.get(uri);
    const pause = Math.min((open?.located.text.length ?? 0) / unitsPerPause, longestPause);
    if (doesPull(session) || pause < 1) return schedule(uri);
    const goOn = (): void => {
      if (session.texts.get(uri) === open) schedule(uri);
    };
    void host.delay(pause).then(goOn);
  };
  return {
    schedule,
    scheduleTyped,
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

/** Asks a pulling client to pull again; one that refuses will do so in its own time. */
function refresh(connection: Connection): void {
  const logRefusal = (error: unknown): void => connection.console.warn(`The client does not refresh: ${String(error)}`);
  connection.sendRequest('workspace/diagnostic/refresh').catch(logRefusal);
}
