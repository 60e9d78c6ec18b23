/**
 * Runs the built command line without a new process: in a worker thread that stays, as the very file that `endpoints` starts.
 * Starting a process takes forty times as long as an ordinary check.
 */
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { Ran } from './process.ts';
import { root } from './root.ts';

export interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** 1 as soon as the thread has started, and then as soon as the answer is there. */
  readonly done: Int32Array;
}

let thread: Thread | undefined;

/** Waits for the end of the run, in ms at most; after that its thread is ended, and there is no exit code. */
export function runInProcess(program: string, request: Request, patience: number): Ran {
  const { worker, port, done } = (thread ??= start(program));
  Atomics.store(done, 0, 0);
  port.postMessage(request);
  waitFor(done, patience);
  const answer: { message: Ran } | undefined = receiveMessageOnPort(port);
  if (answer) return answer.message;
  thread = undefined;
  void worker.terminate();
  return { code: null, out: '', err: `The command line has not ended after ${patience} ms.\n` };
}

/** Whether the flag is set in time. A wait may also end by a notification of the time before, which came late. */
function waitFor(flag: Int32Array, patience: number): boolean {
  const end = performance.now() + patience;
  while (Atomics.load(flag, 0) === 0) {
    const left = end - performance.now();
    if (left <= 0) return false;
    Atomics.wait(flag, 0, 0, left);
  }
  return true;
}

/** With as much memory as a process of the tests has, and the stack of a process. */
function start(program: string): Thread {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1: port, port2: answers } = new MessageChannel();
  const worker = new Worker(join(root, 'test/support/cli-worker.mjs'), {
    workerData: { program, done, port: answers },
    transferList: [answers],
    resourceLimits: { maxOldGenerationSizeMb: 600, stackSizeMb: 1 },
  });
  worker.unref();
  // What keeps a thread from starting would otherwise be waited for as long as a run may take.
  if (!waitFor(done, 60_000)) throw new Error('The thread of the command line does not start.');
  return { worker, port, done };
}
