/** What the tests can ask of the extension host: each verb takes and returns plain data. */
import {
  commands,
  ConfigurationTarget,
  env,
  extensions,
  languages,
  Position,
  Range,
  Selection,
  TabInputText,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import type { Diagnostic, TextDocument } from 'vscode';
import { asked } from './asked.ts';
import { placeOf, rangeOf } from './places.ts';
import type { Place, Span } from './places.ts';
import { timed } from './timed.ts';

export interface FoundDiagnostic {
  readonly message: string;
  readonly code: string;
  readonly target: string | undefined;
  readonly source: string | undefined;
  readonly severity: number;
  readonly range: Span;
}

export const verbs = {
  ...asked,
  ...timed,

  /** Shows a file, with the cursor at a place. */
  async open(path: string, at: Place = { line: 0, character: 0 }): Promise<{ readonly language: string }> {
    const document = await documentOf(path);
    const position = new Position(at.line, at.character);
    await window.showTextDocument(document, { selection: new Selection(position, position), preview: false });
    return { language: document.languageId };
  },

  /** Closes every editor; what is not saved is lost. */
  async closeAll(): Promise<void> {
    // Only what has a tab: VS Code writes its settings through texts that nobody sees. That a new text is not saved may
    // be told later than that it is there, and then closing it would ask and wait.
    for (const { input, isDirty } of window.tabGroups.all.flatMap((group) => group.tabs)) {
      if (!(input instanceof TabInputText) || !(isDirty || input.uri.scheme === 'untitled')) continue;
      await window.showTextDocument(input.uri);
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await commands.executeCommand('workbench.action.closeAllEditors');
  },

  async text(path: string): Promise<string> {
    return (await documentOf(path)).getText();
  },

  /** Puts a text in the place of a span, as typing does, or of the whole. */
  async edit(path: string, text: string, span?: Span): Promise<boolean> {
    const document = await documentOf(path);
    const edit = new WorkspaceEdit();
    const whole = new Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, span ? rangeOf(span) : whole, text);
    return workspace.applyEdit(edit);
  },

  async save(path: string): Promise<boolean> {
    return (await documentOf(path)).save();
  },

  diagnostics(path: string): readonly FoundDiagnostic[] {
    return languages.getDiagnostics(Uri.file(path)).map(({ message, code, source, severity, range }) => {
      const hasTarget = typeof code === 'object';
      return {
        message,
        code: String(hasTarget ? code.value : (code ?? '')),
        target: hasTarget ? code.target.toString() : undefined,
        source,
        severity,
        range: { start: placeOf(range.start), end: placeOf(range.end) },
      };
    });
  },

  /** How many files have findings of ours. */
  diagnosed(): number {
    const isOurs = ({ source }: Diagnostic): boolean => source === 'endpoints';
    return languages.getDiagnostics().filter(([, found]) => found.some(isOurs)).length;
  },

  /** Runs a command; what it answers is left out, since not all of it is plain data. */
  async command(id: string, ...args: readonly unknown[]): Promise<void> {
    await commands.executeCommand(id, ...args);
  },

  async commands(): Promise<readonly string[]> {
    return commands.getCommands(true);
  },

  /** The active editor's text and selection, or undefined where another kind of tab is active. */
  active(): { readonly path: string; readonly text: string; readonly selection: Span } | undefined {
    const editor = window.activeTextEditor;
    if (!editor) return undefined;
    const { start, end } = editor.selection;
    return {
      path: editor.document.uri.fsPath,
      text: editor.document.getText(),
      selection: { start: placeOf(start), end: placeOf(end) },
    };
  },

  /** Writes a setting of the user, or of the workspace; removes it where there is no value. */
  async setting(key: string, value?: unknown, target: 'user' | 'workspace' = 'user'): Promise<void> {
    const scope = target === 'user' ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await workspace.getConfiguration().update(key, value ?? undefined, scope);
  },

  /** The value of a setting in the workspace's own file, if it has one. */
  workspaceSetting(key: string): unknown {
    return workspace.getConfiguration().inspect(key)?.workspaceValue;
  },

  state(id: string): { readonly isInstalled: boolean; readonly isActive: boolean; readonly isTrusted: boolean } {
    const extension = extensions.getExtension(id);
    return {
      isInstalled: extension !== undefined,
      isActive: extension?.isActive ?? false,
      isTrusted: workspace.isTrusted,
    };
  },

  async rename(from: string, to: string): Promise<boolean> {
    const edit = new WorkspaceEdit();
    edit.renameFile(Uri.file(from), Uri.file(to));
    return workspace.applyEdit(edit);
  },

  async clipboard(): Promise<string> {
    return env.clipboard.readText();
  },
};

async function documentOf(path: string): Promise<TextDocument> {
  return workspace.openTextDocument(Uri.file(path));
}
