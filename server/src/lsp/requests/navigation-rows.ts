/** The rows of the method table that lead from one place to others: highlights, definition, references, renaming. */
import { highlights } from '../../features/navigation/highlights.ts';
import { definition, implementation, references } from '../../features/navigation/navigation.ts';
import { filesOf } from '../workspace/files.ts';
import { linksFor, locationOf } from './links.ts';
import { membersOf, newNameIn } from '../protocol/params.ts';
import { prepareRename, rename } from './rename-requests.ts';
import { onPosition } from '../protocol/request.ts';
import type { RequestRow, TextRow } from '../protocol/request.ts';

const renameRow = onPosition(
  {
    method: 'textDocument/rename',
    does: 'Renames a port or a Service in its Endpoints, slices and patches, an anchor, or a name of a program; refuses what is not valid or taken.',
    empty: null,
    setting: 'navigation',
  },
  (request, offset) => rename(request, offset, newNameIn(request.params)),
);

export const navigationRows: readonly RequestRow[] = [
  onPosition(
    {
      method: 'textDocument/documentHighlight',
      does: 'Marks every use of the same address, port name, node, object or anchor, and of a name of a program.',
      empty: [],
      setting: 'highlights',
    },
    ({ session, view }, offset) => highlights(view, offset, filesOf(session)),
  ),
  onPosition(
    {
      method: 'textDocument/definition',
      does: 'Leads from Endpoints, slices, patches and their ports to the Service, from a reference to its object, from an alias to its anchor, and from an expression of a program to the name that it means.',
      empty: null,
      setting: 'navigation',
    },
    (request, offset) => linksFor(definition(request.view, offset, filesOf(request.session)), 'definition', request),
  ),
  onPosition(
    {
      method: 'textDocument/implementation',
      does: 'Leads from a Service and its ports to what serves them (Endpoints, slices, patches), and from those back to the Service.',
      empty: null,
      setting: 'navigation',
    },
    (request, offset) =>
      linksFor(implementation(request.view, offset, filesOf(request.session)), 'implementation', request),
  ),
  onPosition(
    {
      method: 'textDocument/references',
      does: 'Lists all that means the same in all files: a Service, a port, a node or another object, the aliases of an anchor, and the expressions that use a name of a program.',
      empty: [],
      setting: 'navigation',
    },
    ({ session, view, params }, offset) =>
      references(view, offset, filesOf(session), wantsDeclaration(params)).map(locationOf),
  ),
  // The name is looked at before anything else is done.
  {
    ...renameRow,
    prepare: (params) => {
      newNameIn(params);
      return renameRow.prepare(params);
    },
  } satisfies TextRow,
  onPosition(
    {
      method: 'textDocument/prepareRename',
      does: 'Says what can be renamed, or why it cannot.',
      empty: null,
      setting: 'navigation',
    },
    prepareRename,
  ),
];

function wantsDeclaration(params: unknown): boolean {
  const { context } = membersOf(params, 'params');
  return typeof context === 'object' && context !== null && 'includeDeclaration' in context
    ? context.includeDeclaration === true
    : false;
}
