/** The method table's rows for clients that pull diagnostics: of one text, and of the whole workspace. */
import { DocumentDiagnosticReportKind, type WorkspaceDocumentDiagnosticReport } from 'vscode-languageserver';
import { workAhead } from './ahead.ts';
import type { DiagnosticReport } from './items.ts';
import { pacer } from '../pace.ts';
import { membersOf } from '../protocol/params.ts';
import { onText, onWorkspace, type ItemRequest, type RequestRow } from '../protocol/request.ts';

const { Full, Unchanged } = DocumentDiagnosticReportKind;

const filesAtOnce = 100;

export const diagnosticRows: readonly RequestRow[] = [
  onText(
    {
      method: 'textDocument/diagnostic',
      does: 'Reports all findings of the open file, each with a link to the page of its rule.',
      empty: { kind: Full, items: [] },
      isRepeated: true,
      setting: 'diagnostics',
      goesFirst: true,
      hasPrograms: true,
    },
    async ({ checking, session, host, open, params }) => {
      // A newer version of the text needs another answer.
      if (!(await workAhead({ session, host }, open))) return { kind: Full, items: [] };
      const report = (await checking.reportOn(open.uri)) ?? { items: [], resultId: '' };
      const { previousResultId } = membersOf(params, 'params');
      const { items, resultId } = report;
      return previousResultId === resultId ? { kind: Unchanged, resultId } : { kind: Full, resultId, items };
    },
  ),
  onWorkspace(
    {
      method: 'workspace/diagnostic',
      does: 'Reports the findings of all files of the workspace, open or not. Unchanged files are not sent again.',
    },
    () => async (request) => {
      await request.session.indexed;
      await request.checking.settle();
      return reportAll(request);
    },
  ),
];

/** Reports only what the client does not have; in parts, if it accepts them. */
async function reportAll(request: ItemRequest): Promise<{ items: readonly WorkspaceDocumentDiagnosticReport[] }> {
  const { connection, session, checking, host, token, params } = request;
  const { partialResultToken } = membersOf(params, 'params');
  const known = previousIds(params);
  let items: WorkspaceDocumentDiagnosticReport[] = [];
  const pace = pacer(host);
  const { disk, texts, closed, settingsInUse, readers } = session;
  const own = [disk, texts, known, settingsInUse, readers.files].flatMap((each) => [...each.keys()]);
  for (const uri of new Set([...own, ...closed])) {
    if (token.isCancellationRequested) break;
    const { items: found, resultId } = (await checking.reportOn(uri)) ?? nothing;
    const isKnown = known.get(uri) === resultId;
    if (isKnown) session.closed.delete(uri);
    // The client may have more of a text that is or was open, so an empty report is also sent.
    const mayHave = known.has(uri) || session.texts.has(uri) || session.closed.has(uri);
    if (!isKnown && (mayHave || found.length > 0)) {
      const version = session.texts.get(uri)?.version ?? null;
      items.push({ kind: Full, uri, version, items: [...found], resultId });
    }
    const isPart = partialResultToken !== undefined && items.length >= filesAtOnce;
    if (isPart) {
      await connection.sendNotification('$/progress', { token: partialResultToken, value: { items } });
      items = [];
    }
    await pace();
  }
  return { items };
}

/** For a deleted or unchecked file. */
const nothing: DiagnosticReport = { items: [], resultId: 'none' };

/** Ignores malformed ids. */
function previousIds(params: unknown): ReadonlyMap<string, string> {
  const { previousResultIds } = membersOf(params, 'params');
  const pairs = (Array.isArray(previousResultIds) ? previousResultIds : []).flatMap((each: unknown) => {
    const { uri, value } = (typeof each === 'object' && each !== null ? each : {}) as {
      uri?: unknown;
      value?: unknown;
    };
    return typeof uri === 'string' && typeof value === 'string' ? [[uri, value] as const] : [];
  });
  return new Map(pairs);
}
