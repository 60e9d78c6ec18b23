/** Shows the progress of long work, if the client supports it. */
import { WorkDoneProgress } from 'vscode-languageserver';
import { clientPreferences } from './client-options.ts';
import { membersOf } from './params.ts';
import type { ItemRequest, ServerContext } from './request.ts';

/** In ms: the work starts without progress if the client accepts the token later. */
const patience = 200;

/** In UTF-16 units: fixing all findings of a text of this length takes about a second. */
const longText = 100_000;

/** True for fixing all findings of a long text, and for its conversion. */
export function isLongWork({ session, params }: ItemRequest): boolean {
  const { kind, title, data } = membersOf(params, 'params');
  if (!String(kind).startsWith('source.fixAll') && !/^(?:Fix|Convert) all/.test(String(title))) return false;
  const uri = typeof data === 'object' && data !== null && 'uri' in data ? data.uri : undefined;
  return (session.texts.get(String(uri))?.located.text.length ?? 0) > longText;
}

/** Returns the result of the task. Reports begin and end if the task is expected to take long. */
export async function withProgress<T>(
  request: ItemRequest,
  title: string,
  isLong: boolean,
  task: () => Promise<T> | T,
): Promise<T> {
  const token = isLong ? await tokenFor(request) : undefined;
  if (token === undefined) return task();
  await request.connection.sendProgress(WorkDoneProgress.type, token, { kind: 'begin', title });
  try {
    return await task();
  } finally {
    await request.connection.sendProgress(WorkDoneProgress.type, token, { kind: 'end' });
  }
}

/** The token of the request, or a new one that the client accepts in time. */
async function tokenFor({
  connection,
  client,
  host,
  params,
  session,
}: ItemRequest): Promise<string | number | undefined> {
  const sent = membersOf(params, 'params')['workDoneToken'];
  if (typeof sent === 'string' || typeof sent === 'number') return sent;
  if (!client.hasProgress) return undefined;
  const token = `endpoints-${++session.progressCount}`;
  const created = connection.sendRequest('window/workDoneProgress/create', { token }).then(
    () => token,
    () => undefined,
  );
  return Promise.race([created, host.delay(patience).then(() => undefined)]);
}

/** The progress of work that no request started. */
export interface WorkProgress {
  report(message: string): void;
  isCancelled(): boolean;
  end(): void;
}

/** In ms: shorter work shows no progress. */
const noticeable = 300;

/** Shows progress with a cancel button after a delay, if the client supports it. */
export function showProgress(
  { connection, session, host }: Pick<ServerContext, 'connection' | 'session' | 'host'>,
  title: string,
): WorkProgress {
  let token = '';
  let state: 'quiet' | 'shown' | 'ended' = 'quiet';
  let since = host.now();
  const send = (value: object): void => void connection.sendProgress(WorkDoneProgress.type, token, value as never);
  const begin = async (): Promise<void> => {
    await host.delay(noticeable);
    if (state === 'ended' || !clientPreferences(session.client).hasProgress) return;
    token = `endpoints-${++session.progressCount}`;
    await connection.sendRequest('window/workDoneProgress/create', { token });
    if (state !== 'quiet') return;
    state = 'shown';
    send({ kind: 'begin', title, cancellable: true });
  };
  begin().catch((error: unknown) =>
    connection.console.warn(`The client rejected window/workDoneProgress/create: ${String(error)}`),
  );
  return {
    report(message) {
      if (state !== 'shown' || host.now() - since < patience) return;
      since = host.now();
      send({ kind: 'report', message });
    },
    isCancelled: () => session.cancelled.has(token),
    end() {
      if (state === 'shown') send({ kind: 'end' });
      state = 'ended';
      session.cancelled.delete(token);
    },
  };
}
