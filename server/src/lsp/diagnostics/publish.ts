/** Pushes diagnostics to clients that do not pull them: of open texts, and of all files of the workspace. */
import type { Connection } from 'vscode-languageserver';
import type { SourceFile } from '../../tree/document.ts';
import { isAhead, workAhead } from './ahead.ts';
import type { Checking } from './checking.ts';
import type { Host } from '../host.ts';
import { pacer } from '../pace.ts';
import { firstAnswersSent } from '../protocol/answer.ts';
import type { ServerContext } from '../protocol/request.ts';
import type { OpenText, Session } from '../session.ts';
import { spelled } from '../spelling.ts';

/** In ms; a faster check runs after every keystroke. */
const shortCheck = 8;

/** In ms; the user notices a longer pause. */
const longestPause = 250;

export interface Publisher {
  /** Publishes soon; several changes are published once. */
  schedule(uri: string): void;
  /** Also waits as long as the last check took, so that requests are answered first. */
  scheduleTyped(uri: string): void;
  close(uri: string): void;
  refreshAll(): void;
  /** Publishes the mistakes in settings files after the settings were read. */
  refreshSettings(): void;
  refreshFiles(): void;
  /** Publishes the findings of some files, open or not. */
  refreshSome(uris: readonly string[]): void;
}

export function publisher(connection: Connection, session: Session, host: Host, checking: Checking): Publisher {
  const due = new Set<string>();
  /** The state of each file as the client has it. */
  const published = new Map<string, string>();
  /** In ms, for the last check of each text. */
  const costs = new Map<string, number>();
  /** In ms, when the first unpublished edit was made. */
  const typedSince = new Map<string, number>();
  const refresh = refresher({ connection, session, host });
  const doesPull = (): boolean => session.client.textDocument?.diagnostic !== undefined;
  const send = async (uri: string): Promise<void> => {
    const open = session.texts.get(uri);
    const start = host.now();
    typedSince.delete(uri);
    const report = await checking.reportOn(uri);
    if (open) costs.set(uri, host.now() - start);
    const resultId = report && report.items.length > 0 ? report.resultId : '';
    // A client waits for the findings of each version of an open text, even if there are none.
    const state = open ? `${open.version} ${resultId}` : resultId;
    if (state === (published.get(uri) ?? '')) return;
    if (state === '') published.delete(uri);
    else published.set(uri, state);
    // The client has opened the file by another spelling of its URI.
    if (spelled(session, uri) !== uri) return;
    const version = open ? { version: open.version } : {};
    await connection.sendDiagnostics({ uri, ...version, diagnostics: [...(report?.items ?? [])] });
  };
  const sendFirst = async (open: OpenText, file: SourceFile): Promise<void> => {
    const { uri, version } = open;
    const items = checking.firstItemsOf(open, file);
    if (items.length > 0) await connection.sendDiagnostics({ uri, version, diagnostics: [...items] });
  };
  const begun = new Set<OpenText>();
  const beginWork = async (open: OpenText): Promise<void> => {
    begun.add(open);
    let isDone = false;
    try {
      isDone = await workAhead({ session, host }, open, (file) => sendFirst(open, file));
    } catch (error) {
      session.onBug('publishDiagnostics', error);
    } finally {
      begun.delete(open);
    }
    // The newer version has been scheduled.
    if (isDone) schedule(open.uri);
  };
  const flush = async (): Promise<void> => {
    let ready: Promise<void> | undefined;
    const pace = pacer(host);
    let isSent = false;
    const next = (): string | undefined => {
      // Once for all that were sent: an edit can make thousands of files outdated.
      if (due.size === 0 && isSent) {
        isSent = false;
        for (const uri of checking.outdated()) due.add(uri);
      }
      const [first] = due;
      if (first !== undefined) due.delete(first);
      return first;
    };
    for (let uri = next(); uri !== undefined; uri = next()) {
      // `ready` can change during the wait.
      while (ready !== session.ready) await (ready = session.ready);
      if (session.isShutDown) return;
      const open = session.texts.get(uri);
      if (open && isAhead(session, open)) {
        // Other texts do not wait for a long one.
        if (!begun.has(open)) void beginWork(open);
        continue;
      }
      await send(uri);
      isSent = true;
      await pace();
    }
  };
  let isFlushing = false;
  const flushSoon = (): void => {
    if (isFlushing || due.size === 0) return;
    isFlushing = true;
    const end = (): void => {
      isFlushing = false;
      flushSoon();
    };
    host.defer(
      () =>
        void flush()
          .catch((error: unknown) => session.onBug('publishDiagnostics', error))
          .then(end),
    );
  };
  const schedule = (uri: string): void => {
    if (doesPull()) return;
    due.add(uri);
    flushSoon();
  };
  return {
    schedule,
    scheduleTyped(uri) {
      if (doesPull()) return;
      const now = host.now();
      const since = typedSince.get(uri) ?? now;
      typedSince.set(uri, since);
      // While the user types without a pause, findings still appear.
      const pause = Math.min(costs.get(uri) ?? 0, since + longestPause - now);
      if (pause < shortCheck) return schedule(uri);
      const version = session.texts.get(uri)?.version;
      const goOn = (): void => {
        if (session.texts.get(uri)?.version === version) schedule(uri);
      };
      void host.delay(pause).then(goOn);
    },
    close(uri) {
      if (doesPull()) return;
      // The file on the disk may have findings.
      published.delete(uri);
      costs.delete(uri);
      typedSince.delete(uri);
      due.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
      schedule(uri);
    },
    refreshAll() {
      for (const uri of [...session.texts.keys(), ...session.disk.keys(), ...session.readers.files.keys()])
        schedule(uri);
      if (doesPull()) refresh();
    },
    refreshSome(uris) {
      for (const uri of uris) schedule(uri);
      if (doesPull() && uris.length > 0) refresh();
    },
    refreshSettings() {
      for (const uri of [...session.settingsInUse.keys(), ...published.keys()]) schedule(uri);
    },
    refreshFiles() {
      for (const uri of [...session.disk.keys(), ...published.keys(), ...checking.outdated()]) schedule(uri);
      if (doesPull()) refresh();
    },
  };
}

type Refreshing = Pick<ServerContext, 'connection' | 'session' | 'host'>;

/** Returns the function that asks a client that pulls to pull again. A client that does not refresh pulls again later. */
function refresher({ connection, session, host }: Refreshing): () => void {
  let isDue = false;
  const refresh = async (): Promise<void> => {
    // A refresh makes the client cancel its requests: an answer in progress would be lost.
    await firstAnswersSent({ session, host });
    isDue = false;
    await connection.sendRequest('workspace/diagnostic/refresh');
  };
  return () => {
    if (isDue || !session.client.workspace?.diagnostics?.refreshSupport) return;
    isDue = true;
    refresh().catch((error: unknown) =>
      connection.console.warn(`The client rejected workspace/diagnostic/refresh: ${String(error)}`),
    );
  };
}
