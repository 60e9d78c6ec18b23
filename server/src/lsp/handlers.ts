/** Which request leads to which feature. The capabilities that the server announces are computed from this table. */
import { DocumentDiagnosticReportKind, TextDocumentSyncKind } from 'vscode-languageserver';
import type { DocumentDiagnosticParams, DocumentDiagnosticReport, ServerCapabilities } from 'vscode-languageserver';
import type { Encoding } from '../features/lsp.ts';
import type { Host } from './host.ts';
import { currentDiagnostics } from './publish.ts';
import type { Session } from './session.ts';

/** One request: what announces it, and what answers it. */
interface Handler {
  readonly method: string;
  readonly capability: Partial<ServerCapabilities>;
  readonly answer: (params: never, session: Session, host: Host) => unknown;
}

export const handlers: readonly Handler[] = [
  {
    method: 'textDocument/diagnostic',
    capability: {
      diagnosticProvider: { identifier: 'endpoints', interFileDependencies: false, workspaceDiagnostics: false },
    },
    answer: pullDiagnostics,
  },
];

/** What the server can do: what it has handlers for, and how it keeps texts. */
export function capabilities(encoding: Encoding): ServerCapabilities {
  const announced = handlers.map((handler) => handler.capability);
  return Object.assign(
    {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    ...announced,
  ) as ServerCapabilities;
}

function pullDiagnostics(
  { textDocument }: DocumentDiagnosticParams,
  session: Session,
  host: Host,
): DocumentDiagnosticReport {
  const open = session.texts.get(textDocument.uri);
  return { kind: DocumentDiagnosticReportKind.Full, items: open ? currentDiagnostics(session, host, open) : [] };
}
