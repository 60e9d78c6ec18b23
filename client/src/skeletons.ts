/** Inserting a whole resource: the same skeletons that completion proposes, chosen from a list. */
import { Position, SnippetString, window, workspace } from 'vscode';
import type { QuickPickItem, TextDocument, TextEditor } from 'vscode';
import json from '../snippets/json.json' with { type: 'json' };
import yaml from '../snippets/yaml.json' with { type: 'json' };

interface Snippet {
  readonly description: string;
  readonly body: readonly string[];
  /** True for what is a file of its own, or a document of a stream. */
  readonly isFileTemplate?: boolean;
}

/** At the end of a stream of YAML documents, at the cursor of a Pulumi program, or in an empty file. */
export async function insertSkeleton(): Promise<void> {
  const editor = window.activeTextEditor ?? (await newFile());
  const { document } = editor;
  const snippets = snippetsFor(document);
  if (snippets.size === 0) {
    void window.showInformationMessage('A JSON file holds one object. Open a new file to insert another one.');
    return;
  }
  const items = [...snippets].map(([label, { description }]): QuickPickItem => ({ label, detail: description }));
  const choice = await window.showQuickPick(items, { title: 'Insert Skeleton' });
  const snippet = choice && snippets.get(choice.label);
  if (!snippet) return;
  const text = snippet.body.join('\n');
  if (!snippet.isFileTemplate) {
    await editor.insertSnippet(new SnippetString(text));
    return;
  }
  const end = document.lineAt(document.lineCount - 1).range.end;
  const separator = isBlank(document) ? '' : `${end.character > 0 ? '\n' : ''}---\n`;
  const place = isBlank(document) ? new Position(0, 0) : end;
  await editor.insertSnippet(new SnippetString(`${separator}${text}\n`), place);
}

async function newFile(): Promise<TextEditor> {
  return window.showTextDocument(await workspace.openTextDocument({ language: 'yaml' }));
}

/** What fits the file as it is. */
function snippetsFor(document: TextDocument): ReadonlyMap<string, Snippet> {
  const isEmpty = isBlank(document);
  if (document.languageId === 'json') return new Map(isEmpty ? Object.entries<Snippet>(json) : []);
  const all = Object.entries<Snippet>(yaml);
  const isProgram = /^runtime:/m.test(document.getText());
  const isWhole = (label: string): boolean => label.endsWith('program');
  return new Map(
    all.filter(([label, { isFileTemplate = false }]) => {
      if (isEmpty) return isFileTemplate;
      return isProgram ? !isFileTemplate : isFileTemplate && !isWhole(label);
    }),
  );
}

function isBlank(document: TextDocument): boolean {
  return document.getText().trim() === '';
}
