/** Defines the verbs that tests call in the extension host, with plain data as arguments and results. */
import {
  commands,
  ConfigurationTarget,
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
  type Diagnostic,
  type TextDocument,
} from 'vscode';
import { asked } from './asked.ts';
import { placeOf, rangeOf, type Place, type Span } from './places.ts';
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

  /** Closes every editor, and discards unsaved changes. */
  async closeAll(): Promise<void> {
    // Only documents with a tab: VS Code writes its settings through hidden documents. A new text can become "unsaved"
    // after it is listed, and then closing it opens a dialog.
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

  /** Replaces a span, as typing does, or the whole text. */
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

  /** The number of files with findings of this extension. */
  diagnosed(): number {
    const isOurs = ({ source }: Diagnostic): boolean => source === 'endpoints';
    return languages.getDiagnostics().filter(([, found]) => found.some(isOurs)).length;
  },

  /** Runs a command without its result, which may not be plain data. */
  async command(id: string, ...args: readonly unknown[]): Promise<void> {
    await commands.executeCommand(id, ...args);
  },

  async commands(): Promise<readonly string[]> {
    return commands.getCommands(true);
  },

  /** The active editor's text and selection, or undefined for another kind of tab. */
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

  /** Writes a setting of the user or the workspace; removes it if there is no value. */
  async setting(key: string, value?: unknown, target: 'user' | 'workspace' = 'user'): Promise<void> {
    const scope = target === 'user' ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await workspace.getConfiguration().update(key, value ?? undefined, scope);
  },

  /** The value of a setting in the workspace's settings file. */
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
};

async function documentOf(path: string): Promise<TextDocument> {
  return workspace.openTextDocument(Uri.file(path));
}
