/** Runs the quick tests that need no build and no process. Words select files by name, or tests by title. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { install, root } from './setup.mjs';

install();
const { runTests } = await import('./mocha.mjs');
const { readTimes } = await import('./test-times.mjs');

/** In recorded seconds of one process. */
const budget = 23;

await runTests({ folder: 'test', out: 'out/test-fast', select: fastOnes });

function fastOnes(names, words, metafile) {
  const own = names.filter((name) => !needsBuild(`test/${name}.test.ts`, metafile.inputs));
  if (words.length > 0) return own;
  const times = readTimes();
  const costOf = (name) => (times[name] ? times[name].seconds / times[name].tests : 0);
  let left = budget;
  // Pages and recorded cases are many tests in little time; random texts are the opposite. A new file runs.
  return own.sort((a, b) => costOf(a) - costOf(b)).filter((name) => (left -= times[name]?.seconds ?? 0) > 0);
}

/** Whether a test, or what it imports, starts processes or threads, or reads what is built. */
function needsBuild(entry, inputs) {
  const modules = new Set([entry]);
  for (const path of modules) {
    for (const { path: imported, external } of inputs[path]?.imports ?? []) {
      if (/^node:(?:child_process|worker_threads)$/.test(imported)) return true;
      if (!external) modules.add(imported);
    }
    const isTest = relative('test', path).startsWith('..') === false;
    if (isTest && /\bdist\/|'dist'/.test(readFileSync(join(root, path), 'utf8'))) return true;
  }
  return false;
}
