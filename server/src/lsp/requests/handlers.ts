/** The method table: maps each request to its feature. Tests compare it with `announced.ts` and docs/features.md. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { foldingRanges } from '../../features/outline/folding.ts';
import { selectionRanges } from '../../features/outline/selection.ts';
import { isExpectationFile } from '../../project/expectations/expectation.ts';
import { hintsInShown, linksInShown, shownSubjectAt } from '../shown/shown-answers.ts';
import { shownRows } from '../shown/shown-rows.ts';
import { diagnosticRows } from '../diagnostics/diagnostic-rows.ts';
import { filesOf } from '../workspace/files.ts';
import { copyRows } from './copy-rows.ts';
import { hierarchyRows } from './hierarchy-rows.ts';
import { later } from './later.ts';
import { navigationRows } from './navigation-rows.ts';
import { completionItemIn, positionIfAny, titleIn, uriParam } from '../protocol/params.ts';
import { isLongWork, withProgress } from '../protocol/work-progress.ts';
import { onItem, onPosition, onPositions, onRange, onText, onWorkspace, type RequestRow } from '../protocol/request.ts';
import type { Session } from '../session.ts';
import { fileStatus, resourceFiles, type FileStatus } from './status.ts';
import { tokenRows } from './token-rows.ts';
import { workspaceRows } from './workspace-rows.ts';

const pictureRow = onPosition(
  {
    method: 'endpoints/picture',
    does: 'Returns a picture of where the traffic of the Service at the position goes, or of all Services of the file, as data, with the id of the part at the position.',
    empty: null,
    hasPrograms: true,
    provided: async (server, uri, params) =>
      (await import('./picture-requests.ts')).pictureOfClosedFile(server, uri, params),
  },
  async (request, offset) => (await import('./picture-requests.ts')).pictureAt(request, offset),
);

export const handlers: readonly RequestRow[] = [
  ...diagnosticRows,
  onPosition(
    {
      method: 'textDocument/completion',
      does: 'Completes keys, values, names from other files, lists with the ports of the Service and whole resources, in kustomizations paths, targets and JSON patches, and in programs what the server of the language does not know, even in unfinished text.',
      empty: [],
      hasPrograms: true,
      setting: 'completion',
    },
    async (request, offset) => (await later.completion()).propose(request, offset),
  ),
  onItem(
    {
      method: 'completionItem/resolve',
      does: 'Adds the documentation of a selected completion item.',
    },
    (params) => {
      const item = completionItemIn(params);
      return async (request) => (await later.completion()).resolveItem(request, item);
    },
  ),
  onPosition(
    {
      method: 'textDocument/hover',
      does: 'Explains a key (type, meaning, rules, server-side apply), a value (address, port, protocol, timestamp) or an expression of a program, shows what arrives at a Service, its ports and its addresses and who owns a field, explains the fields, paths and targets of a kustomization, and shows what each overlay makes of a value.',
      empty: null,
      hasPrograms: true,
      setting: 'hover',
    },
    async (request, offset) => (await later.hover()).explain(request, offset),
  ),
  onText(
    {
      method: 'textDocument/documentSymbol',
      does: 'Lists the resources and Services of the file with their subsets or endpoints, addresses and ports.',
      empty: [],
      hasPrograms: true,
      setting: 'symbols',
      isRepeated: true,
    },
    async (request) => (await later.outline()).symbolsOf(request),
  ),
  onText(
    {
      method: 'textDocument/foldingRange',
      does: 'Folds blocks, lists, items and runs of comments. The head of a manifest has no fold, so that its kind and name stay visible.',
      empty: [],
      setting: 'folding',
      isRepeated: true,
    },
    ({ view, client }) => foldingRanges(view, client.folding),
  ),
  onPositions(
    {
      method: 'textDocument/selectionRange',
      does: 'Expands the selection from the value to its entry, item, list and so on up to the file.',
      empty: [],
      setting: 'selection',
    },
    ({ view }, offsets) => selectionRanges(view, offsets),
  ),
  ...navigationRows,
  ...hierarchyRows,
  ...tokenRows,
  onText(
    {
      method: 'textDocument/documentLink',
      does: 'Makes web addresses in annotations and comments links, the paths in a kustomization, and the places that a document of the server names.',
      empty: [],
      hasPrograms: true,
      setting: 'links',
      provided: linksInShown,
      isRepeated: true,
    },
    async (request) => (await later.outline()).linksOf(request),
  ),
  onRange(
    {
      method: 'textDocument/inlayHint',
      does: 'Shows what is not written: the default protocol and namespace, the service of a port number, what is behind a port of a Service, and how YAML reads an unusual number. In a document of the server, what it says of the lines.',
      empty: [],
      hasPrograms: true,
      provided: hintsInShown,
      isRepeated: true,
    },
    async (request, span) => (await later.outline()).hintsOf(request, span),
  ),
  ...workspaceRows,
  ...shownRows,
  onRange(
    {
      method: 'textDocument/codeAction',
      does: 'Offers each fix, alone and for all findings of its rule; ignore comments; refactorings of subsets, addresses and endpoints; a missing Service, Endpoints, slice or port; a Service of type ExternalName for a host name; the pages of rules; the conversion between Endpoints and EndpointSlices; and why no traffic arrives. In manifests and in programs.',
      empty: [],
      hasPrograms: true,
      setting: 'codeActions',
      isRepeated: true,
    },
    async (request, span) => (await later.codeActions()).codeActions(request, span),
  ),
  onItem(
    {
      method: 'codeAction/resolve',
      does: 'Computes the edit of the selected action.',
    },
    (params) => {
      const title = titleIn(params);
      return (request) =>
        withProgress(request, title, isLongWork(request), async () =>
          (await later.codeActions()).resolveCodeAction(request),
        );
    },
  ),
  onText(
    {
      method: 'textDocument/formatting',
      does: 'Formats a file with Prettier that contains only Endpoints, EndpointSlices and Services; with the setting `formatMixed`, also other files with Endpoints.',
      empty: null,
      setting: 'format',
    },
    async (request) => (await later.formatting()).format(request),
  ),
  onRange(
    {
      method: 'textDocument/rangeFormatting',
      does: 'Formats the selected lines, if they can be formatted without the others.',
      empty: null,
      setting: 'format',
    },
    async (request, span) => (await later.formatting()).format(request, span),
  ),
  onText(
    {
      method: 'endpoints/status',
      does: 'Returns the resources of the file, its Kubernetes version and what sets it, its overlays, and what can be shown at a position.',
      empty: null,
      hasPrograms: true,
      provided: ({ session }, uri) => shownStatus(session, uri),
    },
    ({ view, session, params }) => fileStatus(session, view, filesOf(session), positionIfAny(params)),
  ),
  onWorkspace(
    {
      method: 'endpoints/files',
      does: 'Lists the files with Endpoints, slices or patches, for the menu of a file explorer.',
    },
    () => async (request) => {
      await request.session.indexed;
      request.session.project.settle();
      return resourceFiles(request.session);
    },
  ),
  onWorkspace(
    {
      method: 'endpoints/test',
      does: 'Compares the expectations of a file `endpoints.test.yaml` with a simulation over the workspace.',
    },
    (params) => {
      const uri = uriParam(params);
      if (!isExpectationFile(uri))
        throw new ResponseError(
          ErrorCodes.InvalidParams,
          'params.textDocument.uri must be that of an endpoints.test.yaml.',
        );
      return async (request) => (await import('./test-requests.ts')).testFile(request, uri);
    },
  ),
  ...copyRows,
  pictureRow,
];

/** A document of the server has the status of the file that it shows. */
function shownStatus(session: Session, uri: string): FileStatus | undefined {
  const shown = shownSubjectAt(session, uri);
  const view = shown && filesOf(session).view(shown.uri);
  return view && fileStatus(session, view, filesOf(session), undefined);
}
