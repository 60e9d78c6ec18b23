/** The rows of the method table for navigation: highlights, definition, references, renaming. */
import { later } from './later.ts';
import { newNameIn } from '../protocol/params.ts';
import { onPosition, type RequestRow, type TextRow } from '../protocol/request.ts';

const renameRow = onPosition(
  {
    method: 'textDocument/rename',
    does: 'Renames a port or a Service with its Endpoints, slices, patches and targets in kustomizations, an anchor, or a name of a program, and changes an IP address in all files. In a program, it changes literals, not variables. It rejects names that are invalid or already used.',
    empty: null,
    hasPrograms: true,
    setting: 'navigation',
  },
  async (request, offset) => (await later.rename()).rename(request, offset, newNameIn(request.params)),
);

export const navigationRows: readonly RequestRow[] = [
  onPosition(
    {
      method: 'textDocument/documentHighlight',
      does: 'Highlights all uses of the same address in any spelling, port name, node, object, anchor, or name of a program.',
      empty: [],
      hasPrograms: true,
      setting: 'highlights',
      isRepeated: true,
    },
    async (request, offset) => (await later.navigation()).highlighted(request, offset),
  ),
  onPosition(
    {
      method: 'textDocument/definition',
      does: 'Goes from Endpoints, slices, patches and their ports to the Service, from a Service and its ports to what serves them, from a reference to its object, from an alias to its anchor, from `.Values.port` in a template to `values.yaml`, from an expression of a program to its declaration, and in a kustomization from a path to the file and from a target to its objects.',
      empty: null,
      hasPrograms: true,
      setting: 'navigation',
    },
    async (request, offset) => (await later.navigation()).linksToDefinition(request, offset),
  ),
  onPosition(
    {
      method: 'textDocument/implementation',
      does: 'Goes from a Service and its ports to its backends (Endpoints, slices, patches), and from those back to the Service.',
      empty: null,
      hasPrograms: true,
      setting: 'navigation',
    },
    async (request, offset) => (await later.navigation()).linksToImplementation(request, offset),
  ),
  onPosition(
    {
      method: 'textDocument/references',
      does: 'Lists all references in all files to a Service, a port, a node or another object, the targets of kustomizations that select an object, all places of an IP address in any spelling, and all uses of an anchor or of a name of a program.',
      empty: [],
      hasPrograms: true,
      setting: 'navigation',
    },
    async (request, offset) => (await later.navigation()).allReferences(request, offset),
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
      hasPrograms: true,
      setting: 'navigation',
    },
    async (request, offset) => (await later.rename()).prepareRename(request, offset),
  ),
];
