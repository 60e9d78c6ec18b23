/** Gathers the settings of a client: its own, and those of the workspace file, which the client's win over. */
import type { Connection } from 'vscode-languageserver';
import { configFileNames, readConfig, treeOf } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { readSettingsFile } from '../frontends/settings-file.ts';
import { kustomizationNames, patchPaths } from '../frontends/kustomization.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import type { Host } from './host.ts';
import { configure } from './session.ts';
import type { Session } from './session.ts';

/** Reads both layers again. What is wrong with them is shown to the user; the rest still holds. */
export async function reloadSettings(
  connection: Connection,
  session: Session,
  host: Host,
  pushed: unknown,
): Promise<void> {
  const file = await fileLayer(connection, session, host);
  const client = await clientLayer(connection, session, pushed);
  configure(session, [file, client]);
}

async function fileLayer(connection: Connection, session: Session, host: Host): Promise<Config> {
  const layers: Config[] = [];
  for (const folder of session.folders) {
    for (const name of configFileNames) {
      const uri = `${folder.replace(/\/$/, '')}/${name}`;
      const text = await host.readFile(uri);
      if (text === undefined) continue;
      const { root, issues } = readSettingsFile(text);
      const { config, problems } = readConfig(root);
      for (const { span, message } of [...issues, ...problems]) {
        const { line, character } = positionAt(lineStarts(text), span.start);
        connection.window.showErrorMessage(`${name}:${line + 1}:${character + 1}: ${message}`);
      }
      layers.push(config);
      break;
    }
  }
  return Object.assign({}, ...layers) as Config;
}

async function clientLayer(connection: Connection, session: Session, pushed: unknown): Promise<Config> {
  const data: unknown = session.client.workspace?.configuration
    ? await connection.workspace.getConfiguration('endpoints')
    : sectionOf(pushed);
  const { config, problems } = readConfig(data === null || data === undefined ? undefined : treeOf(data));
  for (const { message } of problems)
    connection.window.showErrorMessage(`Settings of Kubernetes Endpoints: ${message}`);
  return config;
}

/** Clients push either the section itself or all settings with the section inside. */
function sectionOf(pushed: unknown): unknown {
  const hasSection = typeof pushed === 'object' && pushed !== null && 'endpoints' in pushed;
  return hasSection ? pushed.endpoints : pushed;
}

/** Looks beside and above an opened file for a kustomization that names it as a patch. */
export async function isPatch(uri: string, host: Host): Promise<boolean> {
  let folder = uri.slice(0, uri.lastIndexOf('/'));
  for (let level = 0; level < 6 && folder.includes('/'); level++) {
    for (const name of kustomizationNames) {
      const text = await host.readFile(`${folder}/${name}`);
      if (text !== undefined && patchPaths(text).some((path) => resolvePath(folder, path) === uri)) return true;
    }
    folder = folder.slice(0, folder.lastIndexOf('/'));
  }
  return false;
}

function resolvePath(folder: string, path: string): string {
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(encodeURIComponent(part));
  }
  return parts.join('/');
}
