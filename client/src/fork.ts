/** Starts the server as a process of VS Code's own Node. */
import { fork, type ChildProcess } from 'node:child_process';

export function forkServer(module: string): ChildProcess {
  const child = fork(module, ['--node-ipc', `--clientProcessId=${process.pid}`], {
    // The executable of VS Code is Node only with these variables.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' },
    // Options of the extension host, such as a debugger's port, are not the server's.
    execArgv: [],
    silent: true,
  });
  // Without a listener, a failed start would end the extension host. The client fails to connect, and its failure is shown.
  child.on('error', () => {});
  return child;
}
