/** Makes the boxes of a drawing: their lines, sizes and words. Lengths are in pixels. */
import { bestOf } from '../analysis/picture/best-flow.ts';
import type { PictureClient, PictureObject, PicturePort } from '../analysis/picture/picture.ts';
import { cellCount, charWidth, fitted, fittedEnd, fittedLines } from './cells.ts';
import { bestFlow, objectNoteFlow, type AddressGroup } from './fold.ts';
import {
  breakLabel,
  changeStart,
  clientLabel,
  flowWords,
  groupLabel,
  objectLabel,
  portLabel,
  portState,
  shortPort,
} from './labels.ts';
import { placeLabel } from '../analysis/picture/place-label.ts';
import type { SceneBox, SceneLine } from './scene.ts';

/** A box before it has a place. */
export type BoxShape = Omit<SceneBox, 'x' | 'y'>;

/** Of a line of text. */
export const lineHeight = 16;
export const padding = 8;

const longestLabel = 2_000;

export function clientBox(client: PictureClient, width: number): BoxShape {
  const { id, kind, name, by, ports, missing, change } = client;
  const most = cellsIn(width);
  const flow = missing.length > 0 ? 'broken' : bestOf(ports.map((port) => port.flow));
  // The box of the port says why it has no endpoint.
  const edges = ports.flatMap(({ flow: each, why }) =>
    each !== 'idle' && why && why.code !== 'no-endpoint'
      ? [{ style: each === 'broken' ? ('broken' as const) : ('muted' as const), why }]
      : [],
  );
  const broken = [...missing.map((why) => ({ style: 'broken' as const, why })), ...edges];
  const reasons = new Map(broken.map(({ style, why }) => [breakLabel(why), style] as const));
  const place = placeLabel(client);
  return box(
    { id, kind: 'client', width, flow },
    [
      { text: fitted(`${changeStart(client)}${kind}`, most), style: name === '' ? 'title' : 'muted' },
      ...(name === '' ? [] : [{ text: fitted(name, most), style: 'title' as const }]),
      ...(by === '' ? [] : fittedLines(`by ${by}`, most, 2).map((text) => ({ text, style: 'muted' as const }))),
      ...(place === '' ? [] : [{ text: fittedEnd(place, most), style: 'muted' as const }]),
      ...[...reasons].flatMap(([reason, style]) => fittedLines(reason, most, 12).map((text) => ({ text, style }))),
    ],
    [clientLabel(client), change ?? '', by && `by ${by}`, place, ...reasons.keys()],
  );
}

export function portBox(port: PicturePort, width: number): BoxShape {
  const most = cellsIn(width);
  const style = portState(port) === 'broken' ? 'broken' : 'idle';
  const notes = port.note === '' ? [] : fittedLines(port.note, most, 4);
  return box(
    { id: port.id, kind: 'port', width, flow: port.flow, isDashed: !port.certain },
    [
      ...portTitle(port, most).map((text) => ({ text, style: 'title' }) as const),
      ...(port.nodePort === null ? [] : [{ text: `node port ${port.nodePort}`, style: 'muted' as const }]),
      ...notes.map((text) => ({ text, style }) as const),
      ...(port.certain ? [] : [{ text: 'not certain', style: 'muted' as const }]),
    ],
    [`Service port ${portLabel(port)}`, port.change ?? '', flowWords[port.flow], port.note],
  );
}

/** The name is on a line of its own where it would be cut. */
function portTitle(port: PicturePort, most: number): readonly string[] {
  const label = portLabel(port);
  if (port.name === '' || cellCount(label) <= most) return [fitted(label, most)];
  return [fitted(portLabel({ ...port, name: '' }), most), fitted(port.name, most)];
}

export function objectBox(object: PictureObject, ports: readonly PicturePort[], width: number): BoxShape {
  const most = cellsIn(width);
  const { flows, manager, note } = object;
  const noteStyle = objectNoteFlow(object) === 'broken' ? 'broken' : 'idle';
  const names = new Map(ports.map((port) => [port.id, shortPort(port)]));
  const reasons = flows.flatMap(({ port, why, flow: state }) => {
    if (!why || why.message === note) return [];
    const name = flows.length > 1 ? `${names.get(port) ?? port}: ` : '';
    return [{ text: `${name}${breakLabel(why)}`, flow: state }];
  });
  const about = aboutLines(
    placeLabel(object),
    [object.addressType, manager && `by ${manager}`].filter(Boolean).join(' · '),
    most,
  );
  const lines: readonly SceneLine[] = [
    { text: fitted(objectLabel(object), most), style: 'title' },
    ...about.map((text) => ({ text, style: 'muted' }) as const),
    ...(object.ports.length === 0 ? [] : [{ text: fitted(object.ports.join(', '), most), style: 'plain' as const }]),
    ...(note === '' ? [] : fittedLines(note, most, 6).map((text) => ({ text, style: noteStyle }) as const)),
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
        ...about,
        object.ports.join(', '),
        note,
        ...reasons.map(({ text }) => text),
      ],
    ),
    mark: object.mark === 'refused' ? 'refused' : undefined,
  };
}

/** On one line where both fit. */
function aboutLines(place: string, rest: string, most: number): readonly string[] {
  const both = [place, rest].filter(Boolean).join(' · ');
  if (cellCount(both) <= most) return both === '' ? [] : [fitted(both, most)];
  return [...(place === '' ? [] : [fittedEnd(place, most)]), ...(rest === '' ? [] : fittedLines(rest, most, 3))];
}

export function groupBox(group: AddressGroup, isOpen: boolean, width: number): BoxShape {
  const flows = group.addresses.map(bestFlow);
  const flow = bestOf(flows);
  const brokenCount = flows.filter((each) => each === 'broken').length;
  const text = groupLabel(group);
  const broken = brokenCount > 0 ? [`${brokenCount} without traffic`] : [];
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

interface BoxHead extends Pick<SceneBox, 'id' | 'kind' | 'width' | 'flow'> {
  readonly isDashed?: boolean;
}

function box(head: BoxHead, lines: readonly SceneLine[], said: readonly string[]): BoxShape {
  return {
    isDashed: false,
    ...head,
    height: lines.length * lineHeight + 2 * padding,
    mark: undefined,
    lines: lines.map(({ text, style }) => ({ text: fitted(text, cellsIn(head.width)), style })),
    cells: [],
    flows: [],
    label: labelWords(said),
    isOpen: undefined,
  };
}

function cellsIn(width: number): number {
  return Math.floor((width - 2 * padding) / charWidth);
}

/** The parts of the label of a box, as sentences. */
export function labelWords(parts: readonly string[]): string {
  const text = parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');
  return fitted(text, longestLabel);
}
