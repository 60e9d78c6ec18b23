/** Lets a signal that ends the program wait while a file is written, so that neither a half of it nor a temporary file is left behind. */

/** With their numbers, which are the same on all systems that have them. */
const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
const signals = Object.keys(numbers) as readonly (keyof typeof numbers)[];

/** So many turns of the event loop are still to come: the first may be one in which no signal is looked for any more. */
let turns = 0;

/** Holds the signals until other events have had their turn. At all other times they end the program at once, as the system does it. */
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

/** From now on an interrupt ends the program where the system would not do it: as the first process of a container. */
export function endOnInterrupt(): void {
  for (const signal of signals) process.on(signal, end);
}

/** The signal goes on as if nobody had listened: a shell tells by it that somebody ended the program. */
function end(signal: keyof typeof numbers): void {
  for (const each of signals) process.removeAllListeners(each);
  process.kill(process.pid, signal);
  if (process.pid === 1) process.exit(128 + numbers[signal]);
}
