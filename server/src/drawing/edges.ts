/** Draws the edges between the boxes of a Service. */
import type { PictureObject, PictureService } from '../analysis/picture/picture.ts';
import { addressHeight } from './address-box.ts';
import { foldedRows, bestFlow, bestOf, rowFlow, sharedReasons, type AddressRow } from './fold.ts';
import type { SceneBox, SceneEdge } from './scene.ts';

/** From the left of a box, in pixels: of an edge to what is below it. */
const downIndent = 8;

/** From clients to ports, from ports to objects, and from objects to the rows beside them. */
export function edgesBetween(
  service: PictureService,
  boxes: readonly SceneBox[],
  isOpen: (id: string) => boolean,
): readonly SceneEdge[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const certain = new Map(service.ports.map((port) => [port.id, port.certain]));
  return [
    ...service.clients.flatMap(({ id, ports }) =>
      ports.flatMap(({ port, flow, why }) => edge(byId, id, port, { flow, why, isDashed: false })),
    ),
    ...service.objects.flatMap((object) => {
      const shared = sharedReasons(object);
      return [
        ...object.flows.flatMap(({ port, flow, why }) =>
          edge(byId, port, object.id, { flow, why, isDashed: object.isRendered || certain.get(port) === false }),
        ),
        ...foldedRows(object, isOpen).flatMap((row) =>
          row.kind === 'address' && row.isInGroup ? [] : rowEdge(object, row, shared, byId),
        ),
      ];
    }),
  ];
}

function rowEdge(
  object: PictureObject,
  row: AddressRow,
  shared: ReadonlySet<string>,
  byId: ReadonlyMap<string, SceneBox>,
): readonly SceneEdge[] {
  if (row.kind === 'group') {
    const flow = bestOf(row.group.addresses.map(bestFlow));
    return edge(byId, object.id, row.group.id, { flow, why: null, isDashed: false });
  }
  const { id, flows, isRendered } = row.address;
  const flow = rowFlow(row.address, shared);
  const why = flows.find((each) => each.why && each.flow === flow)?.why ?? null;
  return edge(byId, object.id, id, { flow, why, isDashed: isRendered, isCrossed: !why || !shared.has(why.message) });
}

type EdgeState = Pick<SceneEdge, 'flow' | 'why' | 'isDashed'> & { readonly isCrossed?: boolean };

/** None where an end is not drawn. */
function edge(
  boxes: ReadonlyMap<string, SceneBox>,
  from: string,
  to: string,
  { flow, why, isDashed, isCrossed = true }: EdgeState,
): readonly SceneEdge[] {
  const [start, end] = [boxes.get(from), boxes.get(to)];
  if (!start || !end) return [];
  const y2 = end.y + (end.kind === 'address' ? addressHeight / 2 : end.height / 2);
  const isDown = end.x < start.x + start.width;
  const line = isDown
    ? { x1: start.x + downIndent, y1: start.y + start.height, x2: end.x, y2 }
    : { x1: start.x + start.width, y1: start.y + start.height / 2, x2: end.x, y2 };
  return [
    {
      from,
      to,
      ...line,
      isDown,
      flow,
      why,
      isDashed: isDashed || flow === 'unknown',
      isCrossed: isCrossed && flow === 'broken',
    },
  ];
}
