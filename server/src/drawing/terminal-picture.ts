/** Draws a picture as text for a terminal: a tree from Service ports to objects and addresses, in the columns that are there. */
import type { Flow, Mark, Picture, PictureService } from '../analysis/picture/picture.ts';
import { cellCount, fitted, fittedEnd, fittedLines } from './cells.ts';
import { grouped } from '../text/quote.ts';
import { flowSigns, flowWords, markSigns, markWords } from './labels.ts';
import { serviceTree, type TreeNode } from './service-tree.ts';
import { strayService } from './strays.ts';

export type TreeStyle = 'title' | 'plain' | 'muted' | Flow;

export interface TerminalPictureOptions {
  /** In columns, at least 40. */
  readonly width: number;
  /** Whether the group of this id is unfolded. */
  readonly isOpen: (id: string) => boolean;
  /** Adds colours; each state has a sign, too. */
  readonly paint: (style: TreeStyle, text: string) => string;
}

/** Of a reason. */
const mostLines = 12;

/** Ends with a line break; empty for a picture of nothing. No line is longer than `width`. */
export function terminalPicture(picture: Picture, options: TerminalPictureOptions): string {
  const { paint, width } = options;
  const services = [...picture.services, ...strayService(picture)];
  const roots = services.map((service) => serviceTree(service, options.isOpen));
  const lines = [
    ...roots.flatMap((root) => [...nodeLines(root, topMargins(root, paint), options), '']),
    ...legendLines(services, width).map((line) => paint('muted', line)),
    ...picture.remarks.flatMap((text) => fittedLines(text, width, mostLines)),
    ...brokenLines(roots, options),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** More Services do not fit on a screen. */
const mostAtOnce = 5;

/** Of broken Services that are named. */
const mostNamed = 10;

function topMargins({ flow }: TreeNode, paint: TerminalPictureOptions['paint']): Margins {
  return { first: `${paint(flow, flowSigns[flow])} `, rest: '' };
}

/** Where to look, at the end, which is what a terminal shows of many Services. */
function brokenLines(roots: readonly TreeNode[], options: TerminalPictureOptions): readonly string[] {
  const broken = roots.filter(({ flow }) => flow === 'broken');
  if (roots.length <= mostAtOnce || broken.length === 0) return [];
  const named = broken
    .slice(0, mostNamed)
    .flatMap((root) =>
      nodeLines({ ...root, details: [], notes: [], children: [] }, topMargins(root, options.paint), options),
    );
  const left = broken.length - mostNamed;
  return ['', 'Traffic stops in:', ...named, ...(left > 0 ? [`and in ${grouped(left)} more`] : []), ''];
}

interface Margins {
  /** Before the first line: a connector, painted. */
  readonly first: string;
  /** Before the lines of parts below: the lines of the parts around. */
  readonly rest: string;
}

function nodeLines(node: TreeNode, { first, rest }: Margins, options: TerminalPictureOptions): readonly string[] {
  const { head, mark, notes, children, place, details } = node;
  const { width, paint } = options;
  const style = styleOf(node);
  const isTop = rest === '';
  const sign = mark === undefined ? '' : `${markSigns[mark]} `;
  // The sign of the Service takes as much room as a mark.
  const free = width - rest.length - (isTop ? 2 : sign.length);
  const text = fitted(head, free);
  const aside = [place, ...details].filter((detail) => detail !== '');
  const isShort = cellCount(text) + cellCount(aside.join(' · ')) + 2 <= free;
  const start = `${first}${paint(style, sign)}${paint(isTop ? 'title' : style === 'used' ? 'plain' : style, text)}`;
  const below = `${rest}${children.length > 0 ? '│ ' : '  '}`;
  const most = width - below.length;
  return [
    isShort && aside.length > 0 ? `${start}  ${paint('muted', fitted(aside.join(' · '), free))}` : start,
    ...(isShort ? [] : asideLines(node, most).map((line) => `${below}${paint('muted', line)}`)),
    ...notes.flatMap((note) =>
      fittedLines(note.text, most, mostLines).map((line) => `${below}${paint(noteStyle(note.flow), line)}`),
    ),
    ...children.flatMap((child, i) => childLines(child, rest, i === children.length - 1, options)),
  ];
}

/** Only where traffic stops is red: not behind that. */
function styleOf({ flow, isBehind }: TreeNode): TreeStyle {
  return isBehind ? 'muted' : flow;
}

function noteStyle(flow: Flow): TreeStyle {
  return flow === 'used' || flow === 'idle' ? 'muted' : flow;
}

function childLines(
  child: TreeNode,
  rest: string,
  isLast: boolean,
  options: TerminalPictureOptions,
): readonly string[] {
  const line = child.isDashed ? '╌' : '─';
  const arrow = options.paint(styleOf(child), `${line}${child.flow === 'idle' ? line : flowSigns[child.flow]}`);
  const margins = { first: `${rest}${isLast ? '└' : '├'}${arrow} `, rest: `${rest}${isLast ? ' ' : '│'}   ` };
  return nodeLines(child, margins, options);
}

/** The place and the details, each on one line; of a place, the end is kept. */
function asideLines({ place, details }: TreeNode, most: number): readonly string[] {
  const parts = [...(place === '' ? [] : [fittedEnd(place, most)]), ...details.map((detail) => fitted(detail, most))];
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1)} · ${part}`;
    if (lines.length > 0 && cellCount(joined) <= most) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

/** What the signs mean that the picture has; none for a picture without addresses. */
function legendLines(services: readonly PictureService[], width: number): readonly string[] {
  const addresses = services.flatMap(({ objects }) => objects.flatMap((object) => object.addresses));
  if (addresses.length === 0) return [];
  const marks = new Set(addresses.map(({ mark }) => mark));
  const flows = new Set<Flow>();
  for (const address of addresses) for (const { flow } of address.flows) flows.add(flow);
  const words = [
    ...(Object.keys(markSigns) as Mark[]).flatMap((mark) =>
      marks.has(mark) ? `${markSigns[mark]} ${markWords[mark]}` : [],
    ),
    ...(Object.keys(flowSigns) as Flow[]).flatMap((flow) =>
      flows.has(flow) ? `─${flow === 'idle' ? '─' : flowSigns[flow]} ${flowWords[flow]}` : [],
    ),
    ...(addresses.some(({ isRendered }) => isRendered) ? ['╌ known after rendering'] : []),
  ];
  const lines: string[] = [];
  for (const word of words) {
    const joined = `${lines.at(-1)}   ${word}`;
    if (lines.length > 0 && joined.length <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
