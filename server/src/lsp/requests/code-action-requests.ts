/** Answers textDocument/codeAction and codeAction/resolve. Computes edits on resolve if the client supports it. */
import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types';
import { offersAt, type ActionOffer, type ActionTask } from '../../features/actions/code-actions.ts';
import { diagnosticsOf } from '../../features/diagnostics.ts';
import { rangeOf } from '../../features/lsp.ts';
import { actionsPage } from '../../features/vocabulary.ts';
import type { ConversionOffer } from '../../features/refactor/conversions.ts';
import type { LocatedDocument, View } from '../../features/view.ts';
import type { LocatedFinding } from '../../lint/check-file.ts';
import type { Span } from '../../text/span.ts';
import { editsOf, type EditScope } from '../../features/actions/action-edits.ts';
import { explainsRules, resolvesActions } from '../protocol/announced.ts';
import { isApplyShown } from '../shown/shown-address.ts';
import { aroundOf, filesOf, findingsOf } from '../workspace/files.ts';
import { loadEngine, previewConversion, resolveConversion, type Engine } from '../conversion/conversion-actions.ts';
import { contentModified } from '../protocol/errors.ts';
import { sentDiagnostic } from '../protocol/sent-diagnostic.ts';
import { membersOf } from '../protocol/params.ts';
import type { ItemRequest, TextRequest } from '../protocol/request.ts';
import { pathOfUri, settingsOf, viewOf, type OpenText, type Session } from '../session.ts';
import { whyAction } from './traffic-requests.ts';
import { workspaceEdit } from '../protocol/workspace-edit.ts';

/** In UTF-16 units: in a longer text, actions are verified on resolve instead of in the list. */
const longText = 20_000;

/** The same for a conversion, which takes longer. */
const longMove = 6_000;

/** The maximum number of edits that are computed for a list. */
const mostProven = 30;

/** In UTF-16 units, for all edits of a list: the user waits for it. */
const mostRead = 500_000;

/** A conversion reads its text about this often: it splits, writes, reads, checks and compares it. */
const readingsOfMove = 10;

/** The actions for a range of the text; none for a client that supports only commands. */
export async function codeActions(request: TextRequest, span: Span): Promise<CodeAction[]> {
  const { session, open } = request;
  if (!session.client.textDocument?.codeAction?.codeActionLiteralSupport) return [];
  const { only, shown } = askedOf(request.params);
  const isLate = resolvesActions(session.client);
  const offers = offersFor(request, open, span).flatMap((offer, id) =>
    isAsked(offer.kind, only) ? [{ offer, id, span }] : [],
  );
  const engine = offers.some(({ offer }) => offer.task.does === 'move') ? await loadEngine() : undefined;
  const isAffordable = budget(request.view, isLate && open.located.length > longText);
  const actions = offers.flatMap((place): CodeAction[] => {
    const { task } = place.offer;
    if (task.does === 'command') return [actionOf(place.offer, request, shown)];
    const listing = { request, shown, isLate, isProven: isAffordable(task) };
    if (task.does === 'move') return engine ? moveAction(place, task.move, listing, engine) : [];
    return editAction(place, task, listing);
  });
  if (!isAsked('quickfix', only)) return actions;
  const readers = session.readers.files.has(open.uri) ? await readerActions(request, span, shown) : [];
  const why = await whyAction(request, span.start);
  return [...actions, ...readers, ...(why ? [{ title: why.title, kind: 'quickfix', command: why }] : [])];
}

async function readerActions(
  request: TextRequest,
  span: Span,
  shown: readonly Partial<Diagnostic>[],
): Promise<readonly CodeAction[]> {
  const { isOn } = settingsOf(request.session, request.open.uri);
  if (!isOn.diagnostics || !isOn.readers) return [];
  const { readerFixes } = await import('../readers/reader-actions.ts');
  return readerFixes(request, span, shown);
}

interface PlacedOffer {
  readonly offer: ActionOffer;
  readonly id: number;
  readonly span: Span;
}

/** Returns true for a task that may be verified for the list, given the tasks before it. */
function budget({ located, file }: View, isSpent: boolean): (task: ActionTask) => boolean {
  const length = located.length;
  let edits = isSpent ? 0 : mostProven;
  let units = mostRead;
  const unitsFor = (task: ActionTask): number => {
    if (task.does !== 'move') return length;
    const { resources } = task.move;
    const isMoved = ({ document }: LocatedDocument): boolean => document.resources.some((each) => resources.has(each));
    const moved = file.parts.filter(isMoved).map(({ document }) => document.text.length);
    return moved.reduce((sum, each) => sum + readingsOfMove * each, length);
  };
  return (task) => {
    const needed = edits > 0 ? unitsFor(task) : Infinity;
    if (needed > units) return false;
    edits--;
    units -= needed;
    return true;
  };
}

interface Listing {
  readonly request: TextRequest;
  readonly shown: readonly Partial<Diagnostic>[];
  readonly isLate: boolean;
  readonly isProven: boolean;
}

function editAction({ offer, id, span }: PlacedOffer, task: ActionTask, listing: Listing): CodeAction[] {
  const { request, shown, isLate, isProven } = listing;
  const { session, open } = request;
  const edit = isProven ? editOf(task, session, open) : undefined;
  if (!edit && (isProven || !isLate)) return [];
  const action = actionOf(offer, request, shown);
  if (!isLate) return edit ? [{ ...action, edit }] : [];
  return [{ ...action, data: { uri: open.uri, version: open.version, span, id } satisfies ActionData }];
}

/** Shows an impossible conversion with its reason, if the client supports it; it then fixes no finding. */
function moveAction(
  { offer, id, span }: PlacedOffer,
  move: ConversionOffer,
  listing: Listing,
  engine: Engine,
): CodeAction[] {
  const { request, shown, isLate, isProven } = listing;
  const { session, open, view } = request;
  // A client that cannot resolve would get a conversion that misses other files.
  if (!isLate && session.workspace.knowledge === 'none') return [];
  if (!isLate && !isProven) return disabled(offer, request, tooLong);
  const isTried = isProven && open.located.length <= longMove;
  const prospect = previewConversion(move, view, session, { engine, isProven: isTried, isLate });
  if (prospect.is === 'impossible') return disabled(offer, request, prospect.reason);
  const { number, command, edit } = prospect;
  const action = { ...actionOf(offer, request, shown), command };
  if (!isLate) return edit ? [{ ...action, edit }] : [];
  return [{ ...action, data: { uri: open.uri, version: open.version, span, id, number } satisfies ActionData }];
}

const tooLong =
  'There is too much text to convert it while the editor waits for its list of actions. Run "endpoints convert" instead.';

function disabled({ title }: ActionOffer, { session, params }: TextRequest, reason: string): CodeAction[] {
  const isShown = session.client.textDocument?.codeAction?.disabledSupport === true;
  const kind = 'refactor.rewrite';
  return isShown && isAsked(kind, askedOf(params).only) ? [{ title, kind, disabled: { reason } }] : [];
}

/** Adds the edit to the action. Rejects an action of an outdated text. */
export async function resolveCodeAction(request: ItemRequest): Promise<CodeAction> {
  const { session, params } = request;
  const action = membersOf(params, 'params') as unknown as CodeAction;
  const data = readData(action.data);
  // An action of another server: returned unchanged.
  if (!data) return action;
  const engine = data.number === undefined ? undefined : await loadEngine();
  // The result of a conversion depends on other files.
  if (engine) await session.indexed;
  const open = session.texts.get(data.uri);
  const offer = open?.version === data.version ? offersFor(request, open, data.span)[data.id] : undefined;
  if (!open || offer?.title !== action.title)
    throw contentModified('The text has changed since this action was offered.');
  const { task } = offer;
  if (task.does === 'move') {
    const { number } = data;
    if (!engine || number === undefined) return action;
    return resolveConversion(action, { move: task.move, view: viewOf(session, open), number }, request, engine);
  }
  const edit = editOf(task, session, open);
  return edit ? { ...action, edit } : action;
}

interface ActionData {
  readonly uri: string;
  readonly version: number;
  readonly span: Span;
  /** The index among all offers for the span. */
  readonly id: number;
  /** The number of the stored run of a conversion. */
  readonly number?: number;
}

function readData(value: unknown): ActionData | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uri, version, span, id, number } = value as Partial<ActionData>;
  const isRead =
    typeof uri === 'string' &&
    typeof version === 'number' &&
    typeof id === 'number' &&
    typeof span?.start === 'number' &&
    typeof span.end === 'number';
  return isRead ? { uri, version, span, id, ...(typeof number === 'number' ? { number } : {}) } : undefined;
}

/** The optional members of a request; malformed ones count as missing. */
function askedOf(params: unknown): { only: readonly unknown[] | undefined; shown: readonly Partial<Diagnostic>[] } {
  const { context } = membersOf(params, 'params');
  if (typeof context !== 'object' || context === null) return { only: undefined, shown: [] };
  const { only, diagnostics } = context as { only?: unknown; diagnostics?: unknown };
  const shown = Array.isArray(diagnostics) ? diagnostics.filter((each) => typeof each === 'object' && each) : [];
  return { only: Array.isArray(only) ? only : undefined, shown: shown as Partial<Diagnostic>[] };
}

/** A kind includes its subkinds. Source actions are offered only on request. */
function isAsked(kind: string, only: readonly unknown[] | undefined): boolean {
  if (!only) return !kind.startsWith('source.');
  return only.some((asked) => asked === '' || kind === asked || kind.startsWith(`${String(asked)}.`));
}

function offersFor({ session, host }: ItemRequest, open: OpenText, span: Span): readonly ActionOffer[] {
  const canShowApply = isApplyShown(session, open.uri);
  const canConvertAll = session.client.workspace?.applyEdit === true;
  const canExplain = explainsRules(session.client) && host.pageUri(actionsPage) !== undefined;
  const asked = { span, canShowApply, canConvertAll, canExplain };
  return offersAt(viewOf(session, open), filesOf(session), findingsOf(session, open), asked);
}

/** The edit of the task, in the open text or in the file that the task names. */
function editOf(task: ActionTask, session: Session, open: OpenText): WorkspaceEdit | undefined {
  const view = task.does === 'partner' ? task.partner.view : viewOf(session, open);
  const edits = editsOf(task, scopeOf(session, view));
  return edits && workspaceEdit([{ view, edits }], session);
}

function scopeOf(session: Session, view: View): EditScope {
  const { uri } = view;
  return {
    path: pathOfUri(uri),
    view,
    isPartial: session.workspace.isPatch(uri),
    settings: settingsOf(session, uri),
    around: (file) => aroundOf(session, uri, file),
  };
}

function actionOf(offer: ActionOffer, request: TextRequest, shown: readonly Partial<Diagnostic>[]): CodeAction {
  const { title, kind, task, isPreferred } = offer;
  const client = request.session.client.textDocument?.codeAction;
  const diagnostics = 'finding' in task ? [diagnosticFor(task.finding, request, shown)] : undefined;
  return {
    title,
    kind,
    ...(task.does === 'command' ? { command: task.command } : {}),
    ...(diagnostics ? { diagnostics } : {}),
    ...(isPreferred && client?.isPreferredSupport ? { isPreferred } : {}),
  };
}

/** In the form of the client's own diagnostic, if the client sent it. */
function diagnosticFor(
  finding: LocatedFinding,
  { session, host, open }: TextRequest,
  shown: readonly Partial<Diagnostic>[],
): Diagnostic {
  const { code } = finding.diagnostic.rule;
  const same = sentDiagnostic({ code, range: rangeOf(open.located, finding.span) }, shown);
  if (same) return same;
  const pageUri = (each: string): string | undefined => host.pageUri(each);
  const [own] = diagnosticsOf([finding], open.located, {
    uri: open.uri,
    hasRelated: false,
    hasMarkup: session.client.textDocument?.diagnostic?.markupMessageSupport === true,
    pageUri,
    locate: () => undefined,
  });
  return own as Diagnostic;
}
