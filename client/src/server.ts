/** Keeps the language server running: starts it, starts it again after a crash, later each time, and says so. */
import { EventEmitter, window } from 'vscode';
import type { Event, LogOutputChannel } from 'vscode';
import { State } from 'vscode-languageclient';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** `waiting`: it has crashed and will be started again. `stopped`: it will not, unless somebody asks for it. */
export type ServerState = 'starting' | 'running' | 'waiting' | 'stopped';

export interface Server {
  readonly onDidChange: Event<void>;
  state(): ServerState;
  /** The client of the running server; undefined while there is none. */
  client(): BaseLanguageClient | undefined;
  /** Fulfilled once the server runs or has failed; never rejected. */
  start(): Promise<void>;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

/** How long to wait before each new start, in ms; after as many crashes within the time below, nobody waits any more. */
const pauses = [0, 1_000, 2_000, 4_000, 8_000];

/** Crashes that are further apart, in ms, have nothing to do with each other. */
const memory = 180_000;

/** A server that takes longer to start, in ms, will not start any more. */
const patience = 30_000;

/** `connect` makes a client that has not been started; each is started once. */
export function runServer(output: LogOutputChannel, connect: () => BaseLanguageClient): Server {
  const changed = new EventEmitter<void>();
  let state: ServerState = 'stopped';
  let current: BaseLanguageClient | undefined;
  let starting: Promise<void> = Promise.resolve();
  let crashes: readonly number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (next: ServerState): void => {
    state = next;
    changed.fire();
  };
  const fail = (why: string): void => {
    current = undefined;
    const now = Date.now();
    crashes = [...crashes.filter((time) => now - time < memory), now];
    const pause = pauses[crashes.length - 1];
    output.error(why);
    if (pause === undefined) {
      become('stopped');
      offerRestart(crashes.length);
      return;
    }
    const when = pause === 0 ? 'now' : `in ${pause / 1000} s`;
    output.warn(`The server is started again ${when}.`);
    if (crashes.length > 1) void window.setStatusBarMessage(`Endpoints server ended, starting again ${when}`, 5_000);
    become('waiting');
    timer = setTimeout(() => void start(), pause);
  };
  const run = async (): Promise<void> => {
    become('starting');
    try {
      const own = connect();
      current = own;
      own.onDidChangeState(({ oldState, newState }) => {
        if (current === own && oldState === State.Running && newState === State.Stopped)
          fail('The server has ended unexpectedly.');
      });
      await withinPatience(own.start());
      if (current === own) become('running');
    } catch (error) {
      fail(`The server does not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    starting = run();
    return starting;
  };
  const stop = async (): Promise<void> => {
    clearTimeout(timer);
    await starting;
    clearTimeout(timer);
    const own = current;
    current = undefined;
    become('stopped');
    if (!own?.isRunning()) return;
    await own.stop().catch((error: unknown) => output.warn(`The server did not end by itself: ${String(error)}`));
  };
  const restart = async (): Promise<void> => {
    await stop();
    crashes = [];
    await start();
  };
  const offerRestart = (count: number): void => {
    const text = `The Endpoints server has ended ${count} times within three minutes and is not started again.`;
    void window.showErrorMessage(text, 'Restart', 'Show Output').then((choice) => {
      if (choice === 'Restart') return restart();
      if (choice === 'Show Output') output.show();
      return undefined;
    });
  };
  return {
    onDidChange: changed.event,
    state: () => state,
    client: () => (state === 'running' ? current : undefined),
    start,
    stop,
    restart,
  };
}

/** Rejected where the server takes too long to answer. */
async function withinPatience(started: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience / 1000} s`)), patience);
  });
  try {
    await Promise.race([started, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
