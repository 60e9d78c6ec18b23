/** Mocha's dots and failures, and as the last line the counts: `N passed, N failed`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reporters, Runner } from 'mocha';

const { Base, Dot } = reporters;

export default class Counting extends Dot {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      writeFileSync(join(import.meta.dirname, '../../out/test/finished'), '');
      const { passes, failures, pending } = this.stats;
      Base.consoleLog(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`);
    });
  }
}
