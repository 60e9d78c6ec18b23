/**
 * Mocha's dots and failures, and as the last line the counts: `N passed, N failed`. The counts also go to the file that
 * the option `counts` names: it is there only when every test has run.
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
