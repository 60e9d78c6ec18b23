/**
 * A worker thread that runs the built command line again and again. The program sees the arguments, the working directory and
 * the environment of each request, and streams that keep what it prints. Only its first file is evaluated anew each time, so
 * a state that modules keep between runs shows in the tests.
 */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';

const { program, done, port } = workerData;
const { href } = pathToFileURL(program);
let runs = 0;
let failed = () => {};

const { stdout, stderr } = process;

/** A stream that keeps its text: neither a terminal nor a file. Node calls internal methods of the thread's own stream on it. */
function streamInto(stream, chunks) {
  const own = { fd: -1, isTTY: false, write: (text) => chunks.push(Buffer.from(text)), on: () => {} };
  return new Proxy(stream, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name];
      return typeof stream[name] === 'function' ? stream[name].bind(stream) : stream[name];
    },
  });
}

function setProperty(name, value) {
  Object.defineProperty(process, name, { value, configurable: true });
}

async function run({ args, cwd, env }) {
  const [out, err] = [[], []];
  const folder = realpathSync(cwd);
  setProperty('stdout', streamInto(stdout, out));
  setProperty('stderr', streamInto(stderr, err));
  process.cwd = () => folder;
  process.argv = [process.execPath, program, ...args];
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  try {
    await new Promise((resolve, reject) => {
      failed = reject;
      // What a process would still do before it ends comes first.
      import(`${href}?run=${++runs}`).then(() => setImmediate(resolve), reject);
    });
  } catch (error) {
    err.push(Buffer.from(`${error instanceof Error ? error.stack : String(error)}\n`));
    process.exitCode = 1;
  }
  const text = (chunks) => Buffer.concat(chunks).toString();
  return { code: Number(process.exitCode ?? 0), out: text(out), err: text(err) };
}

process.on('uncaughtException', (error) => failed(error));
port.on('message', async (request) => {
  const outcome = await run(request);
  port.postMessage(outcome);
  wake();
});
wake();

function wake() {
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}
