/** The rows of the method table about the whole workspace: code lenses and workspace symbols. */
import type { WorkspaceSymbol } from 'vscode-languageserver-types';
import { codeLenses } from '../../features/outline/code-lens.ts';
import { readerLenses } from '../../features/outline/reader-lens.ts';
import { resolvesSymbols } from '../protocol/announced.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { isApplyShown, isDocumentShown } from '../shown/shown-address.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { placesReading } from '../readers/kept-readers.ts';
import { filesOf } from '../workspace/files.ts';
import { later } from './later.ts';
import { queryIn, symbolIn } from '../protocol/params.ts';
import { onItem, onText, onWorkspace, type ItemRequest, type RequestRow } from '../protocol/request.ts';
import { settingsOf } from '../session.ts';
import { trafficLensesOf } from './traffic-requests.ts';

export const workspaceRows: readonly RequestRow[] = [
  onWorkspace(
    {
      method: 'workspace/symbol',
      does: 'Finds objects in all files by name, namespace and kind, and addresses and ports in Endpoints and slices.',
    },
    (params) => {
      const query = queryIn(params);
      return (request) => findSymbols(request, query);
    },
  ),
  onItem(
    {
      method: 'workspaceSymbol/resolve',
      does: 'Computes the line of the selected symbol.',
    },
    (params) => {
      const symbol = symbolIn(params);
      return async ({ session }) => (await later.symbols()).resolveSymbol(symbol, filesOf(session));
    },
  ),
  onText(
    {
      method: 'textDocument/codeLens',
      does: 'Shows above each resource the number of its endpoints, or of its valid and refused addresses, how many of its addresses get traffic, and its Service, slices, patches and readers, and opens these, the mirrored slices, the document on traffic, the result of server-side apply, and what overlays build of it.',
      empty: [],
      hasPrograms: true,
      setting: 'codeLens',
      isRepeated: true,
    },
    async (request) => {
      const { session, view } = request;
      const canShowPlaces = experimentIn(session.client, 'showPlaces') === true;
      const lenses = codeLenses(view, filesOf(session), {
        canShowApply: isApplyShown(session, view.uri),
        canShowSlices: isDocumentShown(session, 'showSlices'),
        canShowBuilt: isDocumentShown(session, 'showBuilt'),
        canShowPlaces,
      });
      const countOf = (entry: IndexedObject): number => placesReading(entry, session.readers).length;
      const readers = settingsOf(session, view.uri).isOn.readers
        ? readerLenses(view, session.workspace, { countOf, canShowPlaces })
        : [];
      return [...lenses, ...readers, ...(await trafficLensesOf(request))];
    },
  ),
];

async function findSymbols({ session }: ItemRequest, query: string): Promise<WorkspaceSymbol[]> {
  const { workspaceSymbols } = await later.symbols();
  const isLate = resolvesSymbols(session.client);
  const isOn = (uri: string): boolean => settingsOf(session, uri).isOn.symbols;
  return workspaceSymbols(query, { files: filesOf(session), isShown: isOn, isLate });
}
