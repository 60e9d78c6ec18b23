/** Reads a name that a client asks for: which Service, endpoint, port or address it means (`plugin/kubernetes/parse.go` of CoreDNS). */
import { canonicalText } from '../../contract/ip.ts';

export const clusterZone = 'cluster.local';

const [zone4, zone6] = ['in-addr.arpa', 'ip6.arpa'];

export type AskedName =
  /** No DNS name: a label is empty or has more than 63 characters. */
  | { readonly kind: 'malformed' }
  /** In none of the zones of the cluster. */
  | { readonly kind: 'outside' }
  /** A zone, or `svc` or `pod` in it. */
  | { readonly kind: 'apex' }
  /** `ns.dns`: CoreDNS itself. */
  | { readonly kind: 'server' }
  /** Of no form that CoreDNS answers. */
  | { readonly kind: 'formless' }
  | { readonly kind: 'pod' }
  | { readonly kind: 'namespace'; readonly namespace: string }
  /** A reverse name. The address is in canonical spelling. */
  | { readonly kind: 'address'; readonly ip: string }
  | AskedService;

/** In lower case. `endpoint`, `port` and `protocol` are empty where the name has none. */
export interface AskedService {
  readonly kind: 'service';
  readonly namespace: string;
  readonly service: string;
  readonly endpoint: string;
  readonly port: string;
  readonly protocol: string;
}

export interface AskedFor {
  /** As it is asked, with the final dot. */
  readonly name: string;
  /** In the spelling of the question, without a final dot; empty for a name outside. */
  readonly zone: string;
  /** The labels before the zone, in lower case. */
  readonly labels: readonly string[];
  readonly asked: AskedName;
}

export function readQuestion(text: string): AskedFor {
  const bare = text.endsWith('.') ? text.slice(0, -1) : text;
  const name = `${bare}.`;
  const lower = bare.toLowerCase();
  const all = lower.split('.');
  if (bare.length > 253 || all.some((label) => label === '' || label.length > 63))
    return { name, zone: '', labels: all, asked: { kind: 'malformed' } };
  const zone = [clusterZone, zone4, zone6].find((each) => isSameOrBelow(lower, each));
  if (zone === undefined) return { name, zone: '', labels: all, asked: { kind: 'outside' } };
  const labels = all.slice(0, all.length - zone.split('.').length);
  const asked = zone === clusterZone ? clusterName(labels) : reverseName(labels, zone);
  return { name, zone: bare.slice(bare.length - zone.length), labels, asked };
}

/** Both without a final dot and in lower case. */
export function isSameOrBelow(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`);
}

function special(labels: readonly string[]): AskedName | undefined {
  const base = labels.join('.');
  if (base === '' || base === 'svc' || base === 'pod') return { kind: 'apex' };
  return base === 'ns.dns' ? { kind: 'server' } : undefined;
}

function clusterName(labels: readonly string[]): AskedName {
  const found = special(labels);
  if (found) return found;
  const [kind, namespace = '', service = '', first = '', second = '', ...more] = labels.toReversed();
  if (kind === 'pod') return { kind: 'pod' };
  if (kind !== 'svc' || more.length > 0) return { kind: 'formless' };
  if (service === '') return { kind: 'namespace', namespace };
  const isPort = second !== '';
  return {
    kind: 'service',
    namespace,
    service,
    endpoint: isPort ? '' : first,
    port: isPort ? withoutUnderscore(second) : '',
    protocol: isPort ? withoutUnderscore(first) : '',
  };
}

function withoutUnderscore(label: string): string {
  return label.startsWith('_') ? label.slice(1) : label;
}

function reverseName(labels: readonly string[], zone: string): AskedName {
  const parts = labels.toReversed();
  const isIpv4 = zone === zone4 && parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part));
  const isIpv6 = zone === zone6 && parts.length === 32 && parts.every((part) => /^[0-9a-f]$/.test(part));
  const text = isIpv4 ? parts.join('.') : isIpv6 ? parts.join('').replace(/(.{4})(?!$)/g, '$1:') : '';
  const ip = canonicalText(text);
  return ip === undefined ? (special(labels) ?? { kind: 'formless' }) : { kind: 'address', ip };
}

/** The name that PTR answers for an address in canonical spelling. */
export function reverseNameOf(ip: string): string {
  if (!ip.includes(':')) return `${ip.split('.').toReversed().join('.')}.${zone4}`;
  const [before = '', after] = ip.split('::');
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(before), groups(after ?? '')];
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  const digits = [...head, ...Array<string>(gap).fill('0'), ...tail].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].toReversed().join('.')}.${zone6}`;
}
