/** Answers requests: checks the parameters, waits for what the answer needs, and rejects outdated requests. */
import { ErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { errorText } from '../../text/error-text.ts';
import { attachment } from '../../text/memo.ts';
import { askAgain, contentModified, notInitialized, outdated, stopIfCancelled, unlessCancelled } from './errors.ts';
import { isOvertaken } from './message-queue.ts';
import { uriParam } from './params.ts';
import { itemRequest, type RequestRow, type ServerContext, type TextRow } from './request.ts';
import { settingsOf, viewOf, type OpenText } from '../session.ts';
import { isProgramUri, programsLoaded } from '../workspace/programs.ts';
import { isTerraformUri } from '../workspace/terraform.ts';

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
  stopIfCancelled(token);
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
  if (isOvertaken(params)) throw overtakenError(row);
  const run = row.prepare(params);
  const asked = session.texts.get(uri);
  if (!asked) return (await row.provided?.(server, uri, params)) ?? row.empty;
  if ((isProgramUri(uri) || isTerraformUri(uri)) && !row.hasPrograms) return row.empty;
  await unlessCancelled(session.ready, token);
  if (isProgramUri(uri)) await programsLoaded(server);
  stopIfCancelled(token);
  const open = session.texts.get(uri);
  if (!open || (row.setting && !settingsOf(session, uri).isOn[row.setting])) return row.empty;
  // A program is read again, unchanged, when its grammar is loaded.
  if (row.isPlaced && open.located !== asked.located) throw contentModified(outdated);
  const compute = (): unknown => run({ ...itemRequest(server, params, token), open, view: viewOf(session, open) });
  const result = await (row.isRepeated
    ? computedOnce(open, `${row.method} ${JSON.stringify(params)}`, compute)
    : compute());
  stopIfCancelled(token);
  if (session.texts.get(uri) !== open) throw contentModified(outdated);
  return result;
}

function overtakenError({ method }: TextRow): ResponseError<unknown> {
  return method === 'textDocument/diagnostic' ? askAgain() : contentModified(outdated);
}

/** The answer of the equal request in progress, if there is one. */
async function computedOnce(open: OpenText, question: string, compute: () => unknown): Promise<unknown> {
  const known = inProgress(open).get(question);
  if (known) return known;
  const answer = Promise.resolve(compute());
  inProgress(open).set(question, answer);
  try {
    return await answer;
  } finally {
    inProgress(open).delete(question);
  }
}

const inProgress = attachment((_open: OpenText) => new Map<string, Promise<unknown>>());

function firstLine(error: unknown): string {
  return errorText(error).split('\n')[0] ?? '';
}
