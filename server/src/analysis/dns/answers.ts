/** The records that answer a question for a name of the cluster: `plugin/backend_lookup.go` of CoreDNS. */
import { uniqueBy } from '../../text/group.ts';
import { qualifiedName, type DnsIndex } from './dns-index.ts';
import { outsideAddresses, recordText, type DnsRecord } from './model.ts';
import { isSameOrBelow, readQuestion, type AskedFor } from './question.ts';
import { targetsOf, type DnsTarget } from './targets.ts';
import type { ServiceWorld } from '../traffic/model.ts';

/** What a name is, before records are made of it. */
export interface DnsLookup {
  /** False for a name that does not exist. */
  readonly exists: boolean;
  readonly targets: readonly DnsTarget[];
  /** Those with the name of the question; the first one answers. */
  readonly namesakes: readonly ServiceWorld[];
}

const absent: DnsLookup = { exists: false, targets: [], namesakes: [] };
const nothing: DnsLookup = { ...absent, exists: true };

/** `own` is the Service to use where several have the name. */
export function lookUpName(index: DnsIndex, { asked }: AskedFor, own?: ServiceWorld): DnsLookup {
  switch (asked.kind) {
    case 'apex':
    case 'server':
      return nothing;
    case 'namespace':
      return index.namespaces.has(asked.namespace) ? nothing : absent;
    case 'service': {
      const namesakes = index.services.get(qualifiedName({ namespace: asked.namespace, name: asked.service })) ?? [];
      const [first] = namesakes;
      const world = own ?? first;
      const targets = world && targetsOf(world, asked);
      return { exists: targets !== undefined, targets: targets ?? [], namesakes };
    }
    default:
      return absent;
  }
}

/** CoreDNS follows no longer chain of names. */
const longestChain = 8;

/** More names are not followed for one question: a chain that branches could take forever. */
export const mostNames = 1000;

type AddressType = 'A' | 'AAAA';

interface Trail {
  /** The names that led here. */
  readonly chain: readonly DnsRecord[];
  /** The names that were followed so far for this question. */
  readonly followed: { count: number };
}

/** The addresses of targets, and the names that lead to them. */
export function addressRecords(
  index: DnsIndex,
  question: AskedFor,
  type: AddressType,
  targets: readonly DnsTarget[],
  { chain, followed }: Trail,
): readonly DnsRecord[] {
  const { name, zone } = question;
  const records = targets.flatMap(({ type: kind, host, unknown }): readonly DnsRecord[] => {
    if (kind !== 'CNAME') return kind === type ? [{ name, type, data: host }] : [];
    const record = { name, type: 'CNAME', data: withDot(host) };
    if (unknown) return [record];
    const isLoop = isSameOrBelow(bare(host), bare(name)) || chain.some(({ data }) => data === record.data);
    if (isLoop || chain.length >= longestChain) return [];
    if (!isSameOrBelow(bare(host), zone.toLowerCase()))
      return [record, { name: record.data, type, data: outsideAddresses[type] }];
    followed.count++;
    if (followed.count > mostNames) return [];
    const next = readQuestion(host);
    const trail = { chain: [...chain, record], followed };
    const found = addressRecords(index, next, type, lookUpName(index, next).targets, trail);
    return found.length > 0 ? [record, ...found] : [];
  });
  return uniqueBy(records, recordText);
}

/** Without the final dot, in lower case. */
function bare(name: string): string {
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

function withDot(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}

/** The records of names outside of the cluster. Their addresses only stand for others. */
export function outsideRecords(records: readonly DnsRecord[]): readonly DnsRecord[] {
  return records.filter(({ name, type, data }) => {
    const standIn = type === 'A' || type === 'AAAA' ? outsideAddresses[type] : undefined;
    return data === standIn && readQuestion(name).asked.kind === 'outside';
  });
}

/** Host names have no SRV records. Weights are computed before repeats and ports without a number are left out. */
export function serviceRecords(
  { name, zone }: AskedFor,
  targets: readonly DnsTarget[],
): { readonly answer: readonly DnsRecord[]; readonly extra: readonly DnsRecord[] } {
  const addresses = targets.filter(({ type }) => type !== 'CNAME');
  const weight = Math.max(1, Math.floor((100 / (100 * addresses.length)) * 100));
  const numbered = addresses.filter(({ port }) => port !== -1);
  const ownName = (owner: string): string => `${owner}.${zone}.`;
  const answer = numbered.map(({ port, owner }) => ({
    name,
    type: 'SRV',
    data: `0 ${weight} ${port} ${ownName(owner)}`,
  }));
  const extra = numbered.map(({ type, host, owner }) => ({ name: ownName(owner), type, data: host }));
  return { answer: uniqueBy(answer, recordText), extra: uniqueBy(extra, recordText) };
}

/** Only the first target counts. */
export function aliasRecords({ name }: AskedFor, targets: readonly DnsTarget[]): readonly DnsRecord[] {
  const [first] = targets;
  return first?.type === 'CNAME' ? [{ name, type: 'CNAME', data: withDot(first.host) }] : [];
}

/** True where the first target depends on the order of the slices, which is random in CoreDNS. */
export function isAliasByChance(targets: readonly DnsTarget[]): boolean {
  const firsts = uniqueBy(targets, ({ slice }) => slice);
  return new Set(firsts.map(({ type, host }) => (type === 'CNAME' ? host : ''))).size > 1;
}
