/** Makes the box of an address: a line with its state at each Service port, and the reasons below. Lengths are in pixels. */
import type { AddressFlow, PictureAddress, PicturePort } from '../analysis/picture/picture.ts';
import { attachment } from '../text/memo.ts';
import { labelWords, lineHeight, type BoxShape } from './boxes.ts';
import { cellCount, charWidth, fitted, fittedLines } from './cells.ts';
import { bestFlow, rowFlow } from './fold.ts';
import {
  addressDetails,
  addressLabel,
  breakLabel,
  changeStart,
  flowSigns,
  flowWords,
  markWords,
  shortPort,
} from './labels.ts';
import type { SceneCell, SceneLine } from './scene.ts';

/** Of an address without a reason. */
export const addressHeight = 22;

/** Before the text of an address: its mark. */
export const markWidth = 20;

const groupIndent = 14;

/** Of a port's name beside an address, in cells. */
const longestPort = 12;

/** With more Service ports, only the numbers of states are shown. */
const mostCells = 3;

interface AddressBoxOptions {
  readonly width: number;
  /** The reasons that the object shows for all of its addresses. */
  readonly shared: ReadonlySet<string>;
  /** As in `LayoutOptions`. */
  readonly isOnPage: boolean;
}

/** The last box of an address, and what it was made of. After a change elsewhere, a page places it again and does not measure its texts. */
const lastBox = attachment((_address: PictureAddress): { of: string; box: BoxShape | undefined } => ({
  of: '',
  box: undefined,
}));

/** Returns a function that makes the boxes of the addresses of an object. */
export function addressBoxes(
  ports: readonly PicturePort[],
  options: AddressBoxOptions,
): (address: PictureAddress, isInGroup: boolean) => BoxShape {
  const { width, shared, isOnPage } = options;
  const draw = (address: PictureAddress, isInGroup: boolean): BoxShape =>
    newBox(address, ports, { ...options, isInGroup });
  if (!isOnPage) return draw;
  const texts = [width, ...shared, ...ports.flatMap((port) => [port.id, shortPort(port)])].join('\n');
  return (address, isInGroup) => {
    const of = isInGroup ? `>${texts}` : texts;
    const last = lastBox(address);
    if (last.box && last.of === of) return last.box;
    last.of = of;
    last.box = draw(address, isInGroup);
    return last.box;
  };
}

function newBox(
  address: PictureAddress,
  ports: readonly PicturePort[],
  { width, shared, isInGroup }: Omit<AddressBoxOptions, 'isOnPage'> & { readonly isInGroup: boolean },
): BoxShape {
  const flow = rowFlow(address, shared);
  const reasons = reasonsOf(address, ports);
  const own = reasons.filter(({ message }) => !shared.has(message));
  const all = ports.length > 1 && ports.length <= mostCells ? cellsOf(address, ports, width) : [];
  const indent = markWidth + (isInGroup ? groupIndent : 0);
  // A cell stays free before the ports.
  const beside = Math.floor((width - indent - all.length * cellWidthOf(ports)) / charWidth) - (all.length > 0 ? 1 : 0);
  // Where an address would be cut, its ports are on a line below.
  const isCut = all.length > 0 && cellCount(address.address) > beside;
  const cells = isCut ? [] : all;
  const most = Math.floor((width - indent) / charWidth);
  const free = isCut ? most : beside;
  const many =
    ports.length > mostCells
      ? `  ${address.flows.filter((each) => each.flow === 'used').length} of ${ports.length} ports`
      : '';
  const details = addressDetails(address);
  const head = `${all.length > 0 ? changeStart(address) + address.address : addressLabel(address)}${many}`;
  const isShort = head.length + details.length + 2 <= free;
  const style = flow === 'broken' ? 'broken' : 'idle';
  const lines: readonly SceneLine[] = [
    {
      text: fitted(isShort && details !== '' ? `${head}  ${details}` : head, free),
      style: flow === 'used' ? 'plain' : style,
    },
    ...(isCut ? [{ text: fitted(all.map(({ text }) => text).join('  '), most), style: 'muted' as const }] : []),
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
    label: labelWords([
      head,
      address.change ?? '',
      markWords[address.mark],
      flowWords[bestFlow(address)],
      details,
      ...reasons.map(({ text }) => text),
    ]),
    isOpen: undefined,
  };
}

/** Each reason once, with the port where it is one of several. */
function reasonsOf({ flows }: PictureAddress, ports: readonly PicturePort[]) {
  const isSame = new Set(flows.map(({ why }) => why?.message)).size === 1;
  const named = (isSame ? flows.slice(0, 1) : flows).flatMap((each: AddressFlow, i) => {
    if (!each.why) return [];
    const port = ports[i];
    const start = isSame || !port ? '' : `${shortPort(port)}: `;
    return [{ message: each.why.message, text: `${start}${breakLabel(each.why)}` }];
  });
  return named;
}

/** A sign, a number or a name, and a space. */
function cellWidthOf(ports: readonly PicturePort[]): number {
  const most = Math.max(5, ...ports.map((port) => Math.min(longestPort, cellCount(shortPort(port)))));
  return Math.ceil((most + 3) * charWidth);
}

function cellsOf({ flows }: PictureAddress, ports: readonly PicturePort[], width: number): readonly SceneCell[] {
  const cellWidth = cellWidthOf(ports);
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
