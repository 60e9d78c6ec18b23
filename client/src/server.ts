/** Starts the language server, and restarts it after a crash with increasing pauses. */
import { EventEmitter, window, type Event, type LogOutputChannel } from 'vscode';
import { State, type BaseLanguageClient } from 'vscode-languageclient';

/** `waiting`: it has crashed and will be restarted. `stopped`: only the user can restart it. */
export type ServerState = 'starting' | 'running' | 'waiting' | 'stopped';

/** A client that starts its own server, and a function that ends the server if the client cannot. */
export interface Connected {
  readonly client: BaseLanguageClient;
  readonly kill?: () => void;
}

/** The pauses before each restart, in ms. After one more crash within `memory` the server stays stopped. */
const pauses = [0, 1_000, 2_000, 4_000, 8_000];

/** In ms; crashes that are further apart are unrelated. */
const memory = 180_000;

/** In ms; a server that takes longer has failed to start. */
const patience = 30_000;

/** Owns the server and its client. A client is started once: after a crash there is a new one. */
export class ServerSupervisor {
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

  constructor(output: LogOutputChannel, connect: () => Connected) {
    this.#output = output;
    this.#connect = connect;
    this.onDidChange = this.#changed.event;
  }

  get state(): ServerState {
    return this.#state;
  }

  get client(): BaseLanguageClient | undefined {
    return this.#state === 'running' ? this.#current?.client : undefined;
  }

  /** Resolves when the server runs or has failed; never rejects. */
  start(): Promise<void> {
    return this.#afterwards(() => this.#start());
  }

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

  /** Runs the tasks in order: two starts at once would leave one server without an owner. */
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
      this.#fail(`The server failed to start: ${error instanceof Error ? error.message : String(error)}`);
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
      if (isCrash && this.#current?.client === client) this.#fail('The server exited unexpectedly.');
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
    this.#output.warn(`Restarting the server ${when}.`);
    window.setStatusBarMessage(`Endpoints: the server crashed, restarting ${when}`, 5_000);
    this.#become('waiting');
    this.#timer = setTimeout(() => void this.start(), pause);
  }

  async #offerRestart(): Promise<void> {
    const text = `The Endpoints server crashed ${this.#crashes.length} times within three minutes and is not restarted.`;
    const choice = await window.showErrorMessage(text, 'Restart', 'Show Output');
    if (choice === 'Restart') await this.restart();
    if (choice === 'Show Output') this.#output.show();
  }

  /** A client that has not started cannot be stopped, but its server is ended. */
  async #end({ client, kill }: Connected): Promise<void> {
    try {
      await client.stop();
    } catch (error) {
      this.#output.debug(`The client failed to stop: ${String(error)}`);
    } finally {
      kill?.();
    }
  }

  #become(next: ServerState): void {
    this.#state = next;
    this.#changed.fire();
  }
}

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
