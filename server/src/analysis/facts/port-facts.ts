/** The ports of Services, subsets and slices, as other files need to know them. */
import type { Path } from '../../tree/path.ts';
import { isNull, stringOf } from '../../tree/value.ts';
import { member, textOf, type Bound } from '../binding/bind.ts';
import { hasAllItems, isStatic } from '../binding/static-value.ts';

export interface PortFacts {
  /** Empty for an unnamed port. */
  readonly name: string;
  readonly protocol: string;
  /** Undefined where it is opaque or absent. */
  readonly number: number | undefined;
  /** The `targetPort` of a Service, a number or a name; undefined where it is absent. */
  readonly target: number | string | undefined;
  readonly path: Path;
  /** For a number that is absent or outside of 1 to 65535: such a port serves nothing. */
  readonly isUnnumbered?: true;
}

export interface Ports {
  readonly ports: readonly PortFacts[];
  /** False where a template or an expression may add ports. */
  readonly hasAllPorts: boolean;
}

export function portsOf(list: Bound | undefined, isKnown: boolean): Ports {
  return distinctPorts(
    (list?.children ?? []).map((port) => portFacts(port) ?? null),
    isKnown && hasAllItems(list),
  );
}

/** Each port once. A null port is opaque. */
export function distinctPorts(all: readonly (PortFacts | null)[], isKnown: boolean): Ports {
  if (all.length === 0) return { ports: none, hasAllPorts: isKnown };
  const [only] = all;
  if (only && all.length === 1) return { ports: [only], hasAllPorts: isKnown };
  const ports = new Map<string, PortFacts>();
  for (const port of all) {
    const key = port && `${port.number} ${port.protocol.length} ${port.protocol} ${port.name}`;
    if (port && key && !ports.has(key)) ports.set(key, port);
  }
  return { ports: [...ports.values()], hasAllPorts: isKnown && all.every((port) => port !== null) };
}

const none: readonly PortFacts[] = [];

/** Undefined for a port whose name or protocol is opaque. */
export function portFacts(port: Bound): PortFacts | undefined {
  const name = textIn(port, 'name');
  const protocol = textIn(port, 'protocol');
  if (port.value.kind !== 'mapping' || !isStatic(port) || name === undefined || protocol === undefined) {
    return undefined;
  }
  const target = member(port, 'targetPort')?.value;
  const written = member(port, 'port')?.value;
  const number = numberOf(written);
  const isUnnumbered = number === undefined ? !written || isNull(written) : number < 1 || number > 65_535;
  return {
    name,
    protocol: protocol || 'TCP',
    number,
    target: stringOf(target) ?? numberOf(target),
    path: port.path,
    ...(isUnnumbered ? { isUnnumbered } : {}),
  };
}

/** Empty for an absent member, undefined for an opaque one. */
function textIn(owner: Bound, name: string): string | undefined {
  const node = member(owner, name);
  return node ? textOf(node) : '';
}

function numberOf(value: Bound['value'] | undefined): number | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'bigint' ? Number(value.value) : undefined;
}
