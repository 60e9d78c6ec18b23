/** Arranges a Service as a tree: ports, then the objects behind them, then their addresses. Drawings without lanes show it. */
import { bestOf } from '../analysis/picture/best-flow.ts';
import type {
  Break,
  Flow,
  Mark,
  PictureAddress,
  PictureClient,
  PictureObject,
  PicturePort,
  PictureService,
} from '../analysis/picture/picture.ts';
import { grouped } from '../text/quote.ts';
import { groupBy } from '../text/group.ts';
import { foldedRows, objectNoteFlow, type AddressGroup } from './fold.ts';
import {
  addressDetails,
  breakLabel,
  changeStart,
  clientLabel,
  groupLabel,
  hostWithPort,
  objectLabel,
  portLabel,
  portState,
  serviceLabel,
  shortPort,
  unknownLabel,
} from './labels.ts';
import { placeLabel } from '../analysis/picture/place-label.ts';
import type { SceneKind } from './scene.ts';

export interface TreeNode {
  readonly kind: 'service' | SceneKind;
  /** The ids of the Service ports that are drawn as one; empty for other parts. */
  readonly ports: readonly string[];
  readonly flow: Flow;
  /** Of an endpoint or a refused object. */
  readonly mark: Mark | undefined;
  /** True for what is known only after a template or a program has run. */
  readonly isDashed: boolean;
  readonly head: string;
  /** Where it is; empty for a part of several places. */
  readonly place: string;
  readonly details: readonly string[];
  readonly notes: readonly TreeNote[];
  readonly children: readonly TreeNode[];
  /** True where the part above says already why no traffic flows. */
  readonly isBehind: boolean;
}

/** A sentence below a part. */
export interface TreeNote {
  readonly text: string;
  readonly flow: Flow;
}

type IsOpen = (id: string) => boolean;

/** More reasons of an object or a group are counted. */
const mostReasons = 3;

export function serviceTree(service: PictureService, isOpen: IsOpen): TreeNode {
  const { note, build, ports, objects, isRefused, type } = service;
  const unknown = unknownLabel(service);
  const noteFlow = type === 'headless' && !isRefused ? 'idle' : 'broken';
  const said = new Set([note]);
  const clients = service.clients.map((client) => clientNode(client, ports));
  const children =
    ports.length === 0
      ? objects.map((object) => objectNode(object, 0, said, isOpen))
      : portSets(service).map((same) => portNode(same, service, said, isOpen));
  return {
    ...bare,
    kind: 'service',
    flow: clients.some(({ flow }) => flow === 'broken')
      ? 'broken'
      : worstOf([...ports.map(portState), ...children.map(({ flow }) => flow)]),
    head: serviceLabel(service),
    place: placeLabel(service),
    details: build === null ? [] : [`built in ${build}`],
    notes: [
      ...(note === '' ? [] : [{ text: note, flow: noteFlow } as const]),
      ...(unknown === '' ? [] : [{ text: unknown, flow: 'unknown' } as const]),
    ],
    children: [...clients, ...children],
  };
}

const bare = {
  ports: [],
  mark: undefined,
  isDashed: false,
  place: '',
  details: [],
  notes: [],
  children: [],
  isBehind: false,
} as const satisfies Partial<TreeNode>;

/** What a person must look at first. */
function worstOf(flows: readonly Flow[]): Flow {
  return (['broken', 'unknown', 'used'] as const).find((flow) => flows.includes(flow)) ?? 'idle';
}

function clientNode(client: PictureClient, ports: readonly PicturePort[]): TreeNode {
  const names = client.ports.map(({ port }) => ports.find(({ id }) => id === port)).flatMap((port) => port ?? []);
  // What is said of a port is not said of its clients again.
  const known = new Set(ports.map(({ note }) => note));
  const reasons = [
    ...client.missing.map((why) => ({ why, flow: 'broken' as const })),
    ...client.ports.flatMap(({ why, flow }) => (why && !known.has(why.message) ? [{ why, flow }] : [])),
  ];
  return {
    ...bare,
    kind: 'client',
    flow: client.missing.length > 0 ? 'broken' : bestOf(client.ports.map(({ flow }) => flow)),
    head: `${clientLabel(client)} to ${names.length === 0 ? 'no port' : names.map(shortPort).join(', ')}`,
    place: placeLabel(client),
    details: client.by === '' ? [] : [`by ${client.by}`],
    notes: reasonNotes(reasons),
  };
}

/** The indexes of ports at which the same becomes of each object and address: they are drawn as one. */
function portSets({ ports, objects }: PictureService): readonly (readonly number[])[] {
  let sets: readonly (readonly number[])[] = [[...ports.keys()]];
  const split = (stateAt: (i: number) => string): void => {
    // Most ports soon differ, and are not compared any more.
    if (sets.length < ports.length)
      sets = sets.flatMap((set) => (set.length > 1 ? [...groupBy(set, stateAt).values()] : [set]));
  };
  split((i) => JSON.stringify([ports[i]?.flow, ports[i]?.note, ports[i]?.certain, ports[i]?.change]));
  for (const { flows, addresses } of objects) {
    split((i) => stateText(flows[i]));
    for (const { flows: own } of addresses) split((i) => `${own[i]?.number} ${stateText(own[i])}`);
  }
  return sets.toSorted(([a = 0], [b = 0]) => a - b);
}

function stateText(state: { readonly flow: Flow; readonly why: Break | null } | undefined): string {
  return `${state?.flow} ${state?.why?.message ?? ''}`;
}

function portNode(
  same: readonly number[],
  { ports, objects }: PictureService,
  said: ReadonlySet<string>,
  isOpen: IsOpen,
): TreeNode {
  const own = same.flatMap((i) => ports[i] ?? []);
  const [first] = own;
  const [i = 0] = same;
  const { flow = 'idle', note = '', certain = true } = first ?? {};
  const nodePorts = own.flatMap(({ nodePort }) => nodePort ?? []);
  return {
    ...bare,
    kind: 'port',
    ports: own.map(({ id }) => id),
    flow,
    isDashed: !certain,
    head: own.map(portLabel).join(', '),
    details: [
      ...(nodePorts.length === 0 ? [] : [`node port ${nodePorts.join(', ')}`]),
      ...(certain ? [] : ['not certain']),
    ],
    notes: note === '' || said.has(note) ? [] : [{ text: note, flow: first ? portState(first) : flow }],
    children: objects.map((object) => objectNode(object, i, said, isOpen)),
  };
}

function objectNode(object: PictureObject, i: number, said: ReadonlySet<string>, isOpen: IsOpen): TreeNode {
  const { addressType, manager, ports, mark, note, isRendered } = object;
  const state = object.flows[i];
  const flow =
    mark === 'refused' ? 'broken' : (state?.flow ?? worstOf(object.addresses.map((each) => flowAt(each, i))));
  const notes = [
    ...(note === '' || said.has(note) ? [] : [{ text: note, flow: objectNoteFlow(object) }]),
    ...(state?.why && state.why.message !== note && !said.has(state.why.message)
      ? [{ text: breakLabel(state.why), flow }]
      : []),
  ];
  const shared = new Set([...said, note, state?.why?.message ?? ''].filter(Boolean));
  return {
    ...bare,
    kind: 'object',
    flow,
    mark: mark === 'refused' ? mark : undefined,
    isDashed: isRendered,
    head: objectLabel(object),
    place: placeLabel(object),
    details: [addressType, manager && `by ${manager}`, ports.join(', ')].filter(Boolean),
    notes,
    children: foldedRows(object, isOpen).flatMap((row): readonly TreeNode[] => {
      if (row.kind === 'address') return row.isInGroup ? [] : [addressNode(row.address, i, shared)];
      return [groupNode(row.group, i, { shared, isOpen: row.isOpen })];
    }),
  };
}

function groupNode(
  group: AddressGroup,
  i: number,
  { shared, isOpen }: { readonly shared: ReadonlySet<string>; readonly isOpen: boolean },
): TreeNode {
  const { addresses } = group;
  const flows = addresses.map((address) => flowAt(address, i));
  const used = flows.filter((flow) => flow === 'used').length;
  const states = addresses.flatMap(({ flows: own }) => {
    const { why = null, flow = 'idle' } = own[i] ?? {};
    return why && !shared.has(why.message) ? [{ why, flow }] : [];
  });
  return {
    ...bare,
    kind: 'group',
    flow: bestOf(flows),
    head: groupLabel(group),
    details: used === addresses.length || used === 0 ? [] : [`${grouped(used)} get traffic`],
    notes: isOpen ? [] : reasonNotes(states),
    isBehind: states.length === 0 && used === 0,
    children: isOpen ? addresses.map((address) => addressNode(address, i, shared)) : [],
  };
}

function addressNode(address: PictureAddress, i: number, shared: ReadonlySet<string>): TreeNode {
  const { flow = 'idle', why = null, number = null } = address.flows[i] ?? {};
  const details = addressDetails(address);
  return {
    ...bare,
    kind: 'address',
    flow,
    mark: address.mark,
    isDashed: address.isRendered,
    head: changeStart(address) + hostWithPort(address.address, number),
    details: details === '' ? [] : details.split(' · '),
    notes: why && !shared.has(why.message) ? [{ text: breakLabel(why), flow }] : [],
    isBehind: why !== null && shared.has(why.message),
  };
}

function flowAt({ flows }: PictureAddress, i: number): Flow {
  return flows[i]?.flow ?? 'idle';
}

/** Each reason once, with the number of parts that have it; those that nobody wants come first. */
function reasonNotes(states: readonly { readonly why: Break; readonly flow: Flow }[]): readonly TreeNote[] {
  const found = new Map<string, { readonly flow: Flow; count: number }>();
  for (const { why, flow } of states) {
    const text = breakLabel(why);
    const known = found.get(text);
    if (known) known.count += 1;
    else found.set(text, { flow, count: 1 });
  }
  const notes = [...found]
    .toSorted(([, a], [, b]) => Number(b.flow === 'broken') - Number(a.flow === 'broken'))
    .map(([text, { flow, count }]) => ({ text: count === 1 ? text : `${grouped(count)} × ${text}`, flow }));
  const left = notes.length - mostReasons;
  return left > 0
    ? [...notes.slice(0, mostReasons), { text: `and ${grouped(left)} more reasons`, flow: 'idle' }]
    : notes;
}
