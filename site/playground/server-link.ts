/** Connects the editor to the language server in a worker: passes messages on, and answers the server's requests. */
import type { Transport } from '@codemirror/lsp-client';
import type { InitializeParams } from 'vscode-languageserver-protocol';
import { errorWords } from './server-requests.ts';

/** Answers a request of the server. */
export type Answer = (params: unknown) => unknown;

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
}

/** The first message of the client library is replaced: the library does not know all that the playground can do. */
export function serverLink(
  worker: Worker,
  initialize: Pick<InitializeParams, 'capabilities' | 'workspaceFolders' | 'initializationOptions'>,
  answers: ReadonlyMap<string, Answer>,
): Transport {
  const handlers = new Set<(message: string) => void>();
  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.method !== undefined && data.id !== undefined) void respond(data);
    else for (const handle of handlers) handle(JSON.stringify(data));
  });

  async function respond({ id, method = '', params }: Message): Promise<void> {
    worker.postMessage({ jsonrpc: '2.0', id, ...(await replyTo(method, params)) }, []);
  }

  async function replyTo(method: string, params: unknown): Promise<object> {
    const answer = answers.get(method);
    if (!answer) return { error: { code: -32601, message: `The playground does not answer ${method}.` } };
    try {
      return { result: (await answer(params)) ?? null };
    } catch (error) {
      return { error: { code: -32603, message: errorWords(error) } };
    }
  }

  return {
    send: (message) => {
      const sent = JSON.parse(message) as Message;
      const params = sent.method === 'initialize' ? { processId: null, rootUri: null, ...initialize } : sent.params;
      worker.postMessage({ ...sent, ...(params === undefined ? {} : { params }) }, []);
    },
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  };
}

/**
 * Starts the server. The worker is made of a blob, which has the content policy of this page: a worker from an address would
 * have none, because a static site sends no headers.
 */
export function startWorker(script: string): Worker {
  const source = new Blob([`import ${JSON.stringify(script)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source), { type: 'module', name: script });
}
