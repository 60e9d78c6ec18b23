/** Inserts a whole resource from a list of the skeletons that completion also offers. */
import {
  Position,
  Range,
  SnippetString,
  languages,
  window,
  workspace,
  type QuickPickItem,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import json from '../snippets/json.json' with { type: 'json' };
import yaml from '../snippets/yaml.json' with { type: 'json' };
import { documentSelector } from './client-options.ts';

interface Snippet {
  readonly description: string;
  readonly body: readonly string[];
  readonly isFileTemplate?: boolean;
}

/** Inserts at the end of a YAML stream, at the cursor of a Pulumi program, or in an empty file. */
export async function insertSkeleton(): Promise<void> {
  const active = window.activeTextEditor;
  const editor = active && languages.match(documentSelector(), active.document) > 0 ? active : undefined;
  const snippets = editor ? snippetsFor(editor.document) : templates(yaml);
  if (snippets.size === 0) {
    void window.showInformationMessage('A JSON file contains one object. Open a new file to insert another one.');
    return;
  }
  const items = [...snippets].map(([label, { description }]): QuickPickItem => ({ label, detail: description }));
  const choice = await window.showQuickPick(items, { title: 'Insert Skeleton' });
  const snippet = choice && snippets.get(choice.label);
  if (!snippet) return;
  const text = new SnippetString(snippet.body.join('\n') + (snippet.isFileTemplate ? '\n' : ''));
  if (!editor) {
    const document = await workspace.openTextDocument({ language: 'yaml' });
    await (await window.showTextDocument(document)).insertSnippet(text, new Position(0, 0));
  } else if (snippet.isFileTemplate) await editor.insertSnippet(text, await placeAtEnd(editor));
  else await editor.insertSnippet(text);
}

/** Returns the start of a new document. A snippet cannot hold the `---`: VS Code indents it like the cursor's line. */
async function placeAtEnd(editor: TextEditor): Promise<Position> {
  const { document } = editor;
  const text = document.getText();
  const written = text.trimEnd();
  const needsMarker = written !== '' && !/(?:^|\n)---$/.test(written);
  const room = written === '' ? '' : needsMarker ? '\n---\n' : '\n';
  const rest = new Range(document.positionAt(written.length), document.positionAt(text.length));
  await editor.edit((builder) => builder.replace(rest, room));
  return document.lineAt(document.lineCount - 1).range.end;
}

function snippetsFor(document: TextDocument): ReadonlyMap<string, Snippet> {
  const text = document.getText();
  const isEmpty = text.trim() === '';
  if (document.languageId === 'json') return isEmpty ? templates(json) : new Map();
  if (isEmpty) return templates(yaml);
  const isProgram = /^runtime:/m.test(text);
  const fitting = Object.entries<Snippet>(yaml).filter(([label, { isFileTemplate = false }]) =>
    isProgram ? !isFileTemplate : isFileTemplate && !label.endsWith('program'),
  );
  return new Map(fitting);
}

function templates(snippets: Readonly<Record<string, Snippet>>): ReadonlyMap<string, Snippet> {
  return new Map(Object.entries(snippets).filter(([, { isFileTemplate }]) => isFileTemplate));
}
