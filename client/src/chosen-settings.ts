/**
 * The settings that the user has chosen, without the defaults that VS Code fills in: a default must not win over what
 * the workspace file says.
 */
import { Uri, workspace } from 'vscode';

/** By their names after `endpoints.`; those of an object scope by scope, the narrowest last. */
export function chosenSettings(names: readonly string[], scope: string | undefined): Readonly<Record<string, unknown>> {
  const configuration = workspace.getConfiguration('endpoints', scope === undefined ? undefined : Uri.parse(scope));
  const chosen: Record<string, unknown> = {};
  for (const name of names) {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
    const values = [globalValue, workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
    if (values.length > 0) chosen[name] = values.every(isObject) ? Object.assign({}, ...values) : values.at(-1);
  }
  return chosen;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
