/** The names of an address: `plugin/kubernetes/reverse.go` of CoreDNS. */
import type { TrafficService } from '../traffic/model.ts';
import { sliceAddresses, type DnsIndex } from './dns-index.ts';
import type { DnsRecord } from './model.ts';
import { clusterZone, type AskedFor } from './question.ts';
import { ownerOf } from './targets.ts';
import { uniqueBy } from '../../text/group.ts';

/** The Services with the cluster IP. CoreDNS answers with one of them. */
export function servicesWithIp({ world }: DnsIndex, ip: string): readonly TrafficService[] {
  return world.services.map(({ service }) => service).filter(({ clusterIps }) => clusterIps.includes(ip));
}

/** Services come first; else all ready endpoints with the address answer, by the Service that the label names. */
export function reverseRecords(index: DnsIndex, { name }: AskedFor, ip: string): readonly DnsRecord[] {
  const [service] = servicesWithIp(index, ip);
  const owners = service ? [ownerOf(service)] : endpointOwners(index, ip);
  const records = owners.map((owner) => ({ name, type: 'PTR', data: `${owner}.${clusterZone}.` }));
  return uniqueBy(records, ({ data }) => data);
}

function endpointOwners({ slices }: DnsIndex, ip: string): readonly string[] {
  return slices.flatMap((slice) => {
    const { service, namespace } = slice;
    if (!service) return [];
    const found = sliceAddresses(slice).filter(({ text }) => text === ip);
    return found.map(({ label }) => `${label}.${ownerOf({ namespace, name: service })}`);
  });
}
