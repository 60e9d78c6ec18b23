/** Writes a picture as a Mermaid flowchart, for README files and pull requests. */
import { bestOf } from '../analysis/picture/best-flow.ts';
import type { Flow, Picture, PictureClient, PictureService } from '../analysis/picture/picture.ts';
import { counted } from '../text/quote.ts';
import { breakLabel, clientLabel, markSigns } from './labels.ts';
import { placeLabel } from '../analysis/picture/place-label.ts';
import { mermaidLabel, mermaidText } from './mermaid-label.ts';
import { serviceTree, type TreeNode } from './service-tree.ts';
import { strayService } from './strays.ts';

/** Above, Mermaid draws nothing: `maxTextSize` and `maxEdges` of its configuration. */
const mostCharacters = 50_000;
const mostEdges = 500;

/** In characters: of the lanes, the classes, and a sentence that says twice what is cut. */
const frame = 1_500;

/** In cells: of a name, and of a sentence. */
const mostName = 80;
const mostSentence = 240;

const lanes = ['clients', 'Service ports', 'slices and Endpoints', 'addresses'] as const;
type Lane = (typeof lanes)[number];

const laneOf = {
  client: 'clients',
  service: 'Service ports',
  port: 'Service ports',
  object: 'slices and Endpoints',
  group: 'addresses',
  address: 'addresses',
} as const satisfies { readonly [kind in TreeNode['kind']]: Lane };

/** Not only colours: edges have different ends, and addresses their signs. */
const classes: { readonly [flow in Flow]: string } = {
  used: 'stroke:#1a7f37',
  idle: 'stroke:#818b98',
  broken: 'stroke:#cf222e,stroke-width:2px',
  unknown: 'stroke:#9a6700',
};

/** A node with the edges that lead to it or, from a client, away from it. */
interface Unit {
  readonly lane: Lane;
  readonly id: string;
  readonly text: string;
  readonly flow: Flow;
  readonly isDashed: boolean;
  readonly edges: readonly UnitEdge[];
}

interface UnitEdge {
  readonly text: string;
  /** True where traffic stops: not on an edge behind that. */
  readonly isBreak: boolean;
}

/** Ends with a line break. The same for the same picture; never more than Mermaid draws. */
export function mermaidPicture(picture: Picture, isOpen: (id: string) => boolean): string {
  const services = [...picture.services, ...strayService(picture)];
  const { view, asked, remarks } = picture;
  const comment = `%% ${mermaidText(`endpoints show: ${view}, ${asked}`, mostSentence)}`;
  const title = `accTitle: ${mermaidText(`Traffic ${view}`, mostName)}`;
  const notes = noteLines(remarks.length > 0 || services.length > 0 ? remarks : ['Nothing to draw.'], 1);
  const room = mostCharacters - frame - [comment, title, ...notes].join('\n').length;
  const { units, complete, isCut } = drawnUnits(services, isOpen, room);
  const cut = `Cut here, as Mermaid draws at most 50,000 characters and 500 edges: ${complete} of ${counted(services.length, 'Service')} ${complete === 1 ? 'is' : 'are'} complete. Use --service NAME, or --format svg.`;
  return [
    'flowchart LR',
    comment,
    ...(isCut ? [`%% ${cut}`] : []),
    title,
    ...lanes.flatMap((lane, i) => laneLines(lane, i, units)),
    ...(isCut ? noteLines([cut], 0) : []),
    ...notes,
    ...units.flatMap((unit) => unit.edges.map(({ text }) => `  ${text}`)),
    ...linkLines(units),
    ...classLines(units),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** As many as there is room for, and how many Services are drawn completely. */
function drawnUnits(services: readonly PictureService[], isOpen: (id: string) => boolean, room: number) {
  const ids = new Ids();
  const units: Unit[] = [];
  let size = 0;
  let edges = 0;
  for (const [complete, service] of services.entries())
    for (const unit of serviceUnits(service, isOpen, ids)) {
      size += unitSize(unit);
      edges += unit.edges.length;
      if (size > room || edges > mostEdges) return { units, complete, isCut: true };
      units.push(unit);
    }
  return { units, complete: services.length, isCut: false };
}

/** Short ids: a letter and a number. An id that starts with o or x would end an edge. */
class Ids {
  readonly #counts = new Map<string, number>();

  next(kind: TreeNode['kind']): string {
    const letter = { client: 'c', service: 'p', port: 'p', object: 's', group: 'a', address: 'a' }[kind];
    const count = (this.#counts.get(letter) ?? 0) + 1;
    this.#counts.set(letter, count);
    return `${letter}${count}`;
  }
}

/** With its indents, its line breaks, and its places in lists of edges and classes. */
function unitSize({ id, text, edges, isDashed }: Unit): number {
  const ofEdges = edges.reduce((sum, edge) => sum + edge.text.length + (edge.isBreak ? 7 : 3), 0);
  return text.length + 5 + (id.length + 1) * (isDashed ? 2 : 1) + ofEdges;
}

function* serviceUnits(service: PictureService, isOpen: (id: string) => boolean, ids: Ids): Generator<Unit> {
  const root = serviceTree(service, isOpen);
  const portIds = new Map<string, string>();
  const parts = root.children.filter(({ kind }) => kind !== 'client');
  const hasPorts = parts.some(({ kind }) => kind === 'port');
  const heads = hasPorts ? parts : [{ ...root, children: parts }];
  for (const part of heads) {
    const id = ids.next(part.kind);
    for (const port of part.ports) portIds.set(port, id);
    yield unitOf(hasPorts ? withService(part, root) : part, id, []);
    for (const child of part.children) yield* unitsBelow(child, id, ids);
  }
  for (const client of service.clients) yield clientUnit(client, ids.next('client'), portIds);
}

function withService(port: TreeNode, { head, place, notes }: TreeNode): TreeNode {
  return { ...port, head, place, details: [port.head, ...port.details], notes: [...notes, ...port.notes] };
}

function* unitsBelow(node: TreeNode, from: string, ids: Ids): Generator<Unit> {
  const id = ids.next(node.kind);
  // What leads to a group leads to each of its addresses, with other reasons.
  const label = node.kind === 'group' ? [] : node.notes;
  yield unitOf(node.kind === 'group' ? node : { ...node, notes: [] }, id, [
    edgeOf(
      from,
      id,
      node,
      label.map(({ text }) => mermaidText(text, mostSentence)),
    ),
  ]);
  for (const child of node.children) yield* unitsBelow(child, id, ids);
}

function unitOf(node: TreeNode, id: string, edges: readonly UnitEdge[]): Unit {
  const { kind, head, mark, place, details, notes, flow, isDashed, isBehind } = node;
  const lines = [
    mermaidText(`${mark === undefined ? '' : `${markSigns[mark]} `}${head}`, mostName),
    ...[details.join(' · '), place].flatMap((text) => (text === '' ? [] : mermaidText(text, mostName))),
    ...notes.map(({ text }) => mermaidText(text, mostSentence)),
  ];
  return {
    lane: laneOf[kind],
    id,
    text: `${id}[${mermaidLabel(lines)}]`,
    flow: isBehind ? 'idle' : flow,
    isDashed,
    edges,
  };
}

function clientUnit(client: PictureClient, id: string, portIds: ReadonlyMap<string, string>): Unit {
  const place = placeLabel(client);
  const lines = [
    mermaidText(clientLabel(client), mostName),
    ...[client.by && `by ${client.by}`, place].flatMap((text) => (text === '' ? [] : mermaidText(text, mostName))),
    ...client.missing.map((why) => mermaidText(breakLabel(why), mostSentence)),
  ];
  const edges = client.ports.flatMap(({ port, flow, why }) => {
    const to = portIds.get(port);
    const label = why === null ? [] : [mermaidText(breakLabel(why), mostSentence)];
    return to === undefined ? [] : [edgeOf(id, to, { flow, isDashed: false, isBehind: false }, label)];
  });
  return {
    lane: 'clients',
    id,
    text: `${id}[${mermaidLabel(lines)}]`,
    flow: client.missing.length > 0 ? 'broken' : bestOf(client.ports.map(({ flow }) => flow)),
    isDashed: false,
    edges: [...new Map(edges.map((edge) => [edge.text, edge])).values()],
  };
}

function edgeOf(
  from: string,
  to: string,
  { flow, isDashed, isBehind }: Pick<TreeNode, 'flow' | 'isDashed' | 'isBehind'>,
  label: readonly string[],
): UnitEdge {
  const end = { used: '>', unknown: '>', idle: '-', broken: 'x' }[flow];
  const line = isDashed || flow === 'unknown' ? `-.-${end === '-' ? '' : end}` : `--${end}`;
  const text = `${from} ${line}${label.length === 0 ? '' : `|${mermaidLabel(label)}|`} ${to}`;
  return { text, isBreak: flow === 'broken' && !isBehind };
}

function laneLines(lane: Lane, i: number, units: readonly Unit[]): readonly string[] {
  const own = units.filter((unit) => unit.lane === lane);
  if (own.length === 0) return [];
  return [`  subgraph lane${i}["${lane}"]`, ...own.map(({ text }) => `    ${text}`), '  end'];
}

/** Sentences as nodes; the rest of many is in other formats. */
function noteLines(sentences: readonly string[], first: number): readonly string[] {
  return sentences
    .slice(0, 5)
    .map((text, i) => `  note${first + i}[${mermaidLabel([mermaidText(text, mostSentence)])}]`);
}

function classLines(units: readonly Unit[]): readonly string[] {
  const ofFlows = (Object.keys(classes) as Flow[]).flatMap((flow) => {
    const ids = units.filter((unit) => unit.flow === flow).map(({ id }) => id);
    return ids.length === 0 ? [] : [`  classDef ${flow} ${classes[flow]}`, `  class ${ids.join(',')} ${flow}`];
  });
  const dashed = units.filter(({ isDashed }) => isDashed).map(({ id }) => id);
  if (dashed.length === 0) return ofFlows;
  return [...ofFlows, '  classDef dashed stroke-dasharray:4 3', `  class ${dashed.join(',')} dashed`];
}

/** An edge is named by its number. */
function linkLines(units: readonly Unit[]): readonly string[] {
  const breaks = units.flatMap(({ edges }) => edges).flatMap(({ isBreak }, i) => (isBreak ? i : []));
  return breaks.length === 0 ? [] : [`  linkStyle ${breaks.join(',')} ${classes.broken}`];
}
