/** Gathers the settings: the file of each workspace folder, and those of the client, which win over it. */
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import { configFileNames, readConfig, treeOf } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { readSettingsFile } from '../frontends/settings-file.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { withinPatience } from './client-host.ts';
import type { Host } from './host.ts';
import { configure, withoutSlash } from './session.ts';
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
  const folders = session.folders.map(withoutSlash);
  const files = await readFiles(folders, host, problems);
  const [asked, ...askedOfFolders] = await askSettings(connection, session.client, folders, host);
  const initial = sectionOf(sent.initial) ?? sent.initial;
  const read = (data: unknown): Config => readLayer(data, problems);
  // Who answers when asked has said it all: what VS Code pushes holds defaults, too, which nobody chose.
  const pushed = typeof asked === 'object' && asked !== null ? undefined : sectionOf(sent.pushed);
  const everywhere = [initial, pushed].map(read);
  const layers = folders.map(
    (folder, i) => [folder, [files.get(folder) ?? {}, ...everywhere, read(askedOfFolders[i])]] as const,
  );
  configure(session, [...everywhere, read(asked)], new Map(layers));
  const said = new Set(problems.map(withoutLinks));
  for (const message of said) {
    if (!session.shown.has(message)) void connection.sendNotification('window/showMessage', { type: 1, message });
  }
  session.shown = said;
}

/** A message quotes the file that it is about; some clients make links of Markdown in it, which may run commands. */
function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

async function readFiles(folders: readonly string[], host: Host, shown: string[]): Promise<Map<string, Config>> {
  const found = await Promise.all(folders.map((folder) => readFirst(folder, host)));
  const files = new Map<string, Config>();
  for (const [i, folder] of folders.entries()) {
    const { name, text } = found[i] ?? {};
    if (name === undefined || text === undefined) continue;
    const { root, issues } = readSettingsFile(text);
    const { config, problems } = readConfig(root);
    for (const { span, message } of [...issues, ...problems]) {
      const { line, character } = positionAt(lineStarts(text), span.start);
      shown.push(`${name}:${line + 1}:${character + 1}: ${message}`);
    }
    files.set(folder, config);
  }
  return files;
}

/** The first of the names that the folder has; all are asked for at once. */
async function readFirst(
  folder: string,
  host: Host,
): Promise<{ readonly name: string; readonly text: string | undefined } | undefined> {
  const texts = await Promise.all(
    configFileNames.map(async (name) => ({ name, text: await host.readFile(`${folder}/${name}`) })),
  );
  return texts.find(({ text }) => text !== undefined);
}

/**
 * What the client says holds everywhere, and then for each folder. A client may offer settings and still refuse the
 * question, or never answer it; then it has none.
 */
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
    connection.console.warn(`The client does not tell its settings: ${String(error)}`);
    return [];
  }
}

/** Our section of a client's settings; undefined where it has none. */
function sectionOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'endpoints' in data ? data.endpoints : undefined;
}

function readLayer(data: unknown, shown: string[]): Config {
  const { config, problems } = readConfig(data === null || data === undefined ? undefined : treeOf(ownSettings(data)));
  for (const { message } of problems) shown.push(`Settings of Kubernetes Endpoints: ${message}`);
  return config;
}

/** VS Code keeps the level of its own trace in the same section. */
function ownSettings(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'trace'));
}
