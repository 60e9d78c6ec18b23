/** Sets the contexts on which menus depend, and only those that have changed: the workbench evaluates its menus each time. */
import { commands } from 'vscode';

const known = new Map<string, string>();

/** `name` without "endpoints."; `value` is plain data. */
export function setContext(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  if (known.get(name) === text) return;
  known.set(name, text);
  void commands.executeCommand('setContext', `endpoints.${name}`, value);
}
