/** The rows of the method table for navigation: highlights, definition, references, renaming. */
import { highlights } from '../../features/navigation/highlights.ts';
import { definition, implementation, references } from '../../features/navigation/navigation.ts';
import { uniqueBy } from '../../text/group.ts';
import { filesOf } from '../workspace/files.ts';
import { kustomizeLink, targetsNaming } from './kustomize-requests.ts';
import { linksFor, locationOf } from './links.ts';
import { membersOf, newNameIn } from '../protocol/params.ts';
import { prepareRename, rename } from './rename-requests.ts';
import { onPosition, type RequestRow, type TextRow } from '../protocol/request.ts';

const renameRow = onPosition(
  {
    method: 'textDocument/rename',
    does: 'Renames a port or a Service with its Endpoints, slices, patches and targets in kustomizations, an anchor, or a name of a program, and changes an IP address in all files. It rejects names that are invalid or already used.',
    empty: null,
    setting: 'navigation',
  },
  (request, offset) => rename(request, offset, newNameIn(request.params)),
);

export const navigationRows: readonly RequestRow[] = [
  onPosition(
    {
      method: 'textDocument/documentHighlight',
      does: 'Highlights all uses of the same address in any spelling, port name, node, object, anchor, or name of a program.',
      empty: [],
      setting: 'highlights',
    },
    ({ session, view }, offset) => highlights(view, offset, filesOf(session)),
  ),
  onPosition(
    {
      method: 'textDocument/definition',
      does: 'Goes from Endpoints, slices, patches and their ports to the Service, from a Service and its ports to what serves them, from a reference to its object, from an alias to its anchor, from `.Values.port` in a template to `values.yaml`, from an expression of a program to its declaration, and in a kustomization from a path to the file and from a target to its objects.',
      empty: null,
      setting: 'navigation',
    },
    async (request, offset) => {
      const found = definition(request.view, offset, filesOf(request.session));
      return linksFor(await kustomizeLink(found, request, offset), 'definition', request);
    },
  ),
  onPosition(
    {
      method: 'textDocument/implementation',
      does: 'Goes from a Service and its ports to its backends (Endpoints, slices, patches), and from those back to the Service.',
      empty: null,
      setting: 'navigation',
    },
    (request, offset) =>
      linksFor(implementation(request.view, offset, filesOf(request.session)), 'implementation', request),
  ),
  onPosition(
    {
      method: 'textDocument/references',
      does: 'Lists all references in all files to a Service, a port, a node or another object, the targets of kustomizations that select an object, all places of an IP address in any spelling, and all uses of an anchor or of a name of a program.',
      empty: [],
      setting: 'navigation',
    },
    async (request, offset) => {
      const { session, view, params } = request;
      const found = references(view, offset, filesOf(session), wantsDeclaration(params));
      const all = [...found, ...(await targetsNaming(request, offset))];
      return uniqueBy(all, ({ view, span }) => `${view.uri} ${span.start}`).map(locationOf);
    },
  ),
  // The new name is checked first.
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
      does: 'Reports whether the name or the address at the cursor can be renamed, or why not.',
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
