/** Starts the server as a process of VS Code's own Node, which reads standard input and writes standard output. */
import { spawn, type ChildProcess } from 'node:child_process';

export function startProcess(): ChildProcess {
  // Both files are in dist/.
  const args = [`${__dirname}/server.js`, '--stdio', `--clientProcessId=${process.pid}`];
  // With these variables, the executable of VS Code is Node.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' };
  const child = spawn(process.execPath, args, { env });
  // An error without a listener would end the extension host. `running` reports it.
  child.on('error', () => {});
  return child;
}

/** Rejects if the process failed to start or has ended. */
export function running(child: ChildProcess): Promise<ChildProcess> {
  const { pid, exitCode, signalCode } = child;
  const isRunning = pid !== undefined && exitCode === null && signalCode === null;
  return isRunning ? Promise.resolve(child) : Promise.reject(new Error('the process has ended'));
}
