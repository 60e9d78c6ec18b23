/** Answers requests: checks the parameters, waits for what the answer needs, and rejects outdated requests. */
import { ErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { errorText } from '../../text/error-text.ts';
import { contentModified, notInitialized, stopIfCancelled } from './errors.ts';
import { uriParam } from './params.ts';
import { itemRequest, type RequestRow, type ServerContext, type TextRow } from './request.ts';
import { settingsOf, viewOf } from '../session.ts';
import { isProgramUri, programsLoaded } from '../workspace/programs.ts';

export function answerRequests(server: ServerContext, rows: readonly RequestRow[]): void {
  for (const row of rows) {
    server.connection.onRequest(row.method, (...received: unknown[]) => {
      // The library passes the parameters, if any, and then the token.
      const token = received.at(-1) as CancellationToken;
      const answer = answerTimed(row, server, received.length > 1 ? received[0] : undefined, token);
      return row.about === 'text' && row.goesFirst ? asFirst(answer, server) : answer;
    });
  }
}

/** Resolves when the answers in progress that go first are sent. */
export async function firstAnswersSent({ session, host }: Pick<ServerContext, 'session' | 'host'>): Promise<void> {
  if (session.firstAnswers.size === 0) return;
  await Promise.allSettled(session.firstAnswers);
  // The library sends an answer in a later turn.
  await new Promise<void>((done) => host.defer(done));
}

async function asFirst(answer: Promise<unknown>, { session }: ServerContext): Promise<unknown> {
  session.firstAnswers.add(answer);
  try {
    return await answer;
  } finally {
    session.firstAnswers.delete(answer);
  }
}

async function answerTimed(
  row: RequestRow,
  server: ServerContext,
  params: unknown,
  token: CancellationToken,
): Promise<unknown> {
  const { connection, session, host } = server;
  const start = host.now();
  let outcome = 'answered';
  try {
    return await answer(row, server, params, token);
  } catch (error) {
    outcome = error instanceof ResponseError ? `rejected (${error.message})` : 'failed';
    if (error instanceof ResponseError) throw error;
    session.onBug(row.method, error);
    throw new ResponseError(
      ErrorCodes.InternalError,
      `${row.method} failed with an internal error: ${firstLine(error)}`,
    );
  } finally {
    const time = `${(host.now() - start).toFixed(1)} ms`;
    connection.tracer.log(`${row.method} ${outcome} in ${time}`, JSON.stringify(params));
  }
}

async function answer(
  row: RequestRow,
  server: ServerContext,
  params: unknown,
  token: CancellationToken,
): Promise<unknown> {
  const { isInitialized, isShutDown } = server.session;
  if (!isInitialized) throw notInitialized();
  if (isShutDown) throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is shut down.');
  if (row.about === 'text') return answerOnText(row, server, params, token);
  const result: unknown = await row.prepare(params)(itemRequest(server, params, token));
  stopIfCancelled(token);
  return result;
}

async function answerOnText(
  row: TextRow,
  server: ServerContext,
  params: unknown,
  token: CancellationToken,
): Promise<unknown> {
  const { session } = server;
  const uri = uriParam(params);
  const run = row.prepare(params);
  const asked = session.texts.get(uri);
  if (!asked) return (await row.provided?.(server, uri, params)) ?? row.empty;
  if (isProgramUri(uri) && !row.hasPrograms) return row.empty;
  await session.ready;
  if (isProgramUri(uri)) await programsLoaded(server);
  stopIfCancelled(token);
  const open = session.texts.get(uri);
  if (!open || (row.setting && !settingsOf(session, uri).isOn[row.setting])) return row.empty;
  // A program is read again, unchanged, when its grammar is loaded.
  if (row.isPlaced && open.located !== asked.located) throw contentModified('The text has changed since.');
  const result: unknown = await run({ ...itemRequest(server, params, token), open, view: viewOf(session, open) });
  stopIfCancelled(token);
  if (session.texts.get(uri) !== open) throw contentModified('The text has changed since.');
  return result;
}

function firstLine(error: unknown): string {
  return errorText(error).split('\n')[0] ?? '';
}
