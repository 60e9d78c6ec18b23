/** Registers clean-up steps, and runs them after all tests, the last one first. */
const steps: (() => Promise<void> | void)[] = [];

export function atEnd(step: () => Promise<void> | void): void {
  steps.push(step);
}

/** Mocha calls this; a benchmark calls it itself. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  // Last, because the other steps end processes.
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

// A process that a signal ends leaves its children; one that exits itself ends them.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (typeof after === 'function') {
  after(async function () {
    this.timeout(30_000);
    await endAll();
  });
}
