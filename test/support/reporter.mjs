/**
 * Prints Mocha's dots and failures, and the counts as the last line: `N passed, N failed`. It also writes the counts to the
 * file of the option `counts`, but only after every test has run.
 */
import { writeFileSync } from 'node:fs';
import { reporters, Runner } from 'mocha';

const { Base, Dot } = reporters;

export default class Counting extends Dot {
  constructor(runner, options) {
    super(runner, options);
    const file = options.reporterOption?.counts ?? options.reporterOptions?.counts;
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed, skipped }));
      Base.consoleLog(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    });
  }
}
