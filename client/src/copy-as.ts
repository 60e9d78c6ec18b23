/** Copies resources as text of another language, and pastes manifests into programs. */
import { Position, Range, env, window, type QuickPickItem, type TextEditor } from 'vscode';
import type { ServerSupervisor } from './server.ts';

interface LanguageItem extends QuickPickItem {
  readonly language: string;
}

const languages: readonly LanguageItem[] = [
  { label: 'TypeScript', language: 'typescript' },
  { label: 'Python', language: 'python' },
  { label: 'Go', language: 'go' },
  { label: 'C#', language: 'csharp' },
  { label: 'Java', language: 'java' },
  { label: 'Pulumi YAML', language: 'pulumi-yaml' },
  { label: 'Terraform', language: 'terraform' },
  { label: 'Manifest', language: 'manifest' },
];

interface Answer {
  readonly messages: readonly string[];
}

interface ProtocolEdit {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly newText: string;
}

interface Place {
  readonly line: number;
  readonly character: number;
}

/** Asks for the language, unless a key binding passes it. */
export async function copyAs(server: ServerSupervisor, named: unknown): Promise<void> {
  const editor = window.activeTextEditor;
  if (!editor) return;
  const passed = languages.find(({ language }) => language === named);
  const item = passed ?? (await window.showQuickPick(languages, { title: 'Copy Resources As' }));
  if (!item) return;
  const { start, end } = editor.selection;
  const answer = await ask<Answer & { readonly text: string }>(server, 'endpoints/copy', editor, {
    range: { start, end },
    language: item.language,
  });
  if (!answer) return;
  if (answer.text !== '') await env.clipboard.writeText(answer.text);
  tell(answer, answer.text === '' ? '' : `Copied as ${item.label}.`);
}

export async function pasteAsCode(server: ServerSupervisor): Promise<void> {
  const editor = window.activeTextEditor;
  if (!editor) return;
  const text = await env.clipboard.readText();
  const position = editor.selection.active;
  const { version } = editor.document;
  const answer = await ask<Answer & { readonly edits: readonly ProtocolEdit[] }>(server, 'endpoints/paste', editor, {
    position,
    text,
  });
  if (!answer) return;
  const isCurrent = editor.document.version === version;
  const isPasted =
    isCurrent &&
    answer.edits.length > 0 &&
    (await editor.edit((builder) => {
      for (const { range, newText } of answer.edits) builder.replace(rangeOf(range), newText);
    }));
  tell(answer, answer.edits.length > 0 && !isPasted ? 'The file has changed, so nothing was pasted.' : '');
}

function rangeOf({ start, end }: ProtocolEdit['range']): Range {
  return new Range(new Position(start.line, start.character), new Position(end.line, end.character));
}

/** Undefined where the server does not answer, which is told. */
async function ask<A>(
  { client }: ServerSupervisor,
  method: string,
  { document }: TextEditor,
  params: object,
): Promise<A | undefined> {
  if (!client) {
    void window.showInformationMessage('The Endpoints server is not running.');
    return undefined;
  }
  try {
    const answer = await client.sendRequest<A | null>(method, {
      textDocument: { uri: document.uri.toString() },
      ...params,
    });
    if (!answer) void window.showInformationMessage('Open a file with Endpoints, or a program, first.');
    return answer ?? undefined;
  } catch (error) {
    void window.showInformationMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function tell({ messages }: Answer, done: string): void {
  const all = [...(done === '' ? [] : [done]), ...messages];
  if (messages.length > 0) void window.showWarningMessage(all.join(' '));
  else if (done !== '') window.setStatusBarMessage(done, shownFor);
}

/** In milliseconds. */
const shownFor = 3000;
