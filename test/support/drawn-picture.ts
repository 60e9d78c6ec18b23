/** Reads the SVG of a picture back, as it is drawn: boxes, rows, edges, their shapes and texts. Not well-formed XML throws. */
import { SaxesParser } from 'saxes';

export interface DrawnText {
  readonly text: string;
  readonly style: string;
  readonly x: number;
  readonly y: number;
}

export interface DrawnBox {
  readonly id: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** As the colour says. */
  readonly flow: string;
  /** Of an address, one for each Service port. */
  readonly flows: readonly string[];
  /** `-` where there is no reason. */
  readonly codes: readonly string[];
  readonly mark: string | undefined;
  /** As the shape says. */
  readonly drawnMark: string | undefined;
  readonly isDashed: boolean;
  readonly texts: readonly DrawnText[];
  /** What a screen reader says. */
  readonly label: string;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly flow: string;
  /** As the colour says. */
  readonly drawnFlow: string;
  readonly code: string | undefined;
  readonly isDashed: boolean;
  readonly isCrossed: boolean;
  readonly label: string;
}

export interface DrawnService {
  readonly id: string;
  readonly y: number;
  readonly heads: readonly DrawnText[];
  readonly boxes: readonly DrawnBox[];
  readonly edges: readonly DrawnEdge[];
}

export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  readonly caption: string;
  readonly services: readonly DrawnService[];
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

export function drawnPicture(svg: string): DrawnPicture {
  const root = parsed(svg);
  const texts = root.children.filter(({ name }) => name === 'text');
  return {
    width: Number(root.attributes['width']),
    height: Number(root.attributes['height']),
    caption: texts.map(({ text }) => text).join('\n'),
    services: root.children.filter(({ name }) => name === 'g').map(serviceOf),
  };
}

function parsed(svg: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: attributes,
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const own = open.at(-1);
    if (own) own.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(svg).close();
  const [root] = top.children;
  if (!root) throw new Error('The SVG is empty.');
  return root;
}

function serviceOf({ attributes, children }: Element): DrawnService {
  const [, y] = translation(attributes);
  const groups = children.filter(({ name }) => name === 'g');
  return {
    id: attributes['data-service'] ?? '',
    y,
    heads: children.filter(({ name }) => name === 'text').map(textOf),
    boxes: groups.filter((each) => 'data-id' in each.attributes).map(boxOf),
    edges: groups.filter((each) => 'data-from' in each.attributes).map(edgeOf),
  };
}

function boxOf({ attributes, children }: Element): DrawnBox {
  const [x, y] = translation(attributes);
  const [kind = '', flow = '', dashed] = (attributes['class'] ?? '').split(' ').filter((name) => name !== 'part');
  const rect = children.find(({ name }) => name === 'rect')?.attributes ?? {};
  const mark = children.find((each) => each.attributes['class']?.startsWith('mark '));
  return {
    id: attributes['data-id'] ?? '',
    kind,
    x,
    y,
    width: Number(rect['width']),
    height: Number(rect['height']),
    flow,
    flows: (attributes['data-flows'] ?? '').split(' '),
    codes: attributes['data-codes']?.split(' ') ?? [],
    mark: attributes['data-mark'],
    drawnMark: mark && markOf(mark),
    isDashed: dashed === 'dashed',
    texts: children.filter(({ name }) => name === 'text').map(textOf),
    label: labelOf(children),
  };
}

/** By shape: a filled circle, an empty one, a half one, a cross. */
function markOf({ name, attributes, children }: Element): string {
  if (name === 'path') return 'refused';
  if (children.some((each) => each.attributes['class'] === 'half')) return 'terminating';
  return attributes['class'] === 'mark ready' ? 'ready' : 'not-ready';
}

function edgeOf({ attributes, children }: Element): DrawnEdge {
  const line = children.find((each) => each.attributes['class']?.startsWith('edge '));
  const [, drawnFlow = '', dashed] = (line?.attributes['class'] ?? '').split(' ');
  return {
    from: attributes['data-from'] ?? '',
    to: attributes['data-to'] ?? '',
    flow: attributes['data-flow'] ?? '',
    drawnFlow,
    code: attributes['data-code'],
    isDashed: dashed === 'dashed',
    isCrossed: children.some((each) => each.attributes['class'] === 'cross'),
    label: labelOf(children),
  };
}

function labelOf(children: readonly Element[]): string {
  return children.find(({ name }) => name === 'title')?.text ?? '';
}

function textOf({ text, attributes }: Element): DrawnText {
  return { text, style: attributes['class'] ?? '', x: Number(attributes['x']), y: Number(attributes['y']) };
}

function translation({ transform = '' }: Readonly<Record<string, string>>): readonly [x: number, y: number] {
  const [, x, y] = /^translate\((\S+) (\S+)\)$/.exec(transform) ?? [];
  return [Number(x), Number(y)];
}
