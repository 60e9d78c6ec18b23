/** A language client over the standard streams of the built server. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { connect, type Client, type ClientOptions } from './client.ts';
import { root } from './root.ts';

/** A client of the built server as a process of its own. */
export async function startProcess(
  options: ClientOptions = {},
): Promise<Client & { readonly child: ChildProcess; readonly ended: Promise<number | null> }> {
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), join(root, 'dist/server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
  });
  const client = await connect(child.stdout, child.stdin, options, async (connection) => {
    await connection.sendNotification('exit');
    await ended;
  });
  return { ...client, child, ended };
}
