/** Rejects a malformed `initialize`. The library reads its capabilities before any handler can check them. */
import { ResponseError, type InitializeParams, type Message, type MessageStrategy } from 'vscode-languageserver';
import { membersOf } from './params.ts';

/** For a connection whose server calls `rejectMalformed`. */
export const initializeStrategy: MessageStrategy = {
  handleMessage: (message, next) => next(withCapabilities(message)),
};

/** The message; a malformed `initialize` gets capabilities, and the error to answer with. */
export function withCapabilities(message: Message): Message {
  if (!('method' in message) || message.method !== 'initialize') return message;
  const params: unknown = 'params' in message ? message.params : undefined;
  try {
    membersOf(membersOf(params, 'params')['capabilities'], 'params.capabilities');
    return message;
  } catch (malformed) {
    const replaced = { processId: null, rootUri: null, capabilities: {}, malformed };
    return Object.assign({}, message, { params: replaced });
  }
}

export function rejectMalformed(params: InitializeParams): void {
  if ('malformed' in params && params.malformed instanceof ResponseError) throw params.malformed;
}
