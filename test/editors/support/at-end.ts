/** What the run has started and ends once all tests are over, the latest first. */
const steps: (() => Promise<void> | void)[] = [];

export function atEnd(step: () => Promise<void> | void): void {
  steps.push(step);
}

/** Called by Mocha; a benchmark calls it itself. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  // Only now: the other steps end processes.
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

// A process that is told to end would leave what it has started; one that ends by itself takes it along.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (typeof after === 'function') {
  after(async function () {
    this.timeout(30_000);
    await endAll();
  });
}
