/** Merges the settings: the file of each workspace folder, overridden by the settings of the client. */
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import { versionWarning, type Config, type Layer } from '../../config/config.ts';
import { loadNearest, type SettingsAnswer, type Loaded, type LoadProblem } from '../../config/load.ts';
import { normalizedUri, pathBelow } from '../../config/location.ts';
import { treeOf } from '../../config/plain-tree.ts';
import { readConfig } from '../../config/read-config.ts';
import { readSettingsFile } from '../../frontends/settings-file.ts';
import { withoutLinks } from '../../text/markdown.ts';
import { withinPatience } from '../client-host.ts';
import type { Host } from '../host.ts';
import { configure, withoutSlash, type Session } from '../session.ts';

export interface SentSettings {
  readonly initial: unknown;
  readonly pushed: unknown;
}

/** Reads all layers again. Shows each problem once, and uses the other settings. */
export async function reloadSettings(
  connection: Connection,
  session: Session,
  host: Host,
  sent: SentSettings,
): Promise<void> {
  const problems: string[] = [];
  const warnings: string[] = [];
  const folders = session.folders.map(withoutSlash);
  const files = await Promise.all(folders.map((folder) => load(folder, host)));
  for (const [i, folder] of folders.entries()) {
    // The mistakes of an open file are findings in front of the user.
    for (const problem of files[i]?.problems ?? [])
      if (!problem.place || !session.texts.has(problem.uri)) problems.push(sentenceOf(problem, folder));
    for (const layer of files[i]?.layers ?? []) warnings.push(...warningIn(layer, folder));
  }
  session.settingsFiles = new Set(files.flatMap(({ asked }) => asked).map(normalizedUri));
  session.settingsInUse = new Map(files.flatMap((loaded) => usedFiles(loaded)));
  session.settingsReads++;
  const [asked, ...askedOfFolders] = await askSettings(connection, session.client, folders, host);
  const initial = sectionOf(sent.initial) ?? sent.initial;
  const read = (data: unknown): Layer => {
    const layer = { config: readLayer(data, problems) };
    const warning = versionWarning(layer);
    if (warning !== undefined) warnings.push(clientTitle + warning);
    return layer;
  };
  // A client that answers has sent all settings. VS Code also pushes defaults, which must not override the file.
  const pushed = typeof asked === 'object' && asked !== null ? undefined : sectionOf(sent.pushed);
  const everywhere = [initial, pushed].map(read);
  const layers = folders.map(
    (folder, i) => [folder, [...(files[i]?.layers ?? []), ...everywhere, read(askedOfFolders[i])]] as const,
  );
  configure(session, [...everywhere, read(asked)], new Map(layers));
  const errors = problems.map((text) => [withoutLinks(text), 1] as const);
  const messages = new Map([...errors, ...warnings.map((text) => [withoutLinks(text), 2] as const)]);
  for (const [message, type] of messages) {
    if (!session.shown.has(message)) void connection.sendNotification('window/showMessage', { type, message });
  }
  session.shown = new Set(messages.keys());
}

function usedFiles({ file: root, layers }: Loaded): readonly (readonly [string, string])[] {
  return root === undefined ? [] : [root, ...layers.flatMap(({ file }) => file ?? [])].map((file) => [file, root]);
}

/** Reads the folder's own file or, on a disk, the nearest one above, like the command line. */
function load(folder: string, host: Host): Promise<Loaded> {
  return loadSettings(loadNearest(folder, !host.reaches(folder)), (uri) => host.readFile(uri));
}

/** Loads settings from the texts of files; `read` returns undefined for a missing file. */
export async function loadSettings(
  steps: ReturnType<typeof loadNearest>,
  read: (uri: string) => Promise<string | undefined>,
): Promise<Loaded> {
  const answerFor = async (uri: string): Promise<SettingsAnswer> => {
    const text = await read(uri);
    return text === undefined ? undefined : readSettingsFile(uri, text);
  };
  let step = steps.next();
  while (step.done !== true) step = steps.next(await Promise.all(step.value.map(answerFor)));
  return step.value;
}

function sentenceOf({ uri, place, message }: LoadProblem, folder: string): string {
  const name = pathBelow(folder, uri) ?? normalizedUri(uri);
  return place ? `${name}:${place.line + 1}:${place.character + 1}: ${message}` : `${name} ${message}`;
}

function warningIn(layer: Layer, folder: string): readonly string[] {
  const { file = '', lines } = layer;
  const warning = versionWarning(layer);
  const name = pathBelow(folder, file) ?? normalizedUri(file);
  return warning === undefined ? [] : [`${name}:${lines?.get('kubernetesVersion') ?? 1}: ${warning}`];
}

/** For all folders, then for each one. Empty if the client rejects the request or never answers. */
async function askSettings(
  connection: Connection,
  client: ClientCapabilities,
  folders: readonly string[],
  host: Host,
): Promise<readonly unknown[]> {
  if (!client.workspace?.configuration) return [];
  const section = 'endpoints';
  const items = [{ section }, ...folders.map((scopeUri) => ({ section, scopeUri }))];
  try {
    const answer: unknown = await withinPatience(host, connection.workspace.getConfiguration(items));
    return Array.isArray(answer) ? answer : [];
  } catch (error) {
    connection.console.warn(`The client rejected workspace/configuration: ${String(error)}`);
    return [];
  }
}

/** Undefined for a client without our section. */
function sectionOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'endpoints' in data ? data.endpoints : undefined;
}

const clientTitle = 'Settings of Kubernetes Endpoints: ';

function readLayer(data: unknown, shown: string[]): Config {
  const tree = data === null || data === undefined ? undefined : treeOf(ownSettings(data));
  const { config, problems } = readConfig(tree, 'client');
  for (const { message } of problems) shown.push(clientTitle + message);
  return config;
}

/** VS Code keeps the level of its own trace in the same section. */
function ownSettings(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'trace'));
}
