/** Delays signals that end the program while a file is written, so that no partial or temporary file remains. */

/** Their numbers are the same on all systems that have them. */
const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
const signals = Object.keys(numbers) as readonly (keyof typeof numbers)[];

/** Remaining turns of the event loop. Two, because the first may have polled for signals already. */
let turns = 0;

/** Delays signals until the event loop has turned. At other times, a signal ends the program at once, by the default of the system. */
export function holdInterrupts(): void {
  if (turns === 0) {
    for (const signal of signals) process.on(signal, end);
    setImmediate(pass);
  }
  turns = 2;
}

function pass(): void {
  turns--;
  if (turns > 0) setImmediate(pass);
  else for (const signal of signals) process.off(signal, end);
}

let cleanUp: (() => void) | undefined;

/** Runs the function before a signal ends the program; undefined: no longer. Until then a signal waits for the event loop. */
export function beforeInterrupt(run: (() => void) | undefined): void {
  if ((run === undefined) !== (cleanUp === undefined))
    for (const signal of signals)
      if (run) process.on(signal, end);
      else process.off(signal, end);
  cleanUp = run;
}

/** Lets signals end the program also as the first process of a container, where the system ignores them. */
export function endOnInterrupt(): void {
  for (const signal of signals) process.on(signal, end);
}

/** Sends the signal again without listeners: the shell then sees that a signal ended the program. */
function end(signal: keyof typeof numbers): void {
  cleanUp?.();
  for (const each of signals) process.removeAllListeners(each);
  process.kill(process.pid, signal);
  if (process.pid === 1) process.exit(128 + numbers[signal]);
}
