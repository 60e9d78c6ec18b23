/**
 * Mocha's dots and failures. The counts of each test file go to the file that the option `counts` names: it is there
 * only when every test has run. A failed hook counts as a failure, as in Mocha.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { reporters, Runner } from 'mocha';

const { Dot } = reporters;
const { EVENT_HOOK_END, EVENT_RUN_END, EVENT_TEST_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
  Runner.constants;

export default class Counting extends Dot {
  constructor(runner, options) {
    super(runner, options);
    const file = options.reporterOption?.counts ?? options.reporterOptions?.counts;
    const files = {};
    const add = (path, counted) => {
      // What fails outside of all files counts for the run.
      const name = basename(path ?? file ?? '').replace(/\.test\.mjs$/, '');
      const known = (files[name] ??= { seconds: 0, tests: 0, passed: 0, failed: 0, skipped: 0 });
      for (const [key, count] of Object.entries(counted)) known[key] += count;
    };
    runner.on(EVENT_TEST_END, ({ file: path, duration = 0 }) => add(path, { seconds: duration / 1000, tests: 1 }));
    runner.on(EVENT_HOOK_END, ({ file: path, duration = 0 }) => add(path, { seconds: duration / 1000 }));
    runner.on(EVENT_TEST_PASS, ({ file: path }) => add(path, { passed: 1 }));
    runner.on(EVENT_TEST_FAIL, ({ file: path }) => add(path, { failed: 1 }));
    runner.on(EVENT_TEST_PENDING, ({ file: path }) => add(path, { skipped: 1 }));
    runner.once(EVENT_RUN_END, () => {
      if (file !== undefined) writeFileSync(file, JSON.stringify(files));
    });
  }
}
