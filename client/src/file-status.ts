/** Asks the server for the status of a text, and follows that of the active editor. */
import { Disposable, languages, window, workspace, type TextDocument } from 'vscode';
import type { FileStatus } from '../../server/src/lsp/requests/status.ts';
import { documentSelector } from './client-options.ts';
import { programSelector } from './programs.ts';
import type { ServerSupervisor } from './server.ts';

/** In ms; the status is asked for this long after the last change. */
const pause = 300;

/** `at` is the cursor, for what can be shown there. Undefined for a text that the server has not opened, and while no server runs. */
export async function statusOf(
  server: ServerSupervisor,
  document: TextDocument,
  at?: { readonly line: number; readonly character: number },
): Promise<FileStatus | undefined> {
  const position = at && { position: { line: at.line, character: at.character } };
  const params = { textDocument: { uri: document.uri.toString() }, ...position };
  return (await server.client?.sendRequest<FileStatus | null>('endpoints/status', params)) ?? undefined;
}

/** What the active editor shows: a program has a status, and no commands. */
export type ActiveText = 'manifest' | 'program' | 'other';

/** `status` is undefined until the server has answered. */
export type ShowStatus = (status: FileStatus | undefined, active: ActiveText) => void;

/** Calls `show` at once, and whenever the status may be another one. */
export function followStatus(server: ServerSupervisor, show: ShowStatus): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => void showActive(server, show);
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refresh, pause);
  };
  refresh();
  return Disposable.from(
    server.onDidChange(() => {
      server.client?.onNotification('endpoints/didChangeSettings', later);
      refresh();
    }),
    window.onDidChangeActiveTextEditor(refresh),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
    { dispose: () => clearTimeout(timer) },
  );
}

async function showActive(server: ServerSupervisor, show: ShowStatus): Promise<void> {
  const document = window.activeTextEditor?.document;
  const active = activeText(document);
  if (!document || active === 'other') return show(undefined, active);
  let status: FileStatus | undefined;
  try {
    status = await statusOf(server, document);
  } catch {
    // The text has changed meanwhile, and the next refresh asks again.
    return;
  }
  if (document === window.activeTextEditor?.document) show(status, active);
}

function activeText(document: TextDocument | undefined): ActiveText {
  if (!document) return 'other';
  if (languages.match(documentSelector(), document) > 0) return 'manifest';
  return languages.match(programSelector(), document) > 0 ? 'program' : 'other';
}
