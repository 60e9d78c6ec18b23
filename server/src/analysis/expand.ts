/** The endpoints that an object stands for: the union over its subsets of addresses × ports (contract.md section 1). */
import { canonicalIp, parseIp } from '../contract/ip.ts';
import { memo } from '../text/memo.ts';
import type { Binding, Bound } from './bind.ts';
import { member, textOf } from './bind.ts';

export interface ExpandedPort {
  /** Empty for a port without a name. */
  readonly name: string;
  /** Undefined where it is missing, opaque or of another type. */
  readonly number: bigint | undefined;
  /** `TCP` where none is written. */
  readonly protocol: string;
  readonly appProtocol: string;
}

/** One address on one port; without a port where the subset has none (a headless Service). */
export interface Endpoint {
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
  /** Without repetitions, in the order of the subsets, ready before not ready. */
  readonly endpoints: readonly Endpoint[];
  /** False where something is not known statically, so that there may be more or others. */
  readonly isComplete: boolean;
}

/** The union of all subsets of a bound Endpoints or EndpointsPatch; nothing where it has no subsets. */
export const expand = memo(({ root }: Binding): Expansion => {
  const known = new Map<string, Endpoint>();
  let isComplete = isSettled(root);
  const subsets = member(root, 'subsets');
  if (subsets && !isSettled(subsets)) isComplete = false;
  for (const subset of subsets?.children ?? []) {
    const lists = ['addresses', 'notReadyAddresses', 'ports'].map((name) => member(subset, name));
    if (![subset, ...lists].every(isSettled)) isComplete = false;
    const ports = portsOf(lists[2]);
    for (const [i, list] of [lists[0], lists[1]].entries()) {
      for (const address of list?.children ?? []) {
        if (!isSettled(address) || !isSettled(member(address, 'ip'))) isComplete = false;
        for (const port of ports) add(known, address, port, i === 0);
      }
    }
  }
  return { endpoints: [...known.values()], isComplete };
});

function isSettled(node: Bound | undefined): boolean {
  if (!node) return true;
  return node.value.kind !== 'opaque' && !('isOpen' in node.value && node.value.isOpen);
}

function portsOf(list: Bound | undefined): readonly (ExpandedPort | undefined)[] {
  if (!list || list.children.length === 0) return [undefined];
  return list.children.map((port) => {
    const number = member(port, 'port')?.value;
    return {
      name: textOf(member(port, 'name')) ?? '',
      number: number?.kind === 'scalar' && typeof number.value === 'bigint' ? number.value : undefined,
      protocol: textOf(member(port, 'protocol')) || 'TCP',
      appProtocol: textOf(member(port, 'appProtocol')) ?? '',
    };
  });
}

function add(known: Map<string, Endpoint>, address: Bound, port: ExpandedPort | undefined, isReady: boolean): void {
  const written = textOf(member(address, 'ip'));
  if (written === undefined || written === '') return;
  const parsed = parseIp(written);
  const target = member(address, 'targetRef');
  const endpoint: Endpoint = {
    ip: parsed ? canonicalIp(parsed) : written,
    hostname: textOf(member(address, 'hostname')) ?? '',
    nodeName: textOf(member(address, 'nodeName')) ?? '',
    uid: (target && textOf(member(target, 'uid'))) ?? '',
    port,
    isReady,
  };
  const { ip, hostname, nodeName, uid } = endpoint;
  const key = JSON.stringify([ip, hostname, nodeName, uid, isReady, port && portKey(port)]);
  if (!known.has(key)) known.set(key, endpoint);
}

function portKey({ name, number, protocol, appProtocol }: ExpandedPort): string {
  return [name, number, protocol, appProtocol].map(String).join(' ');
}
