/** Registers the commands of the extension. */
import {
  Range,
  Uri,
  commands,
  languages,
  window,
  workspace,
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  type QuickPickItem,
} from 'vscode';
import { ruleSummaries } from './manifest.ts';
import { openValues, openValuesCommand } from './open-values.ts';
import { selectOverlay } from './overlays.ts';
import { openRulePage } from './rule-pages.ts';
import { runAtPlace, runOnServer } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';
import { insertSkeleton } from './skeletons.ts';
import { selectVersion } from './versions.ts';

export function registerCommands(
  context: ExtensionContext,
  server: ServerSupervisor,
  output: LogOutputChannel,
): readonly Disposable[] {
  return [
    commands.registerCommand('endpoints.restart', () => server.restart()),
    commands.registerCommand('endpoints.showOutput', () => output.show()),
    commands.registerCommand('endpoints.explainRule', (code: unknown) => explainRule(context, code)),
    commands.registerCommand('endpoints.insertSkeleton', () => insertSkeleton()),
    commands.registerCommand(openValuesCommand, () => openValues(server)),
    commands.registerCommand('endpoints.openExample', () => openExample(context)),
    commands.registerCommand('endpoints.selectKubernetesVersion', () => selectVersion(server)),
    commands.registerCommand('endpoints.selectOverlay', () => selectOverlay(server)),
    ...['endpoints.showApply', 'endpoints.showSlices', 'endpoints.showBuilt'].map((command) =>
      commands.registerCommand(command, (place: unknown) => runAtPlace(server, command, place)),
    ),
    // The last one is not in the palette: the server runs it after its own actions.
    ...['endpoints.convertWorkspace', 'endpoints.showConversion', 'endpoints.tellConversion'].map((command) =>
      commands.registerCommand(command, (...args: unknown[]) => runOnServer(server, command, args)),
    ),
  ];
}

async function openExample({ extensionUri }: ExtensionContext): Promise<void> {
  const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'examples/mistakes.yaml'));
  // The first line explains the check in a terminal.
  const content = new TextDecoder()
    .decode(bytes)
    .replace(/^#.*/, '# This file has many mistakes. Most have a quick fix.');
  await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
}

/** Opens the page of the named rule, of the finding at the cursor, or of a rule that the user selects. */
async function explainRule({ extension }: ExtensionContext, named: unknown): Promise<void> {
  const summaries = ruleSummaries(extension);
  if (typeof named === 'string' && summaries.has(named)) return openRulePage(named);
  const found = codesAtCursor().filter((code) => summaries.has(code));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return openRulePage(only);
  const codes = found.length > 0 ? found : [...summaries.keys()];
  const items = codes.map((label): QuickPickItem => ({ label, detail: summaries.get(label) ?? '' }));
  const choice = await window.showQuickPick(items, { title: 'Explain Rule', matchOnDetail: true });
  if (choice) await openRulePage(choice.label);
}

function codesAtCursor(): readonly string[] {
  const editor = window.activeTextEditor;
  if (!editor) return [];
  const { line } = editor.selection.active;
  const own = languages.getDiagnostics(editor.document.uri).filter(({ source }) => source === 'endpoints');
  const here = own.filter(({ range }) => range.contains(editor.selection.active));
  // If the cursor is on no finding, those of its line count.
  const meant = here.length > 0 ? here : own.filter(({ range }) => range.intersection(new Range(line, 0, line, 1e6)));
  return [...new Set(meant.map(({ code }) => String(typeof code === 'object' ? code.value : code)))];
}
