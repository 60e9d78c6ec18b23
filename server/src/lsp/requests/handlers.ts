/** Which request leads to which feature. What the server announces (`announced.ts`) and docs/features.md are held to this table. */
import type { CompletionList } from 'vscode-languageserver-types';
import { loadServices } from '../../contract/service-table.ts';
import { completeIgnore } from '../../features/completion/complete-ignore.ts';
import { complete, resolveCompletion } from '../../features/completion/completion.ts';
import { documentLinks } from '../../features/navigation/document-links.ts';
import { documentSymbols, flatSymbols } from '../../features/outline/document-symbols.ts';
import { foldingRanges } from '../../features/outline/folding.ts';
import { hover } from '../../features/hover/hover.ts';
import { inlayHints } from '../../features/outline/inlay-hints.ts';
import type { CursorPlace } from '../../features/navigation/object-at-cursor.ts';
import { selectionRanges } from '../../features/outline/selection.ts';
import { partAt } from '../../features/view.ts';
import { slotsAt } from '../../frontends/slot/slots.ts';
import { lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { shownRows } from '../shown/shown-rows.ts';
import { codeActions, resolveCodeAction } from './code-action-requests.ts';
import { diagnosticRows } from '../diagnostics/diagnostic-rows.ts';
import { filesOf, findingsOf } from '../workspace/files.ts';
import { format } from './formatting-requests.ts';
import { navigationRows } from './navigation-rows.ts';
import { completionItemIn, membersOf, titleIn } from '../protocol/params.ts';
import { isLongWork, withProgress } from '../protocol/work-progress.ts';
import { onItem, onPosition, onPositions, onRange, onText } from '../protocol/request.ts';
import type { RequestRow, TextRequest } from '../protocol/request.ts';
import { pathOfUri, settingsOf } from '../session.ts';
import { fileStatus } from './status.ts';
import { tokenRows } from './token-rows.ts';
import { workspaceRows } from './workspace-rows.ts';

export const handlers: readonly RequestRow[] = [
  ...diagnosticRows,
  onPosition(
    {
      method: 'textDocument/completion',
      does: 'Proposes keys with their shape, values with their meaning, names that other files have, and whole resources, on text that is still unfinished.',
      empty: [],
      setting: 'completion',
    },
    propose,
  ),
  onItem(
    {
      method: 'completionItem/resolve',
      does: 'Adds the documentation of a proposal once it is looked at.',
    },
    (params) => {
      const item = completionItemIn(params);
      return async ({ client }) => resolveCompletion(item, { ...client.completion, services: await loadServices() });
    },
  ),
  onPosition(
    {
      method: 'textDocument/hover',
      does: 'Explains a key (type, meaning, rules, server-side apply), a value (an address, a port, a protocol, a timestamp) or an expression of a program, and says who owns a field.',
      empty: null,
      setting: 'hover',
    },
    explain,
  ),
  onText(
    {
      method: 'textDocument/documentSymbol',
      does: 'Lists the resources of the file and in them subsets or endpoints, addresses and ports, by names that tell.',
      empty: [],
      setting: 'symbols',
    },
    ({ view, client }) => (client.symbols.isHierarchical ? documentSymbols(view) : flatSymbols(view)),
  ),
  onText(
    {
      method: 'textDocument/foldingRange',
      does: 'Folds documents, resources, lists, items and runs of comments.',
      empty: [],
      setting: 'folding',
    },
    ({ view, client }) => foldingRanges(view, client.folding),
  ),
  onPositions(
    {
      method: 'textDocument/selectionRange',
      does: 'Widens the selection from the value to its entry, its item, its list and so on up to the file.',
      empty: [],
      setting: 'selection',
    },
    ({ view }, offsets) => selectionRanges(view, offsets),
  ),
  ...navigationRows,
  ...tokenRows,
  onText(
    {
      method: 'textDocument/documentLink',
      does: 'Makes the addresses of web pages in annotations and comments links.',
      empty: [],
      setting: 'links',
    },
    ({ view }) => documentLinks(view),
  ),
  onRange(
    {
      method: 'textDocument/inlayHint',
      does: 'Shows what is not written: the default protocol and namespace, the service of a port number, what an odd number is read as.',
      empty: [],
    },
    hintsIn,
  ),
  ...workspaceRows,
  ...shownRows,
  onRange(
    {
      method: 'textDocument/codeAction',
      does: 'Offers every fix, alone and for all of its kind, ignores with a reason, refactorings of subsets, addresses and endpoints, and the Service, Endpoints, slice or port that is missing in another place; converts Endpoints to EndpointSlices, and back.',
      empty: [],
      setting: 'codeActions',
    },
    codeActions,
  ),
  onItem(
    {
      method: 'codeAction/resolve',
      does: 'Computes the edit of the action that was chosen.',
    },
    (params) => {
      const title = titleIn(params);
      return (request) => withProgress(request, title, isLongWork(request), () => resolveCodeAction(request));
    },
  ),
  onText(
    {
      method: 'textDocument/formatting',
      does: 'Formats a file that holds Endpoints or slices, through Prettier; off unless the setting `format` is on.',
      empty: null,
      setting: 'format',
    },
    (request) => format(request),
  ),
  onRange(
    {
      method: 'textDocument/rangeFormatting',
      does: 'The same for the selected lines, where they can be formatted without the others.',
      empty: null,
      setting: 'format',
    },
    (request, span) => format(request, span),
  ),
  onText(
    {
      method: 'endpoints/status',
      does: 'Names the resources of the file and the Kubernetes version that it is checked for, for a status bar.',
      empty: null,
    },
    ({ view }) => fileStatus(view),
  ),
];

async function propose(request: TextRequest, offset: number): Promise<CompletionList | null> {
  const { session, open, client, params } = request;
  if (isIndenting(open.located.text, offset, params)) return null;
  const codes = completeIgnore(open.located, offset, () =>
    findingsOf(session, open).map((each) => each.diagnostic.rule.code),
  );
  if (codes) return { isIncomplete: false, items: [...codes] };
  const slots = slotsAt(pathOfUri(open.uri), open.located.text, offset);
  if (slots.length === 0) return null;
  const { minor } = settingsOf(session, open.uri);
  // The text is read only where names of a program are asked for: a keystroke before, it was another one.
  const document = (): Document | undefined => partAt(request.view, offset)?.document;
  // Without a plugin that knows snippets, Vim inserts a word at its cursor and nothing else.
  const isOneLine = /vim/i.test(session.clientName) && !client.completion.hasSnippets;
  const services = await loadServices();
  const around = (): CursorPlace => ({ files: filesOf(session), view: request.view, offset });
  return complete(slots, { ...client.completion, located: open.located, minor, isOneLine, services, document, around });
}

/** True where the blank that asks for proposals only indents its line. */
function isIndenting(text: string, offset: number, params: unknown): boolean {
  const { context } = membersOf(params, 'params');
  const trigger =
    typeof context === 'object' && context !== null && 'triggerCharacter' in context && context.triggerCharacter;
  return trigger === ' ' && /^[ \t]*$/.test(text.slice(lineStartAt(text, offset), offset));
}

async function explain({ session, view, client, host }: TextRequest, offset: number): Promise<unknown> {
  const services = await loadServices();
  const files = settingsOf(session, view.uri).isOn.apply ? () => filesOf(session) : undefined;
  const pageUri = (code: string): string | undefined => host.pageUri(code);
  return hover(view, offset, { ...client.hover, now: host.now(), pageUri, services, files });
}

async function hintsIn({ session, open, view }: TextRequest, span: Span): Promise<unknown> {
  const { isOn } = settingsOf(session, open.uri);
  const settings = {
    protocol: isOn['inlayHints.protocol'],
    namespace: isOn['inlayHints.namespace'],
    portName: isOn['inlayHints.portName'],
    number: isOn['inlayHints.number'],
  };
  if (!Object.values(settings).includes(true)) return [];
  return inlayHints(view, span, settings, settings.portName ? await loadServices() : undefined);
}
