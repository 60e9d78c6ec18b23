/** The rows of the method table for call hierarchies, type hierarchies and the tree of Services. */
import { membersOf } from '../protocol/params.ts';
import { onItem, onPosition, onWorkspace, type ItemRequest, type RequestRow } from '../protocol/request.ts';
import { later } from './later.ts';

type Hierarchies = Awaited<ReturnType<typeof later.hierarchies>>;

/** A row about an item of an earlier answer. */
function onHierarchy(
  method: string,
  does: string,
  answer: (own: Hierarchies, request: ItemRequest, item: unknown) => unknown,
): RequestRow {
  return onItem({ method, does }, (params) => {
    const { item } = membersOf(params, 'params');
    return async (request) => answer(await later.hierarchies(), request, item);
  });
}

export const hierarchyRows: readonly RequestRow[] = [
  onPosition(
    {
      method: 'textDocument/prepareCallHierarchy',
      does: 'Finds the Service port, slice, Endpoints, address, Ingress or route at the cursor.',
      empty: null,
      hasPrograms: true,
      setting: 'navigation',
    },
    async (request, offset) => (await later.hierarchies()).callsAt(request, offset),
  ),
  onHierarchy(
    'callHierarchy/incomingCalls',
    'Lists what sends traffic to it, and why none arrives.',
    (own, request, item) => own.incoming(request, item),
  ),
  onHierarchy(
    'callHierarchy/outgoingCalls',
    'Lists where its traffic goes, and why none arrives.',
    (own, request, item) => own.outgoing(request, item),
  ),
  onPosition(
    {
      method: 'textDocument/prepareTypeHierarchy',
      does: 'Finds the Service, Endpoints, slice or patch at the cursor.',
      empty: null,
      hasPrograms: true,
      setting: 'navigation',
    },
    async (request, offset) => (await later.hierarchies()).typesAt(request, offset),
  ),
  onHierarchy('typeHierarchy/supertypes', 'Lists the objects that a patch changes.', (own, request, item) =>
    own.patched(request, item),
  ),
  onHierarchy('typeHierarchy/subtypes', 'Lists the patches of an object.', (own, request, item) =>
    own.patches(request, item),
  ),
  onWorkspace(
    {
      method: 'endpoints/services',
      does: 'Lists all Services with their objects, how many addresses are ready, and their problems.',
    },
    () => async (request) => (await import('./services-requests.ts')).listServices(request),
  ),
];
