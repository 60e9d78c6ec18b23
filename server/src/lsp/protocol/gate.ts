/** Passes on `initialize` at once if it comes first, and queues other messages until the server is loaded. */
import type { Message, MessageStrategy } from 'vscode-languageserver';
import { withCapabilities } from './initialize-params.ts';

export interface Gate {
  readonly messageStrategy: MessageStrategy;
  /** Passes on the queued messages; later messages are not queued. */
  open(): void;
}

/** `pass` gets the messages that the gate lets in. */
export function closedGate(onWaiting: () => void, pass: MessageStrategy['handleMessage']): Gate {
  const waiting: (() => unknown)[] = [];
  let isOpen = false;
  let isFirst = true;
  return {
    messageStrategy: {
      handleMessage(message, next) {
        // An `initialize` after another message is queued too: the server rejects the request before it.
        const isGreeting = isFirst && isInitialize(message);
        isFirst = false;
        const checked = withCapabilities(message);
        if (isOpen || isGreeting) return pass(checked, next);
        waiting.push(() => pass(checked, next));
        onWaiting();
        return undefined;
      },
    },
    open() {
      isOpen = true;
      for (const letIn of waiting.splice(0)) letIn();
    },
  };
}

function isInitialize(message: Message): boolean {
  return 'method' in message && message.method === 'initialize';
}
