/** Lets `initialize` through at once, where it comes first as it should, and holds everything else back, in its order, until the rest of the server is loaded. */
import type { Message, MessageStrategy } from 'vscode-languageserver';

export interface Gate {
  /** For the options of a connection. */
  readonly messageStrategy: MessageStrategy;
  /** Lets in what was held back, and from then on everything. */
  open(): void;
}

/** `onWaiting` is called when a message is held back. */
export function closedGate(onWaiting: () => void): Gate {
  const waiting: (() => unknown)[] = [];
  let isOpen = false;
  let isFirst = true;
  return {
    messageStrategy: {
      handleMessage(message, next) {
        // Behind something else it is held back, too: whoever asks before it is refused.
        const isGreeting = isFirst && isInitialize(message);
        isFirst = false;
        if (isOpen || isGreeting) return next(message);
        waiting.push(() => next(message));
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
