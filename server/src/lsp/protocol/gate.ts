/** Passes on `initialize` at once if it comes first, and queues other messages until the server is loaded. */
import type { Message, MessageStrategy } from 'vscode-languageserver';
import { withCapabilities } from './initialize-params.ts';

type Pass = MessageStrategy['handleMessage'];

export interface Gate {
  readonly messageStrategy: MessageStrategy;
  /** Gives the queued messages and all later ones to the function. */
  open(pass: Pass): void;
}

export function closedGate(onWaiting: () => void): Gate {
  const waiting: (() => unknown)[] = [];
  let passOn: Pass | undefined;
  let isFirst = true;
  return {
    messageStrategy: {
      handleMessage(message, next) {
        // An `initialize` after another message is queued too: the server rejects the request before it.
        const isGreeting = isFirst && isInitialize(message);
        isFirst = false;
        const checked = withCapabilities(message);
        if (isGreeting) return next(checked);
        if (passOn) return passOn(checked, next);
        waiting.push(() => passOn?.(checked, next));
        onWaiting();
        return undefined;
      },
    },
    open(pass) {
      passOn = pass;
      for (const letIn of waiting.splice(0)) letIn();
    },
  };
}

function isInitialize(message: Message): boolean {
  return 'method' in message && message.method === 'initialize';
}
