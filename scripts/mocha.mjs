/** Runs the tests of a folder in Mocha processes: `npm test -- cli-links` or a title, or `npm test -- -g pattern`. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root } from './setup.mjs';
import { sortByTime, writeTimes } from './test-times.mjs';

/**
 * Runs the tests of `folder`, bundled into `out`; exits if one fails. `prepare` runs after an earlier output is removed; `select` gets the
 * names of test files, the words that chose them and esbuild's metafile; `lanes` cuts the names into separate runs side by
 * side, after which the few files with a failure run once more, alone.
 */
export async function runTests({ folder, out, prepare, select = (names) => names, lanes }) {
  const outdir = join(root, out);
  rmSync(outdir, { recursive: true, force: true });
  await prepare?.();
  const all = readdirSync(join(root, folder)).filter((file) => file.endsWith('.test.ts'));
  const { candidates, words, options, isRecording } = choose(
    all.map((file) => file.replace(/\.test\.ts$/, '')),
    process.argv.slice(2),
  );
  const { metafile } = await bundle(
    candidates.map((name) => join(root, folder, `${name}.test.ts`)),
    outdir,
  );
  const names = select(candidates, words, metafile);
  if (names.length === 0) fail('No test file is left to run.');
  setEnvironment();
  const runs = lanes
    ? lanes(names).map((lane) => ({ files: lane, more: [] }))
    : [{ files: sortByTime(names), more: parallel(options) }];
  const runFiles = ({ files, more }, i) =>
    runMocha({
      counts: join(outdir, `counts-${i}.json`),
      // Relative, since the name of the root may have brackets.
      args: [...more, ...files.map((name) => `${out}/${name}.test.mjs`), ...options],
      lane: lanes ? String(i + 1) : undefined,
    });
  const counts = await Promise.all(runs.map(runFiles));
  const again = lanes && names.length > mostAgain ? failedIn(counts).filter((name) => names.includes(name)) : [];
  if (again.length > 0 && again.length <= mostAgain) {
    console.log(`Run again, alone on the machine: ${again.join(', ')}`);
    counts.push(await runFiles({ files: again, more: [] }, runs.length));
  }
  const missing = counts.filter((each) => each === undefined).length;
  if (missing > 0) fail(`${missing} of ${counts.length} test runs ended before all tests had run.`);
  // What ran again counts as it ended then.
  const files = Object.assign({}, ...counts.map((each) => each.files));
  const sum = (key) => Object.values(files).reduce((total, each) => total + each[key], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  writeFileSync(join(outdir, 'finished'), JSON.stringify({ passed, failed, skipped }));
  if (isRecording) writeTimes(files);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0 || counts.some(isCutOff)) process.exit(1);
}

/** If more files fail, a busy machine is not the reason. */
const mostAgain = 6;

/** The test files with a failure; none if a run was cut off. */
function failedIn(counts) {
  if (counts.some((each) => each === undefined || isCutOff(each))) return [];
  return counts.flatMap(({ files }) => Object.keys(files).filter((name) => files[name].failed > 0));
}

/** True for a run whose exit status is not the number of its failures, as Mocha's is. */
function isCutOff({ status, files }) {
  const failed = Object.values(files).reduce((total, each) => total + each.failed, 0);
  return status !== Math.min(failed, 255);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Mocha's own pool: a process that dies is a failure. The longest files come first, so that processes end together. */
function parallel(options) {
  const jobs = process.env.TEST_JOBS ?? String(Math.min(availableParallelism(), 8));
  return ['--parallel', ...(options.includes('--jobs') ? [] : ['--jobs', jobs])];
}

/** Words that are part of the name of a file select files; others are searched for in titles. */
function choose(all, args) {
  const words = [];
  const options = [];
  const hasValue = new Set(['-g', '--grep', '-f', '--fgrep', '--jobs', '--timeout', '--retries']);
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (!arg.startsWith('-')) words.push(arg);
    else if (arg !== '--record-times') options.push(arg, ...(hasValue.has(arg) ? [args[++i]] : []));
  }
  const parts = words.map((word) => word.replace(/^.*\//, '').replace(/\.test\.ts$/, ''));
  const named = all.filter((name) => parts.some((part) => name.includes(part)));
  const isTitle = words.length > 0 && named.length === 0;
  return {
    candidates: named.length > 0 ? named : all,
    words,
    options: isTitle ? [...options, '--fgrep', words.join(' ')] : options,
    isRecording: args.includes('--record-times'),
  };
}

/** The counts and the exit status; undefined where the reporter wrote none. A lane prints only at its end. */
function runMocha({ counts, args, lane }) {
  const child = spawn(
    process.execPath,
    [
      // Tests make much that is soon gone: with more room for it, collecting takes half the time.
      '--max-semi-space-size=32',
      '--enable-source-maps',
      // Not Mocha's program, which starts this one without the options of Node. Reached through a link it would do nothing.
      realpathSync(join(root, 'node_modules/mocha/lib/cli/cli.js')),
      '--reporter',
      join(root, 'test/support/reporter.mjs'),
      '--reporter-option',
      `counts=${counts}`,
      // A test that hangs fails; a slow machine has time enough.
      '--timeout',
      String(300_000 * Math.max(1, Number(process.env.PROPERTY_RUNS ?? 1))),
      '--exit',
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, ...(lane ? { TEST_LANE: lane } : {}) },
      stdio: lane ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    },
  );
  const printed = [];
  for (const stream of lane ? [child.stdout, child.stderr] : []) stream.on('data', (chunk) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      process.stdout.write(Buffer.concat(printed));
      // A run that ends early must not look like success: the reporter writes the counts after the last test.
      resolve(existsSync(counts) ? { status, files: JSON.parse(readFileSync(counts, 'utf8')) } : undefined);
    });
  });
}

/** Removes what git hooks, npm and remote terminals set, so that the programs under test do not depend on it. */
function setEnvironment() {
  const foreign = /^(?:FORCE_COLOR$|GIT_|NODE_|npm_|LANG|LC_)/;
  for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name];
  Object.assign(process.env, {
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
    // The directory may be a link, and programs print its target.
    TMPDIR: realpathSync(tmpdir()),
  });
}
