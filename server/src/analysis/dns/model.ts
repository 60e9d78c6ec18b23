/** The questions and answers of a cluster's DNS, as plain data. */

/** The types of questions that a client may ask. CoreDNS has records of the first six; the others are asked for nothing. */
export const questionTypes = [
  'A',
  'AAAA',
  'SRV',
  'CNAME',
  'PTR',
  'TXT',
  'MX',
  'NS',
  'SOA',
  'HTTPS',
  'SVCB',
  'CAA',
  'NAPTR',
  'ANY',
] as const;

export type QuestionType = (typeof questionTypes)[number];

export interface DnsRecord {
  /** With the final dot, in the spelling of the question. */
  readonly name: string;
  readonly type: string;
  /** As zone files write it: an address, a name with its final dot, `0 100 5432 db.shop.svc.cluster.local.`. */
  readonly data: string;
}

export interface Resolution {
  /** NXDOMAIN: the name does not exist. NOERROR without an answer: it exists, without records of this type. */
  readonly rcode: 'NOERROR' | 'NXDOMAIN';
  readonly answer: readonly DnsRecord[];
  /** The addresses of the targets in SRV records. */
  readonly extra: readonly DnsRecord[];
  /** Why there is no answer, or what the answer depends on; null for a certain answer. */
  readonly why: string | null;
}

/** What stands for an IP address that the cluster assigns when it creates the Service. */
export const assignedAddress = '<assigned>';

/** What stands for the addresses of names outside of the cluster, from the documentation ranges of RFC 5737 and RFC 3849. */
export const outsideAddresses = { A: '203.0.113.9', AAAA: '2001:db8:ffff::9' } as const;

export function recordText({ name, type, data }: DnsRecord): string {
  return `${name} ${type} ${data}`;
}
