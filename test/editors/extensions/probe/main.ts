/**
 * Runs in the extension host of the workbench under test: connects to the test process, and calls the requested verbs. The
 * assertions are in the tests, and the real `vscode` API answers.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { workspace, type ExtensionContext } from 'vscode';
import { verbs } from './verbs.ts';

interface Call {
  readonly id: number;
  readonly verb: string;
  readonly args: readonly unknown[];
}

type AnyVerb = (...args: readonly unknown[]) => unknown;

export function activate(context: ExtensionContext): void {
  const path = process.env['ENDPOINTS_TESTS_SOCKET'];
  if (path === undefined) throw new Error('the environment names no socket of the tests');
  const socket = connect(path);
  context.subscriptions.push({ dispose: () => socket.destroy() });
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  send(socket, { folder, pid: process.pid });
  createInterface({ input: socket }).on('line', (line) => void answer(socket, JSON.parse(line) as Call));
}

async function answer(socket: Socket, { id, verb, args }: Call): Promise<void> {
  try {
    const result = await (verbs as Readonly<Record<string, AnyVerb>>)[verb]?.(...args);
    send(socket, { id, result: result ?? null });
  } catch (error) {
    send(socket, { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(socket: Socket, message: unknown): void {
  socket.write(`${JSON.stringify(message)}\n`);
}
