/** Names the places that set the Kubernetes version of a file, and stores another version there. */
import { ConfigurationTarget, Range, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { FileStatus, VersionSource } from '../../server/src/lsp/requests/status.ts';
import { withVersion } from './version-line.ts';

/** `name` continues "stored in" and "from". */
export interface VersionPlace {
  readonly name: string;
  readonly store: (version: string) => Promise<void>;
}

/** Where the version of the active file comes from, for people. */
export function sourceText({ versionSources = [] }: FileStatus): string {
  const of = window.activeTextEditor?.document.uri;
  const [first] = versionSources.flatMap((source) => placesOf(source, of));
  return first ? `from ${first.name}` : 'the default';
}

/** The places that set the version, the one that applies first; without any, the place for a new setting. */
export function versionPlaces(status: FileStatus | undefined, of: Uri | undefined): readonly VersionPlace[] {
  const places = (status?.versionSources ?? []).flatMap((source) => placesOf(source, of));
  if (places.length > 0) return places;
  const hasFolder = workspace.workspaceFolders !== undefined;
  return [settingsPlace(hasFolder ? ConfigurationTarget.Workspace : ConfigurationTarget.Global, of)];
}

function placesOf(source: VersionSource, of: Uri | undefined): readonly VersionPlace[] {
  if (source !== 'client') return [filePlace(Uri.parse(source.uri), source.line)];
  const found = workspace.getConfiguration('endpoints', of).inspect('kubernetesVersion');
  const targets = [
    found?.workspaceFolderValue === undefined ? [] : ConfigurationTarget.WorkspaceFolder,
    found?.workspaceValue === undefined ? [] : ConfigurationTarget.Workspace,
    found?.globalValue === undefined ? [] : ConfigurationTarget.Global,
  ].flat();
  return targets.map((target) => settingsPlace(target, of));
}

const settingsNames = {
  [ConfigurationTarget.WorkspaceFolder]: 'the folder settings',
  [ConfigurationTarget.Workspace]: 'the workspace settings',
  [ConfigurationTarget.Global]: 'the user settings',
};

function settingsPlace(target: ConfigurationTarget, of: Uri | undefined): VersionPlace {
  return {
    name: settingsNames[target],
    store: async (version) => workspace.getConfiguration('endpoints', of).update('kubernetesVersion', version, target),
  };
}

function filePlace(uri: Uri, line: number): VersionPlace {
  return { name: `${workspace.asRelativePath(uri)}:${line + 1}`, store: (version) => storeInFile(uri, line, version) };
}

/** Changes the value in the settings file, and nothing else. Shows the line if the value is not in it. */
async function storeInFile(uri: Uri, line: number, version: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const written = line < document.lineCount ? document.lineAt(line) : undefined;
  const text = written && withVersion(written.text, version);
  if (!written || text === undefined) {
    await window.showTextDocument(document, { selection: new Range(line, 0, line, 0) });
    void window.showInformationMessage(`Write "${version}" as the value of kubernetesVersion here.`);
    return;
  }
  const { isDirty } = document;
  const edit = new WorkspaceEdit();
  edit.replace(uri, written.range, text);
  // The user saves a file with other changes.
  if ((await workspace.applyEdit(edit)) && !isDirty) await document.save();
}
