/** The errors with which the server answers a request. */
import { ErrorCodes, LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';

/** The request is valid, but it cannot be answered for this reason. */
export function requestFailed(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}

/** The text changed or was closed after the request, or after the answer that the request refers to. */
export function contentModified(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.ContentModified, message);
}

export function notInitialized(): ResponseError {
  return new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be "initialize".');
}

export function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested)
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
}
