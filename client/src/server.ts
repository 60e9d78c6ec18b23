/** Keeps the language server running: starts it, starts it again after a crash, later each time, and says so. */
import { EventEmitter, window } from 'vscode';
import type { Event, LogOutputChannel } from 'vscode';
import { State } from 'vscode-languageclient';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** `waiting`: it has crashed and will be started again. `stopped`: it will not, unless somebody asks for it. */
export type ServerState = 'starting' | 'running' | 'waiting' | 'stopped';

/** A client of a server that is started with it, and what ends that server where the client cannot. */
export interface Connected {
  readonly client: BaseLanguageClient;
  readonly kill?: () => void;
}

/** How long to wait before each new start, in ms; after one more crash within the time below, nobody waits any more. */
const pauses = [0, 1_000, 2_000, 4_000, 8_000];

/** Crashes that are further apart, in ms, have nothing to do with each other. */
const memory = 180_000;

/** A server that takes longer to start, in ms, will not start any more. */
const patience = 30_000;

/** The server and its client. Each client is started once: after a crash there is a new one. */
export class Server {
  readonly onDidChange: Event<void>;
  #state: ServerState = 'stopped';
  #current: Connected | undefined;
  #last: Promise<void> = Promise.resolve();
  #isEnded = false;
  #crashes: readonly number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #changed = new EventEmitter<void>();
  readonly #output: LogOutputChannel;
  readonly #connect: () => Connected;

  /** `connect` makes a client that has not been started. */
  constructor(output: LogOutputChannel, connect: () => Connected) {
    this.#output = output;
    this.#connect = connect;
    this.onDidChange = this.#changed.event;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The client of the running server; undefined while there is none. */
  get client(): BaseLanguageClient | undefined {
    return this.#state === 'running' ? this.#current?.client : undefined;
  }

  /** Fulfilled once the server runs or has failed; never rejected. */
  start(): Promise<void> {
    return this.#afterwards(() => this.#start());
  }

  /** For good: nothing starts a server after this. */
  stop(): Promise<void> {
    this.#isEnded = true;
    return this.#afterwards(() => this.#stop());
  }

  restart(): Promise<void> {
    return this.#afterwards(async () => {
      await this.#stop();
      this.#crashes = [];
      await this.#start();
    });
  }

  /** One after the other: two that start at once would leave a server behind. */
  #afterwards(task: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(task);
    return this.#last;
  }

  async #start(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isEnded || this.#current) return;
    this.#become('starting');
    try {
      const own = this.#connect();
      this.#current = own;
      this.#watch(own.client);
      await withinPatience(own.client.start());
      if (this.#current === own) this.#become('running');
      this.#output.info(`Server ${own.client.initializeResult?.serverInfo?.version ?? ''} is running.`);
    } catch (error) {
      this.#fail(`The server does not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer);
    const own = this.#current;
    this.#current = undefined;
    this.#become('stopped');
    if (own) await this.#end(own);
  }

  #watch(client: BaseLanguageClient): void {
    client.onDidChangeState(({ oldState, newState }) => {
      const isCrash = oldState === State.Running && newState === State.Stopped;
      if (isCrash && this.#current?.client === client) this.#fail('The server has ended unexpectedly.');
    });
  }

  #fail(why: string): void {
    if (this.#current) void this.#end(this.#current);
    this.#current = undefined;
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < memory), now];
    const pause = pauses[this.#crashes.length - 1];
    this.#output.error(why);
    if (pause === undefined) {
      this.#become('stopped');
      void this.#offerRestart();
      return;
    }
    const when = pause === 0 ? 'now' : `in ${pause / 1000} s`;
    this.#output.warn(`The server is started again ${when}.`);
    window.setStatusBarMessage(`Endpoints server is not running, starting again ${when}`, 5_000);
    this.#become('waiting');
    this.#timer = setTimeout(() => void this.start(), pause);
  }

  async #offerRestart(): Promise<void> {
    const text = `The Endpoints server has ended ${this.#crashes.length} times within three minutes and is not started again.`;
    const choice = await window.showErrorMessage(text, 'Restart', 'Show Output');
    if (choice === 'Restart') await this.restart();
    if (choice === 'Show Output') this.#output.show();
  }

  /** A client that has not come up cannot be stopped; what it has started ends all the same. */
  async #end({ client, kill }: Connected): Promise<void> {
    try {
      await client.stop();
    } catch (error) {
      this.#output.debug(`The client was not stopped in order: ${String(error)}`);
    } finally {
      kill?.();
    }
  }

  #become(next: ServerState): void {
    this.#state = next;
    this.#changed.fire();
  }
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
