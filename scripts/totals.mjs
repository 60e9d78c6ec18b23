/** Prints the totals of both test runs as `N passed, N failed`. Fails if a test failed or a run did not finish. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const runs = ['out/test/finished', 'out/test-editors/finished'];
const missing = runs.filter((file) => !existsSync(join(root, file)));
if (missing.length > 0) console.error(`Not all tests have run: ${missing.join(' and ')} missing.`);

const counts = runs
  .filter((file) => !missing.includes(file))
  .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')));
const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
console.log(
  `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
);
process.exitCode = missing.length > 0 || sum('failed') > 0 ? 1 : 0;
