/** textDocument/codeAction and codeAction/resolve: offers as the client takes them, with edits late where it asks for them late. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { ClientCapabilities } from 'vscode-languageserver';
import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types';
import { actionKinds, offersAt } from '../features/code-actions.ts';
import type { Offer, Task } from '../features/code-actions.ts';
import { diagnosticsOf } from '../features/diagnostics.ts';
import { rangeOf } from '../features/lsp.ts';
import type { View } from '../features/view.ts';
import type { Finding } from '../lint/check.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import { editsOf } from './action-edits.ts';
import type { Scope } from './action-edits.ts';
import { isApplyShown } from './apply-address.ts';
import { aroundOf, filesOf, findingsOf } from './files.ts';
import type { Host } from './host.ts';
import { membersOf } from './params.ts';
import type { ItemRequest, TextRequest } from './request.ts';
import { pathOf, settingsOf, viewOf } from './session.ts';
import type { OpenText, Session } from './session.ts';

/** In a longer text, what a client can ask for later is proven then, and not for the list. */
const longText = 20_000;

/** No more edits than these are computed for a list. */
const mostProven = 30;

/** The actions for a stretch of the text; none for a client that knows commands only. */
export function codeActions(request: TextRequest, span: Span): CodeAction[] {
  const { session, open } = request;
  const { client } = session;
  if (!client.textDocument?.codeAction?.codeActionLiteralSupport) return [];
  const { only, shown } = askedOf(request.params);
  const isLate = isResolving(client);
  let left = isLate && open.located.text.length > longText ? 0 : mostProven;
  return offersFor(session, open, span).flatMap((offer, id): CodeAction[] => {
    if (!isAsked(offer.kind, only)) return [];
    const { task } = offer;
    if (task.does === 'command') return [{ title: offer.title, kind: offer.kind, command: task.command }];
    const isProven = left-- > 0;
    const edit = isProven ? editOf(task, session, open) : undefined;
    if (!edit && (isProven || !isLate)) return [];
    const action = actionOf(offer, request, shown);
    if (!isLate) return edit ? [{ ...action, edit }] : [];
    return [{ ...action, data: { uri: open.uri, version: open.version, span, id } satisfies ActionData }];
  });
}

/** The action with its edit. Refused where the text is another one by now. */
export function resolveCodeAction({ session, params }: ItemRequest): CodeAction {
  const action = membersOf(params, 'params') as unknown as CodeAction;
  const data = readData(action.data);
  // Not one of ours: nothing is known to add.
  if (!data) return action;
  const open = session.texts.get(data.uri);
  if (open?.version !== data.version) throw outdated();
  const offer = offersFor(session, open, data.span)[data.id];
  if (offer?.title !== action.title) throw outdated();
  const edit = editOf(offer.task, session, open);
  return edit ? { ...action, edit } : action;
}

/** What is announced: the kinds, and whether edits come late. */
export function codeActionCapability(client: ClientCapabilities): {
  codeActionProvider: true | { codeActionKinds: string[]; resolveProvider: boolean };
} {
  if (!client.textDocument?.codeAction?.codeActionLiteralSupport) return { codeActionProvider: true };
  return { codeActionProvider: { codeActionKinds: [...actionKinds], resolveProvider: isResolving(client) } };
}

interface ActionData {
  readonly uri: string;
  readonly version: number;
  readonly span: Span;
  /** The place among all offers for the span. */
  readonly id: number;
}

function readData(value: unknown): ActionData | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uri, version, span, id } = value as Partial<ActionData>;
  const isRead =
    typeof uri === 'string' &&
    typeof version === 'number' &&
    typeof id === 'number' &&
    typeof span?.start === 'number' &&
    typeof span.end === 'number';
  return isRead ? { uri, version, span, id } : undefined;
}

function outdated(): ResponseError {
  return new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed since this action was offered.');
}

function isResolving({ textDocument }: ClientCapabilities): boolean {
  const client = textDocument?.codeAction;
  return client?.dataSupport === true && client.resolveSupport?.properties.includes('edit') === true;
}

/** What a request says besides the place; what is malformed counts as not said. */
function askedOf(params: unknown): { only: readonly unknown[] | undefined; shown: readonly Partial<Diagnostic>[] } {
  const { context } = membersOf(params, 'params');
  if (typeof context !== 'object' || context === null) return { only: undefined, shown: [] };
  const { only, diagnostics } = context as { only?: unknown; diagnostics?: unknown };
  const shown = Array.isArray(diagnostics) ? diagnostics.filter((each) => typeof each === 'object' && each) : [];
  return { only: Array.isArray(only) ? only : undefined, shown: shown as Partial<Diagnostic>[] };
}

/** A kind stands for those below it, too. Source actions are for those who ask for them. */
function isAsked(kind: string, only: readonly unknown[] | undefined): boolean {
  if (!only) return !kind.startsWith('source.');
  return only.some((asked) => asked === '' || kind === asked || kind.startsWith(`${String(asked)}.`));
}

function offersFor(session: Session, open: OpenText, span: Span): readonly Offer[] {
  const leadsToApply = isApplyShown(session, open.uri);
  return offersAt(viewOf(session, open), filesOf(session), findingsOf(session, open), { span, leadsToApply });
}

/** The edit of the task, in the open text or in the file that the task names. */
function editOf(task: Task, session: Session, open: OpenText): WorkspaceEdit | undefined {
  const view = task.does === 'partner' ? task.partner.view : viewOf(session, open);
  const edits = editsOf(task, scopeOf(session, view));
  return edits && workspaceEdit(edits, view, session);
}

function scopeOf(session: Session, view: View): Scope {
  const { uri } = view;
  return {
    path: pathOf(uri),
    view,
    isPartial: session.workspace.isPatch(uri),
    settings: settingsOf(session, uri),
    around: (file) => aroundOf(session, uri, file),
  };
}

function actionOf(
  offer: Offer,
  { session, host, open }: TextRequest,
  shown: readonly Partial<Diagnostic>[],
): CodeAction {
  const { title, kind, task, isPreferred } = offer;
  const client = session.client.textDocument?.codeAction;
  const diagnostics = 'finding' in task ? [diagnosticFor(task.finding, open, host, shown)] : undefined;
  return {
    title,
    kind,
    ...(diagnostics ? { diagnostics } : {}),
    ...(isPreferred && client?.isPreferredSupport ? { isPreferred } : {}),
  };
}

/** As the client has it, where it said so. */
function diagnosticFor(
  finding: Finding,
  open: OpenText,
  host: Host,
  shown: readonly Partial<Diagnostic>[],
): Diagnostic {
  const { code } = finding.diagnostic.rule;
  const range = JSON.stringify(rangeOf(open.located, finding.span));
  const same = shown.find((each) => {
    const { start, end } = each.range ?? {};
    return each.code === code && start && end && JSON.stringify({ start: placeOf(start), end: placeOf(end) }) === range;
  });
  if (same) return same as Diagnostic;
  const pageUri = (each: string): string | undefined => host.pageUri(each);
  const [own] = diagnosticsOf([finding], open.located, {
    uri: open.uri,
    hasRelated: false,
    pageUri,
    locate: () => undefined,
  });
  return own as Diagnostic;
}

function placeOf({ line, character }: Diagnostic['range']['start']): Diagnostic['range']['start'] {
  return { line, character };
}

/** A file that is not open has no version. */
function workspaceEdit(edits: readonly TextEdit[], { uri, located }: View, { client, texts }: Session): WorkspaceEdit {
  const written = edits.map(({ span, text }) => ({ range: rangeOf(located, span), newText: text }));
  if (!client.workspace?.workspaceEdit?.documentChanges) return { changes: { [uri]: written } };
  const version = texts.get(uri)?.version ?? null;
  return { documentChanges: [{ textDocument: { uri, version }, edits: written }] };
}
