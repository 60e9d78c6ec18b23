/** Loaded before a program (`node --import`): at its end, prints to standard error all paths that it opened, existing or not. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

const names = ['open', 'openSync', 'opendir', 'opendirSync', 'readdir', 'readdirSync', 'readFile', 'readFileSync'];
const paths = new Set();

for (const owner of [fs, fs.promises]) {
  for (const name of names.filter((each) => each in owner)) {
    const own = owner[name];
    owner[name] = function noted(path, ...rest) {
      if (typeof path !== 'number') paths.add(path instanceof URL ? fileURLToPath(path) : String(path));
      return own.call(owner, path, ...rest);
    };
  }
}
syncBuiltinESMExports();

process.on('exit', () => fs.writeSync(2, [...paths].map((path) => `reads ${path}\n`).join('')));
