/** Tracks the stages of a run and their times, for the progress bar and `--stats`. */

export const stages = ['finding files', 'reading', 'understanding', 'checking', 'reporting'] as const;

export type Stage = (typeof stages)[number];

/** Called at most once for each step; `total` is 0 if the number of steps is unknown. True if it has drawn something. */
export type Follow = (stage: Stage, done: number, total: number) => boolean;

export class RunProgress {
  readonly #times = new Map<Stage, number>();
  readonly #follow: Follow | undefined;
  readonly #now: () => number;
  #stage: Stage | undefined;
  #since = 0;
  #done = 0;
  #total = 0;
  #hasDrawn = false;

  /** Without a clock, no time is measured: loading Node's clock takes time. */
  constructor(follow?: Follow, now = () => 0) {
    this.#follow = follow;
    this.#now = now;
  }

  /** Starts a stage with this number of steps; the stage before ends. */
  enter(stage: Stage, total = 0): void {
    this.#turnTo(stage);
    this.#done = 0;
    this.#total = total;
    this.#follow?.(stage, 0, total);
  }

  step(): void {
    this.#done++;
    if (this.#stage && this.#follow?.(this.#stage, this.#done, this.#total)) this.#hasDrawn = true;
  }

  /** Runs the steps to their end. After something was drawn, an interrupt can end the program. */
  async run<T>(steps: Generator<unknown, T>): Promise<T> {
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      if (!this.#hasDrawn) continue;
      this.#hasDrawn = false;
      await new Promise(setImmediate);
    }
    return step.value;
  }

  /** Runs a function that counts for another stage. */
  aside<T>(stage: Stage, run: () => T): T {
    const before = this.#stage;
    this.#turnTo(stage);
    const result = run();
    this.#turnTo(before);
    return result;
  }

  /** In milliseconds, until now. */
  timeOf(stage: Stage): number {
    const time = this.#times.get(stage) ?? 0;
    return stage === this.#stage ? time + this.#now() - this.#since : time;
  }

  #turnTo(stage: Stage | undefined): void {
    const now = this.#now();
    if (this.#stage) this.#times.set(this.#stage, (this.#times.get(this.#stage) ?? 0) + now - this.#since);
    this.#stage = stage;
    this.#since = now;
  }
}
