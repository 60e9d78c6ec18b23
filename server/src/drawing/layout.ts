/** Computes where the parts of a Service are drawn. */
import type { PictureObject, PictureService } from '../analysis/picture/picture.ts';
import { addressBoxes } from './address-box.ts';
import { clientBox, groupBox, objectBox, portBox, type BoxShape } from './boxes.ts';
import { attachment } from '../text/memo.ts';
import { charWidth, fitted, fittedLines } from './cells.ts';
import { foldedRows, sharedReasons } from './fold.ts';
import { serviceLabel, unknownLabel } from './labels.ts';
import { placeLabel } from '../analysis/picture/place-label.ts';
import { edgesBetween } from './edges.ts';
import type { Scene, SceneBox, SceneLine } from './scene.ts';

export interface LayoutOptions {
  /** In pixels. */
  readonly width: number;
  /** Whether the group of this id is unfolded. */
  readonly isOpen: (id: string) => boolean;
  /** True for a page, which writes the title itself, and draws the same parts again. */
  readonly isOnPage?: boolean;
}

/** Below, labels would be cut to nothing: a page scrolls instead. */
export const leastWidth = 360;

/** Below, addresses are drawn below their object, and ports below the clients. */
const leastBeside = 640;

const margin = 12;
/** Between boxes of a lane. */
const gap = 10;
/** Of what is below another box. */
const indent = 18;
/** In a tall drawing, what has many parts beside it is near its top, where it is seen. */
const mostAbove = 140;

interface Lane {
  readonly x: number;
  readonly width: number;
}

interface Lanes {
  readonly clients: Lane | undefined;
  readonly ports: Lane;
  readonly objects: Lane;
  readonly addresses: Lane;
  readonly isStacked: boolean;
}

export function layoutService(service: PictureService, { width, isOpen, isOnPage = false }: LayoutOptions): Scene {
  const full = Math.max(width, leastWidth);
  const lanes = lanesOf(full, service.clients.length > 0);
  const title = isOnPage ? [] : titleLines(service, full - 2 * margin);
  const top = margin + title.length * 18 + 26;
  const blocks = stack(
    service.objects.map((object) => blockOf(object, service, lanes, { isOpen, isOnPage })),
    top,
  );
  const bottom = blocks.reduce((y, block) => Math.max(y, block.y + block.height), top);
  const left = lanes.isStacked ? stackedPorts(service, lanes, top) : portsBeside(service, lanes, { top, bottom });
  const boxes = [...left, ...blocks.flatMap((block) => block.boxes)];
  const height = Math.max(bottom, ...boxes.map((box) => box.y + box.height)) + margin;
  return {
    service,
    width: full,
    height: Math.round(height),
    heads: headsOf(lanes),
    title,
    boxes,
    edges: edgesBetween(service, boxes, isOpen),
  };
}

/** As large as the title, in a bold font. */
const titleCharWidth = 8.5;

function headsOf({ clients, ports, objects, addresses, isStacked }: Lanes): Scene['heads'] {
  if (isStacked)
    return [
      { text: clients ? 'clients and ports' : 'ports', x: ports.x },
      { text: 'addresses', x: objects.x },
    ];
  return [
    ...(clients ? [{ text: 'clients', x: clients.x }] : []),
    { text: 'Service ports', x: ports.x },
    { text: 'slices and Endpoints', x: objects.x },
    { text: 'addresses', x: addresses.x },
  ];
}

interface Extent {
  readonly top: number;
  readonly bottom: number;
}

function portsBeside(service: PictureService, lanes: Lanes, extent: Extent): readonly SceneBox[] {
  const { clients, ports } = lanes;
  return [
    ...(clients
      ? centered(
          service.clients.map((client) => clientBox(client, clients.width)),
          clients,
          extent,
        )
      : []),
    ...centered(
      service.ports.map((port) => portBox(port, ports.width)),
      ports,
      extent,
    ),
  ];
}

function stackedPorts(service: PictureService, { clients, ports }: Lanes, top: number): readonly SceneBox[] {
  // Left of them is the room for the edges from clients to ports.
  const room = clients ? indent : 0;
  const shapes = [
    ...service.clients.map((client) => clientBox(client, ports.width - room)),
    ...service.ports.map((port) => portBox(port, ports.width - room)),
  ];
  let y = top;
  return shapes.map((shape) => {
    const box = { ...shape, x: ports.x + room, y };
    y += shape.height + gap;
    return box;
  });
}

function titleLines(service: PictureService, width: number): readonly SceneLine[] {
  const cells = Math.floor(width / charWidth);
  const place = [placeLabel(service), service.build && `built in ${service.build}`].filter(Boolean).join(', ');
  const title = fitted(`${serviceLabel(service)}${place ? `  (${place})` : ''}`, Math.floor(width / titleCharWidth));
  const unknown = unknownLabel(service);
  // A headless Service and an ExternalName are served, though not by kube-proxy.
  const isBroken =
    service.isRefused || (service.type !== 'headless' && service.ports.some(({ flow }) => flow === 'broken'));
  const style = isBroken ? 'broken' : 'muted';
  return [
    { text: title, style: 'title' },
    ...(service.note === '' ? [] : fittedLines(service.note, cells, 2).map((text) => ({ text, style }) as const)),
    ...(unknown === '' ? [] : [{ text: fitted(unknown, cells), style: 'muted' } as const]),
  ];
}

function lanesOf(width: number, hasClients: boolean): Lanes {
  if (width < leastBeside) return stackedLanes(width, hasClients);
  const count = hasClients ? 4 : 3;
  const between = Math.max(28, Math.min(64, width * 0.045));
  const free = width - 2 * margin - (count - 1) * between;
  const parts = hasClients ? [0.19, 0.18, 0.29, 0.34] : [0, 0.22, 0.34, 0.44];
  let x = margin;
  const lanes = parts.map((part): Lane => {
    const lane = { x: Math.round(x), width: Math.round(free * part) };
    if (part > 0) x += lane.width + between;
    return lane;
  });
  const [clients = lane0, ports = lane0, objects = lane0, addresses = lane0] = lanes;
  return { clients: hasClients ? clients : undefined, ports, objects, addresses, isStacked: false };
}

function stackedLanes(width: number, hasClients: boolean): Lanes {
  const between = 28;
  const free = width - 2 * margin - between;
  const ports = { x: margin, width: Math.round(free * 0.34) };
  const x = margin + ports.width + between;
  const objects = { x, width: width - margin - x };
  const addresses = { x: x + indent, width: objects.width - indent };
  return { clients: hasClients ? ports : undefined, ports, objects, addresses, isStacked: true };
}

const lane0: Lane = { x: 0, width: 0 };

interface Block {
  readonly y: number;
  readonly height: number;
  readonly boxes: readonly SceneBox[];
}

/** An object with its addresses beside it. */
function blockOf(
  object: PictureObject,
  service: PictureService,
  lanes: Lanes,
  { isOpen, isOnPage }: Required<Pick<LayoutOptions, 'isOpen' | 'isOnPage'>>,
): (y: number) => Block {
  const own = objectBox(object, service.ports, lanes.objects.width);
  const rows = foldedRows(object, isOpen);
  const { width } = lanes.addresses;
  const addressBox = addressBoxes(service.ports, { width, shared: sharedReasons(object), isOnPage });
  const shapes = rows.map((row) =>
    row.kind === 'group' ? groupBox(row.group, row.isOpen, width) : addressBox(row.address, row.isInGroup),
  );
  const rowsHeight = shapes.reduce((sum, shape) => sum + shape.height, 0);
  const { isStacked } = lanes;
  const height = isStacked ? own.height + rowsHeight + 4 : Math.max(own.height, rowsHeight);
  return (y) => {
    let at = isStacked ? y + own.height + 4 : y + (height - rowsHeight) / 2;
    const placed = shapes.map((shape) => {
      const place = { x: lanes.addresses.x, y: at };
      const box = isOnPage ? placedAt(shape, place) : { ...shape, ...place };
      at += shape.height;
      return box;
    });
    return {
      y,
      height,
      boxes: [
        { ...own, x: lanes.objects.x, y: isStacked ? y : y + Math.min((height - own.height) / 2, mostAbove) },
        ...placed,
      ],
    };
  };
}

/** The last box of a shape, which an address that has not changed keeps. */
const lastPlaced = attachment((_shape: BoxShape): { box: SceneBox | undefined } => ({ box: undefined }));

function placedAt(shape: BoxShape, { x, y }: Pick<SceneBox, 'x' | 'y'>): SceneBox {
  const last = lastPlaced(shape);
  if (last.box?.x !== x || last.box.y !== y) last.box = { ...shape, x, y };
  return last.box;
}

function stack(blocks: readonly ((y: number) => Block)[], top: number): readonly Block[] {
  let y = top;
  return blocks.map((place) => {
    const block = place(y);
    y += block.height + gap;
    return block;
  });
}

function centered(shapes: readonly BoxShape[], { x }: Lane, { top, bottom }: Extent): readonly SceneBox[] {
  const height = shapes.reduce((sum, shape) => sum + shape.height, 0) + (shapes.length - 1) * gap;
  let y = Math.max(top, top + Math.min((bottom - top - height) / 2, mostAbove));
  return shapes.map((shape) => {
    const box = { ...shape, x, y };
    y += shape.height + gap;
    return box;
  });
}
