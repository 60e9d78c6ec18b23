/**
 * The settings that the user has chosen, without the defaults that VS Code fills in: a default must not win over what
 * the workspace file says. What VS Code hides from the explorer is left out here, too.
 */
import { Uri, workspace } from 'vscode';
import { hiddenFiles } from './hidden-files.ts';

/** By their names after `endpoints.`; those of an object scope by scope, the narrowest last. */
export function chosenSettings(names: readonly string[], scope: string | undefined): Readonly<Record<string, unknown>> {
  const resource = scope === undefined ? undefined : Uri.parse(scope);
  const configuration = workspace.getConfiguration('endpoints', resource);
  const chosen: Record<string, unknown> = {};
  for (const name of names) {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
    const values = [globalValue, workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
    if (values.length > 0) chosen[name] = values.every(isObject) ? Object.assign({}, ...values) : values.at(-1);
  }
  const { exclude = [] } = chosen;
  // What is no list is reported by the server as it is.
  return Array.isArray(exclude)
    ? { ...chosen, exclude: [...(exclude as unknown[]), ...hiddenFiles(resource)] }
    : chosen;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
