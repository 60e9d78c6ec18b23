/** Makes the boxes of a drawing: their lines, sizes and words. Lengths are in pixels. */
import type {
  AddressFlow,
  PictureAddress,
  PictureClient,
  PictureObject,
  PicturePort,
} from '../analysis/picture/picture.ts';
import { charWidth, fitted, fittedLines } from './cells.ts';
import { bestFlow, bestOf, countsOf, type AddressGroup } from './fold.ts';
import {
  addressDetails,
  addressLabel,
  breakLabel,
  changeStart,
  clientLabel,
  flowSigns,
  flowWords,
  groupLabel,
  markWords,
  objectLabel,
  placeLabel,
  portLabel,
  shortPort,
} from './labels.ts';
import type { SceneBox, SceneCell, SceneLine } from './scene.ts';

/** A box before it has a place. */
export type BoxShape = Omit<SceneBox, 'x' | 'y'>;

/** Of a line of text. */
export const lineHeight = 16;
export const padding = 8;

/** Of an address without a reason. */
export const addressHeight = 22;

/** Before the text of an address: its mark. */
export const markWidth = 20;
export const groupIndent = 14;
/** Of an address at one of several Service ports. */
const cellWidth = 72;
/** With more Service ports, only the numbers of states are shown. */
const mostCells = 3;

const longestLabel = 2_000;

export function clientBox(client: PictureClient, width: number): BoxShape {
  const { id, kind, name, by, ports, missing, change } = client;
  const most = cellsIn(width);
  const flow = missing.length > 0 ? 'broken' : bestOf(ports.map((port) => port.flow));
  // The box of the port says why it has no endpoint.
  const edges = ports.flatMap(({ flow: each, why }) =>
    each !== 'idle' && why && why.code !== 'no-endpoint' ? why : [],
  );
  const broken = [...new Set([...missing, ...edges].map(breakLabel))];
  const reasons = broken.flatMap((text) => fittedLines(text, most, 6));
  const place = placeLabel(client);
  return box(
    { id, kind: 'client', width, flow },
    [
      { text: fitted(`${changeStart(client)}${kind}`, most), style: name === '' ? 'title' : 'muted' },
      ...(name === '' ? [] : [{ text: fitted(name, most), style: 'title' as const }]),
      ...(by === '' ? [] : fittedLines(`by ${by}`, most, 2).map((text) => ({ text, style: 'muted' as const }))),
      ...(place === '' ? [] : [{ text: fitted(place, most), style: 'muted' as const }]),
      ...reasons.map((text) => ({ text, style: 'broken' }) as const),
    ],
    [clientLabel(client), change ?? '', by && `by ${by}`, place, ...broken],
  );
}

export function portBox(port: PicturePort, width: number): BoxShape {
  const most = cellsIn(width);
  const style = port.flow === 'broken' ? 'broken' : 'idle';
  const notes = port.note === '' ? [] : fittedLines(port.note, most, 4);
  return box(
    { id: port.id, kind: 'port', width, flow: port.flow, isDashed: !port.certain },
    [
      { text: fitted(portLabel(port), most), style: 'title' },
      ...(port.nodePort === null ? [] : [{ text: `node port ${port.nodePort}`, style: 'muted' as const }]),
      ...notes.map((text) => ({ text, style }) as const),
      ...(port.certain ? [] : [{ text: 'not certain', style: 'muted' as const }]),
    ],
    [`Service port ${portLabel(port)}`, port.change ?? '', flowWords[port.flow], port.note],
  );
}

export function objectBox(object: PictureObject, ports: readonly PicturePort[], width: number): BoxShape {
  const most = cellsIn(width);
  const { flows, manager, note } = object;
  const names = new Map(ports.map((port) => [port.id, shortPort(port)]));
  const reasons = flows.flatMap(({ port, why }) => {
    if (!why || why.message === note) return [];
    const name = flows.length > 1 ? `${names.get(port) ?? port}: ` : '';
    return [{ text: `${name}${breakLabel(why)}`, flow: flows.find((each) => each.port === port)?.flow ?? 'broken' }];
  });
  const about = [placeLabel(object), object.addressType, manager && `by ${manager}`].filter(Boolean).join(' · ');
  const lines: readonly SceneLine[] = [
    { text: fitted(objectLabel(object), most), style: 'title' },
    ...(about === '' ? [] : fittedLines(about, most, 4).map((text) => ({ text, style: 'muted' as const }))),
    ...(object.ports.length === 0 ? [] : [{ text: fitted(object.ports.join(', '), most), style: 'plain' as const }]),
    ...(note === '' ? [] : fittedLines(note, most, 4).map((text) => ({ text, style: 'broken' }) as const)),
    ...reasons
      .slice(0, 4)
      .flatMap(({ text, flow }) =>
        fittedLines(text, most, 4).map(
          (line) => ({ text: line, style: flow === 'broken' ? 'broken' : 'idle' }) as const,
        ),
      ),
    ...(reasons.length > 4 ? [{ text: `and ${reasons.length - 4} more`, style: 'muted' as const }] : []),
  ];
  const flow = bestOf(flows.map((each) => each.flow));
  return {
    ...box(
      {
        id: object.id,
        kind: 'object',
        width,
        flow: object.mark === 'refused' ? 'broken' : flow,
        isDashed: object.isRendered,
      },
      lines,
      [
        objectLabel(object),
        object.change ?? '',
        about,
        object.ports.join(', '),
        note,
        ...reasons.map(({ text }) => text),
      ],
    ),
    mark: object.mark === 'refused' ? 'refused' : undefined,
  };
}

export function groupBox(group: AddressGroup, isOpen: boolean, width: number): BoxShape {
  const { flows } = countsOf(group.addresses);
  const flow = bestOf(group.addresses.map(bestFlow));
  const text = groupLabel(group);
  const broken = flows.broken > 0 ? [`${flows.broken} without traffic`] : [];
  const shape = box(
    { id: group.id, kind: 'group', width, flow },
    [
      { text: fitted(text, cellsIn(width) - 2), style: 'plain' },
      ...broken.map((line) => ({ text: line, style: 'broken' }) as const),
    ],
    [text, ...broken, isOpen ? 'unfolded' : 'folded'],
  );
  return { ...shape, isOpen };
}

interface AddressBoxOptions {
  readonly width: number;
  /** The reasons that the object shows for all of its addresses. */
  readonly shared: ReadonlySet<string>;
  readonly isInGroup: boolean;
}

export function addressBox(
  address: PictureAddress,
  ports: readonly PicturePort[],
  { width, shared, isInGroup }: AddressBoxOptions,
): BoxShape {
  const flow = bestFlow(address);
  const reasons = reasonsOf(address, ports);
  const own = reasons.filter(({ message }) => !shared.has(message));
  const cells = ports.length > 1 && ports.length <= mostCells ? cellsOf(address, ports, width) : [];
  const indent = markWidth + (isInGroup ? groupIndent : 0);
  const free = Math.floor((width - indent - cells.length * cellWidth) / charWidth);
  const many =
    ports.length > mostCells
      ? `  ${address.flows.filter((each) => each.flow === 'used').length} of ${ports.length} ports`
      : '';
  const details = addressDetails(address);
  const head = `${cells.length > 0 ? changeStart(address) + address.address : addressLabel(address)}${many}`;
  const isShort = head.length + details.length + 2 <= free;
  const most = Math.floor((width - indent) / charWidth);
  const style = flow === 'broken' ? 'broken' : 'idle';
  const lines: readonly SceneLine[] = [
    {
      text: fitted(isShort && details !== '' ? `${head}  ${details}` : head, free),
      style: flow === 'used' ? 'plain' : style,
    },
    ...(isShort || details === '' ? [] : [{ text: fitted(details, most), style: 'muted' as const }]),
    ...own
      .slice(0, 2)
      .flatMap(({ text }) => fittedLines(text, most, 3).map((line) => ({ text: line, style }) as const)),
  ];
  return {
    id: address.id,
    kind: 'address',
    width,
    height: addressHeight + (lines.length - 1) * lineHeight,
    mark: address.mark,
    flow,
    isDashed: address.isRendered,
    lines,
    cells,
    flows: address.flows,
    label: words([
      head,
      address.change ?? '',
      markWords[address.mark],
      flowWords[flow],
      details,
      ...reasons.map(({ text }) => text),
    ]),
    isOpen: undefined,
  };
}

/** Each reason once, with the port where it is one of several. */
function reasonsOf({ flows }: PictureAddress, ports: readonly PicturePort[]) {
  const isSame = new Set(flows.map(({ why }) => why?.message)).size === 1;
  const named = (isSame ? flows.slice(0, 1) : flows).flatMap((each: AddressFlow) => {
    if (!each.why) return [];
    const port = ports.find(({ id }) => id === each.port);
    const start = isSame || !port ? '' : `${shortPort(port)}: `;
    return [{ message: each.why.message, text: `${start}${breakLabel(each.why)}` }];
  });
  return named;
}

function cellsOf({ flows }: PictureAddress, ports: readonly PicturePort[], width: number): readonly SceneCell[] {
  return flows.map(({ flow, number }, i) => {
    const port = ports[i];
    const text = `${flowSigns[flow]} ${number ?? (port ? shortPort(port) : '')}`;
    return {
      text: fitted(text, Math.floor(cellWidth / charWidth) - 1),
      flow,
      x: width - (flows.length - i) * cellWidth,
    };
  });
}

interface BoxHead extends Pick<SceneBox, 'id' | 'kind' | 'width' | 'flow'> {
  readonly isDashed?: boolean;
}

function box(head: BoxHead, lines: readonly SceneLine[], said: readonly string[]): BoxShape {
  return {
    isDashed: false,
    ...head,
    height: lines.length * lineHeight + 2 * padding,
    mark: undefined,
    lines,
    cells: [],
    flows: [],
    label: words(said),
    isOpen: undefined,
  };
}

function cellsIn(width: number): number {
  return Math.floor((width - 2 * padding) / charWidth);
}

function words(parts: readonly string[]): string {
  const text = parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');
  return fitted(text, longestLabel);
}
