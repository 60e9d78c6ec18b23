/** The commands of the extension: one line each here, and the work in files of their own. */
import { Range, Uri, commands, languages, window, workspace } from 'vscode';
import type { Disposable, ExtensionContext, LogOutputChannel, QuickPickItem } from 'vscode';
import { showMade } from './apply.ts';
import { ruleSummaries } from './manifest.ts';
import { openRulePage } from './rule-pages.ts';
import { runOnServer } from './server-command.ts';
import type { Server } from './server.ts';
import { insertSkeleton } from './skeletons.ts';
import { selectVersion } from './versions.ts';

export function registerCommands(
  context: ExtensionContext,
  server: Server,
  output: LogOutputChannel,
): readonly Disposable[] {
  return [
    commands.registerCommand('endpoints.restart', () => server.restart()),
    commands.registerCommand('endpoints.showOutput', () => output.show()),
    commands.registerCommand('endpoints.explainRule', (code: unknown) => explainRule(context, code)),
    commands.registerCommand('endpoints.insertSkeleton', () => insertSkeleton()),
    commands.registerCommand('endpoints.openExample', () => openExample(context)),
    commands.registerCommand('endpoints.selectKubernetesVersion', () => selectVersion(server)),
    ...['endpoints.showApply', 'endpoints.showSlices'].map((command) =>
      commands.registerCommand(command, (place: unknown) => showMade(server, command, place)),
    ),
    // The last one is no command of the palette: the server asks for it behind its own actions.
    ...['endpoints.convertWorkspace', 'endpoints.showConversion', 'endpoints.tellConversion'].map((command) =>
      commands.registerCommand(command, (...args: unknown[]) => runOnServer(server, command, args)),
    ),
  ];
}

/** Opens a text full of mistakes, which belongs to no file. */
async function openExample({ extensionUri }: ExtensionContext): Promise<void> {
  const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'examples/mistakes.yaml'));
  // The first line tells how to check the file in a terminal.
  const content = new TextDecoder()
    .decode(bytes)
    .replace(/^#.*/, '# A file full of mistakes, most of which have a quick fix.');
  await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
}

/** Opens the page of the rule that is named, or found at the cursor, or chosen from a list. */
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
  // Where the cursor is on none, those of its line are meant.
  const meant = here.length > 0 ? here : own.filter(({ range }) => range.intersection(new Range(line, 0, line, 1e6)));
  return [...new Set(meant.map(({ code }) => String(typeof code === 'object' ? code.value : code)))];
}
