/** Expands an object into endpoints: addresses × ports. An opaque address counts as one, named by its expression. */
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import type { Document } from '../../tree/document.ts';
import { attachment, memo } from '../../text/memo.ts';
import { bareText } from '../../text/quote.ts';
import { isCollection, type Opaque } from '../../tree/value.ts';
import { isSliceRoot } from './address-type.ts';
import { integerOf, member, nodeAt, textOf, type Binding, type Bound } from './bind.ts';
import { blocksIn, memoOfBlock } from './blocks.ts';
import { isStatic } from './static-value.ts';

/** An opaque value is represented by its source text. */
export interface ExpandedPort {
  /** Empty for an unnamed port. */
  readonly name: string;
  /** The source text of an opaque number; undefined where the number is missing or of another type. */
  readonly number: bigint | string | undefined;
  /** `TCP` where it is not written. */
  readonly protocol: string;
  readonly appProtocol: string;
}

/** One address on one port. The port is undefined where the subset has none, as for a headless Service. */
export interface ExpandedEndpoint {
  /** The canonical text of the address, or the source text where it is not an address. */
  readonly ip: string;
  readonly hostname: string;
  readonly nodeName: string;
  /** The `targetRef.uid`; empty where it is absent. */
  readonly uid: string;
  readonly port: ExpandedPort | undefined;
  readonly isReady: boolean;
}

interface Expansion {
  /** Without duplicates. Subsets in order, ready before not ready; a slice in the order of its endpoints. */
  readonly endpoints: readonly ExpandedEndpoint[];
  /** False where an opaque value or a template may add or change endpoints. */
  readonly isComplete: boolean;
}

/** The endpoints of a bound Endpoints or EndpointSlice; empty where none are written. */
export function expand(binding: Binding, document: Document): Expansion {
  const last = expansionOf(binding);
  last.expansion ??= isSliceRoot(binding.root) ? expandSlice(binding, document) : expandSubsets(binding, document);
  return last.expansion;
}

/** One expansion for each binding: a binding belongs to one document. */
const expansionOf = attachment((_binding: Binding): { expansion?: Expansion } => ({}));

/** An endpoint without `conditions.ready` counts as ready. */
function expandSlice({ root }: Binding, { text }: Document): Expansion {
  const known = new Map<string, ExpandedEndpoint>();
  const [list, portList] = ['endpoints', 'ports'].map((name) => member(root, name));
  let isComplete = [root, list, portList, ...(portList?.children ?? [])].every(isStatic);
  const ports = portsOf(portList, text);
  const addEndpoint = (endpoint: Bound): void => {
    const addresses = member(endpoint, 'addresses');
    // An opaque list counts as one address.
    const all = addresses && isCollection(addresses.value) ? addresses.children : [addresses ?? endpoint];
    for (const node of all) {
      for (const port of ports)
        add(known, { written: wordsOf(node, text), owner: endpoint, port, isReady: isReady(endpoint), text });
    }
  };
  for (const block of list ? blocksIn(list) : []) {
    if (!areStatic(block)) isComplete = false;
    if (hasOpaque(block)) block.nodes.forEach(addEndpoint);
    else addKnown(known, endpointsIn(block), ports);
  }
  return { endpoints: [...known.values()], isComplete };
}

function expandSubsets({ root }: Binding, { text }: Document): Expansion {
  const known = new Map<string, ExpandedEndpoint>();
  let isComplete = isStatic(root);
  const subsets = member(root, 'subsets');
  if (!isStatic(subsets)) isComplete = false;
  for (const subset of subsets?.children ?? []) {
    const lists = ['addresses', 'notReadyAddresses', 'ports'].map((name) => member(subset, name));
    if (![subset, ...lists].every(isStatic)) isComplete = false;
    if (lists[2]?.children.some(({ value }) => value.kind === 'opaque')) isComplete = false;
    const ports = portsOf(lists[2], text);
    for (const [i, list] of [lists[0], lists[1]].entries()) {
      const addAddress = (address: Bound): void => {
        const written = wordsOf(address.value.kind === 'opaque' ? address : member(address, 'ip'), text);
        for (const port of ports) add(known, { written, owner: address, port, isReady: i === 0, text });
      };
      for (const block of list ? blocksIn(list) : []) {
        if (!areStatic(block)) isComplete = false;
        if (hasOpaque(block)) block.nodes.forEach(addAddress);
        else addKnown(known, addressesIn(block)[i], ports);
      }
    }
  }
  return { endpoints: [...known.values()], isComplete };
}

/** An opaque list counts as one port, named by its source text. */
function portsOf(list: Bound | undefined, text: string): readonly (ExpandedPort | undefined)[] {
  if (list?.value.kind === 'opaque') return [portOf(list, text)];
  return list && list.children.length > 0 ? list.children.map((port) => portOf(port, text)) : [undefined];
}

function portOf(port: Bound, text: string): ExpandedPort {
  if (port.value.kind === 'opaque') {
    return { name: '', number: writtenText(port.value, text), protocol: '', appProtocol: '' };
  }
  const number = member(port, 'port');
  return {
    name: wordsOf(member(port, 'name'), text),
    number: number?.value.kind === 'opaque' ? writtenText(number.value, text) : integerOf(number),
    protocol: wordsOf(member(port, 'protocol'), text) || 'TCP',
    appProtocol: wordsOf(member(port, 'appProtocol'), text),
  };
}

interface EndpointSource {
  readonly written: string;
  /** The object that holds the other fields of the endpoint. */
  readonly owner: Bound;
  readonly port: ExpandedPort | undefined;
  readonly isReady: boolean;
  readonly text: string;
}

/** An endpoint without its port. */
interface WithoutPort extends Omit<ExpandedEndpoint, 'port'> {
  /** Equal for equal ones. */
  readonly key: string;
}

function withoutPort({ written, owner, isReady, text }: Omit<EndpointSource, 'port'>): WithoutPort | undefined {
  if (written === '') return undefined;
  const parsed = parseIp(written);
  const ip = parsed ? canonicalIp(parsed) : written;
  const hostname = wordsOf(member(owner, 'hostname'), text);
  const nodeName = wordsOf(member(owner, 'nodeName'), text);
  const uid = wordsOf(nodeAt(owner, ['targetRef', 'uid']), text);
  // With their lengths in the key, the texts need no quotes.
  const lengths = `${ip.length} ${hostname.length} ${nodeName.length} ${uid.length}`;
  return { ip, hostname, nodeName, uid, isReady, key: `${lengths} ${ip}${hostname}${nodeName}${uid} ${isReady}` };
}

function add(known: Map<string, ExpandedEndpoint>, { port, ...source }: EndpointSource): void {
  const endpoint = withoutPort(source);
  if (endpoint) addKnown(known, [endpoint], [port]);
}

function addKnown(
  known: Map<string, ExpandedEndpoint>,
  endpoints: readonly WithoutPort[] = [],
  ports: readonly (ExpandedPort | undefined)[],
): void {
  for (const { key: own, ip, hostname, nodeName, uid, isReady: isOwn } of endpoints) {
    for (const port of ports) {
      const key = `${own} ${port ? portKey(port) : ''}`;
      if (!known.has(key)) known.set(key, { ip, hostname, nodeName, uid, port, isReady: isOwn });
    }
  }
}

/** True for items of which nothing is added or dropped. */
const areStatic = memoOfBlock((nodes) =>
  nodes.every((node) => [node, member(node, 'addresses'), member(node, 'conditions')].every(isStatic)),
);

/** True where the source text of a value counts. */
const hasOpaque = memoOfBlock((nodes) => nodes.some(isOpaqueIn));

function isOpaqueIn({ value, children }: Bound): boolean {
  return value.kind === 'opaque' || children.some(isOpaqueIn);
}

/** The addresses in a block of a list without templates and expressions: as ready and as not ready ones. */
const addressesIn = memoOfBlock((nodes): readonly (readonly WithoutPort[])[] =>
  [true, false].map((isReady) =>
    nodes.flatMap((owner) => {
      const written = wordsOf(member(owner, 'ip'), '');
      return withoutPort({ written, owner, isReady, text: '' }) ?? [];
    }),
  ),
);

const endpointsIn = memoOfBlock((nodes): readonly WithoutPort[] =>
  nodes.flatMap((owner) => {
    const addresses = member(owner, 'addresses');
    const all = addresses && isCollection(addresses.value) ? addresses.children : [addresses ?? owner];
    return all.flatMap(
      (node) => withoutPort({ written: wordsOf(node, ''), owner, isReady: isReady(owner), text: '' }) ?? [],
    );
  }),
);

function isReady(endpoint: Bound): boolean {
  const ready = nodeAt(endpoint, ['conditions', 'ready'])?.value;
  return !(ready?.kind === 'scalar' && ready.value === false);
}

const portKey = memo(({ name, number, protocol, appProtocol }: ExpandedPort): string =>
  [name, number, protocol, appProtocol].map(String).join(' '),
);

/** The text of a string, or the source text of an opaque value; empty for any other value. */
function wordsOf(node: Bound | undefined, text: string): string {
  return node?.value.kind === 'opaque' ? writtenText(node.value, text) : (textOf(node) ?? '');
}

/** On one line without quotes. A template on the lines below its key has no width, so the next line is read. */
function writtenText({ span, origin = span }: Opaque, text: string): string {
  const written = text.slice(origin.start, origin.end) || (/\S[^\r\n]*/.exec(text.slice(origin.start))?.[0] ?? '');
  return bareText(written);
}
