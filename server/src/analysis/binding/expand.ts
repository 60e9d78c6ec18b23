/**
 * The endpoints that an object stands for: the union over its subsets of addresses × ports (contract.md section 1), or of
 * a slice over its endpoints. An address that an expression or a template gives is one address, called by what is written.
 */
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import type { Document } from '../../tree/document.ts';
import { attachment, memo } from '../../text/memo.ts';
import { isCollection, isOpen } from '../../tree/value.ts';
import type { Opaque, Value } from '../../tree/value.ts';
import { isSliceRoot } from './address-type.ts';
import type { Binding, Bound } from './bind.ts';
import { member, textOf } from './bind.ts';

/** Every text is what was written where the value is known only later. */
export interface ExpandedPort {
  /** Empty for a port without a name. */
  readonly name: string;
  /** A text where it is known only later; undefined where it is missing or of another type. */
  readonly number: bigint | string | undefined;
  /** `TCP` where none is written. */
  readonly protocol: string;
  readonly appProtocol: string;
}

/** One address on one port; without a port where the subset has none (a headless Service). */
export interface ExpandedEndpoint {
  /** The canonical text of the address, or what was written where that is no address. */
  readonly ip: string;
  readonly hostname: string;
  readonly nodeName: string;
  /** The UID of the object behind it; empty where none is named. */
  readonly uid: string;
  readonly port: ExpandedPort | undefined;
  readonly isReady: boolean;
}

export interface Expansion {
  /** Without repetitions, in the order of the subsets, ready before not ready; of a slice in the order of its endpoints. */
  readonly endpoints: readonly ExpandedEndpoint[];
  /** False where it is not known statically how many there are, so that there may be more or others. */
  readonly isComplete: boolean;
}

/** The union of all subsets of a bound Endpoints, or of all endpoints of a slice; nothing where none are written. */
export function expand(binding: Binding, document: Document): Expansion {
  const last = expansionOf(binding);
  last.expansion ??= isSliceRoot(binding.root) ? expandSlice(binding, document) : expandSubsets(binding, document);
  return last.expansion;
}

/** Of a binding in its document. */
const expansionOf = attachment((_binding: Binding): { expansion?: Expansion } => ({}));

/** An endpoint that does not say whether it is ready counts as ready. */
function expandSlice({ root }: Binding, { text }: Document): Expansion {
  const known = new Map<string, ExpandedEndpoint>();
  const [list, portList] = ['endpoints', 'ports'].map((name) => member(root, name));
  let isComplete = [root, list, portList, ...(portList?.children ?? [])].every(isSettled);
  const ports = portsOf(portList, text);
  for (const endpoint of list?.children ?? []) {
    const addresses = member(endpoint, 'addresses');
    const conditions = member(endpoint, 'conditions');
    const ready = conditions && member(conditions, 'ready')?.value;
    if (![endpoint, addresses, conditions].every(isSettled)) isComplete = false;
    const isReady = !(ready?.kind === 'scalar' && ready.value === false);
    // What is known only later as a whole is one address, too.
    const all = addresses && isCollection(addresses.value) ? addresses.children : [addresses ?? endpoint];
    for (const node of all) {
      for (const port of ports) add(known, { written: wordsOf(node, text), owner: endpoint, port, isReady, text });
    }
  }
  return { endpoints: [...known.values()], isComplete };
}

function expandSubsets({ root }: Binding, { text }: Document): Expansion {
  const known = new Map<string, ExpandedEndpoint>();
  let isComplete = isSettled(root);
  const subsets = member(root, 'subsets');
  if (subsets && !isSettled(subsets)) isComplete = false;
  for (const subset of subsets?.children ?? []) {
    const lists = ['addresses', 'notReadyAddresses', 'ports'].map((name) => member(subset, name));
    if (![subset, ...lists].every(isSettled)) isComplete = false;
    if (lists[2]?.children.some(({ value }) => value.kind === 'opaque')) isComplete = false;
    const ports = portsOf(lists[2], text);
    for (const [i, list] of [lists[0], lists[1]].entries()) {
      for (const address of list?.children ?? []) {
        if (!isSettled(address)) isComplete = false;
        const written = wordsOf(address.value.kind === 'opaque' ? address : member(address, 'ip'), text);
        for (const port of ports) add(known, { written, owner: address, port, isReady: i === 0, text });
      }
    }
  }
  return { endpoints: [...known.values()], isComplete };
}

function isSettled(node: Bound | undefined): boolean {
  if (!node) return true;
  return node.value.kind !== 'opaque' && !isOpen(node.value);
}

/** A list or a port that is known only later is a port that is called by what is written. */
function portsOf(list: Bound | undefined, text: string): readonly (ExpandedPort | undefined)[] {
  if (list?.value.kind === 'opaque') return [portOf(list, text)];
  return list && list.children.length > 0 ? list.children.map((port) => portOf(port, text)) : [undefined];
}

function portOf(port: Bound, text: string): ExpandedPort {
  if (port.value.kind === 'opaque') {
    return { name: '', number: writtenText(port.value, text), protocol: '', appProtocol: '' };
  }
  const number = member(port, 'port')?.value;
  return {
    name: wordsOf(member(port, 'name'), text),
    number: number?.kind === 'opaque' ? writtenText(number, text) : integerOf(number),
    protocol: wordsOf(member(port, 'protocol'), text) || 'TCP',
    appProtocol: wordsOf(member(port, 'appProtocol'), text),
  };
}

function integerOf(value: Value | undefined): bigint | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'bigint' ? value.value : undefined;
}

interface Place {
  /** The address. */
  readonly written: string;
  /** What else has the fields of the endpoint. */
  readonly owner: Bound;
  readonly port: ExpandedPort | undefined;
  readonly isReady: boolean;
  readonly text: string;
}

function add(known: Map<string, ExpandedEndpoint>, { written, owner, port, isReady, text }: Place): void {
  if (written === '') return;
  const parsed = parseIp(written);
  const target = member(owner, 'targetRef');
  const endpoint: ExpandedEndpoint = {
    ip: parsed ? canonicalIp(parsed) : written,
    hostname: wordsOf(member(owner, 'hostname'), text),
    nodeName: wordsOf(member(owner, 'nodeName'), text),
    uid: wordsOf(target && member(target, 'uid'), text),
    port,
    isReady,
  };
  const { ip, hostname, nodeName, uid } = endpoint;
  // Told apart by their lengths, the texts need no quotes.
  const lengths = `${ip.length} ${hostname.length} ${nodeName.length} ${uid.length}`;
  const key = `${lengths} ${ip}${hostname}${nodeName}${uid} ${isReady} ${port ? portKey(port) : ''}`;
  if (!known.has(key)) known.set(key, endpoint);
}

const portKey = memo(({ name, number, protocol, appProtocol }: ExpandedPort): string =>
  [name, number, protocol, appProtocol].map(String).join(' '),
);

/** The text of a string, or what is written where that is not known yet; empty for all else. */
function wordsOf(node: Bound | undefined, text: string): string {
  return node?.value.kind === 'opaque' ? writtenText(node.value, text) : (textOf(node) ?? '');
}

/** On one line and without quotes. A template that stands alone on lines below its key is found there. */
function writtenText({ span, origin = span }: Opaque, text: string): string {
  const written = text.slice(origin.start, origin.end) || (/\S[^\r\n]*/.exec(text.slice(origin.start))?.[0] ?? '');
  return written
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}
