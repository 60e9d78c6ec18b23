/**
 * Mocha's dots and failures. The counts, of each test file as well, go to the file that the option `counts` names: it is there
 * only when every test has run.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { reporters, Runner } from 'mocha';

const { Dot } = reporters;
const { EVENT_HOOK_END, EVENT_RUN_END, EVENT_TEST_END } = Runner.constants;

export default class Counting extends Dot {
  constructor(runner, options) {
    super(runner, options);
    const file = options.reporterOption?.counts ?? options.reporterOptions?.counts;
    const files = {};
    const count = (path, time, tests) => {
      const name = basename(path ?? '').replace(/\.test\.mjs$/, '');
      const known = files[name] ?? { seconds: 0, tests: 0 };
      files[name] = { seconds: known.seconds + time / 1000, tests: known.tests + tests };
    };
    runner.on(EVENT_TEST_END, ({ file: path, duration = 0 }) => count(path, duration, 1));
    runner.on(EVENT_HOOK_END, ({ file: path, duration = 0 }) => count(path, duration, 0));
    runner.once(EVENT_RUN_END, () => {
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed, skipped, files }));
    });
  }
}
