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

/** What the client sent without being asked: with its first message, and since. */
export interface SentSettings {
  readonly initial: unknown;
  readonly pushed: unknown;
}

/** Reads all layers again. What is wrong with them is shown to the user, once; the rest still holds. */
export async function reloadSettings(
  connection: Connection,
  session: Session,
  host: Host,
  sent: SentSettings,
): Promise<void> {
  const problems: string[] = [];
  const layers = await fileLayers(session, host, problems);
  const asked = session.client.workspace?.configuration ? await askSettings(connection) : undefined;
  for (const data of [sent.initial, sent.pushed, asked]) layers.push(clientLayer(data, problems));
  configure(session, layers);
  for (const message of problems) {
    if (!session.shown.has(message)) void connection.sendNotification('window/showMessage', { type: 1, message });
  }
  session.shown = new Set(problems);
}

async function fileLayers(session: Session, host: Host, shown: string[]): Promise<Config[]> {
  const layers: Config[] = [];
  for (const folder of session.folders) {
    for (const name of configFileNames) {
      const text = await host.readFile(`${folder.replace(/\/$/, '')}/${name}`);
      if (text === undefined) continue;
      const { root, issues } = readSettingsFile(text);
      const { config, problems } = readConfig(root);
      for (const { span, message } of [...issues, ...problems]) {
        const { line, character } = positionAt(lineStarts(text), span.start);
        shown.push(`${name}:${line + 1}:${character + 1}: ${message}`);
      }
      layers.push(config);
      break;
    }
  }
  return layers;
}

/** A client may offer settings and still refuse the question; then it has none. */
async function askSettings(connection: Connection): Promise<unknown> {
  try {
    return await connection.workspace.getConfiguration('endpoints');
  } catch (error) {
    connection.console.warn(`The client does not tell its settings: ${String(error)}`);
    return undefined;
  }
}

/** Clients send either the section itself or all settings with the section inside. */
function clientLayer(data: unknown, shown: string[]): Config {
  const hasSection = typeof data === 'object' && data !== null && 'endpoints' in data;
  const section: unknown = hasSection ? data.endpoints : data;
  const { config, problems } = readConfig(section === null || section === undefined ? undefined : treeOf(section));
  for (const { message } of problems) shown.push(`Settings of Kubernetes Endpoints: ${message}`);
  return config;
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
