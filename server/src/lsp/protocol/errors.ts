/** The errors with which the server answers a request. */
import {
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type DiagnosticServerCancellationData,
  type Message,
  type ResponseMessage,
} from 'vscode-languageserver';

/** The request is valid, but it cannot be answered for this reason. */
export function requestFailed(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}

export const outdated = 'The text has changed since.';

/** The text changed or was closed after the request, or after the answer that the request refers to. */
export function contentModified(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.ContentModified, message);
}

/** The client sends such a request for diagnostics again. */
export function askAgain(): ResponseError<DiagnosticServerCancellationData> {
  const data = { retriggerRequest: true };
  return new ResponseError<DiagnosticServerCancellationData>(LSPErrorCodes.ServerCancelled, outdated, data);
}

export function notInitialized(): ResponseError {
  return new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be "initialize".');
}

export function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw cancelled();
}

/** The result, unless the request is cancelled before it is there. */
export async function unlessCancelled<T>(result: Promise<T>, token: CancellationToken): Promise<T> {
  stopIfCancelled(token);
  return new Promise((done, fail) => {
    const listener = token.onCancellationRequested(() => fail(cancelled()));
    result.then(done, fail).finally(() => listener.dispose());
  });
}

/** The response to a request that is cancelled before it is handled. The library adds the id. */
export function cancelledResponse({ jsonrpc }: Message): ResponseMessage {
  return { jsonrpc, id: null, error: cancelled().toJson() };
}

function cancelled(): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
}
