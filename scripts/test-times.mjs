/** How long each test file takes and how many tests it has: tests start in this order, and `test:fast` chooses by it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** `npm test -- --record-times` writes it. */
const path = join(root, 'test/times.json');

/** By the name of the test file: `seconds` and `tests`. */
export function readTimes() {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The longest first; a test file that is new may take long. */
export function sortByTime(names) {
  const times = readTimes();
  const secondsOf = (name) => times[name]?.seconds ?? 10;
  return names.toSorted((a, b) => secondsOf(b) - secondsOf(a));
}

/** Replaces what is known of these files, and drops files that are gone. */
export function writeTimes(files) {
  const rows = Object.entries({ ...readTimes(), ...files })
    .filter(([name]) => existsSync(join(root, `test/${name}.test.ts`)))
    .map(([name, { seconds, tests }]) => [name, { seconds: Math.round(seconds * 10) / 10, tests }])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(
    ([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row).replace(/[:,](?=["\d])/g, '$& ')}`,
  );
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}
