/** Draws the edges between the boxes of a Service. */
import { bestOf } from '../analysis/picture/best-flow.ts';
import type { PictureObject, PictureService } from '../analysis/picture/picture.ts';
import { addressHeight } from './address-box.ts';
import { foldedRows, bestFlow, rowFlow, sharedReasons, type AddressRow } from './fold.ts';
import type { SceneBox, SceneEdge } from './scene.ts';

/** From the left of a box, in pixels: of an edge to what is below it. */
const downIndent = 8;

/** Left of the clients and the ports below them: where their edges run down. */
const gutters = [10, 14, 18];

/** From clients to ports, from ports to objects, and from objects to the rows beside them. */
export function edgesBetween(
  service: PictureService,
  boxes: readonly SceneBox[],
  isOpen: (id: string) => boolean,
): readonly SceneEdge[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const certain = new Map(service.ports.map((port) => [port.id, port.certain]));
  return [
    ...service.clients.flatMap(({ id, ports }, i) =>
      ports.flatMap(({ port, flow, why }) =>
        edge(byId, id, port, { flow, why, isDashed: false, gutter: gutters[i % gutters.length] }),
      ),
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

interface EdgeState extends Pick<SceneEdge, 'flow' | 'why' | 'isDashed'> {
  readonly isCrossed?: boolean;
  /** In pixels, from the left of a box with others between it and what is below: so its edge passes them. */
  readonly gutter?: number | undefined;
}

/** None where an end is not drawn. */
function edge(
  boxes: ReadonlyMap<string, SceneBox>,
  from: string,
  to: string,
  { flow, why, isDashed, isCrossed = true, gutter }: EdgeState,
): readonly SceneEdge[] {
  const [start, end] = [boxes.get(from), boxes.get(to)];
  if (!start || !end) return [];
  const y2 = end.y + (end.kind === 'address' ? addressHeight / 2 : end.height / 2);
  const middle = start.y + start.height / 2;
  const isBelow = end.x < start.x + start.width;
  const line = !isBelow
    ? { x1: start.x + start.width, y1: middle, downX: null }
    : gutter === undefined
      ? { x1: start.x + downIndent, y1: start.y + start.height, downX: start.x + downIndent }
      : { x1: start.x, y1: middle, downX: start.x - gutter };
  return [
    {
      from,
      to,
      ...line,
      x2: end.x,
      y2,
      flow,
      why,
      isDashed: isDashed || flow === 'unknown',
      isCrossed: isCrossed && flow === 'broken',
    },
  ];
}
