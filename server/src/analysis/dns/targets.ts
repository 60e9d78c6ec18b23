/** What a name of a Service stands for: addresses or other names, each with a port (`findServices` of CoreDNS). */
import { canonicalText, type IpFamily } from '../../contract/ip.ts';
import type { ServiceWorld, TrafficService, TrafficSlice, UnknownPart } from '../traffic/model.ts';
import { sliceAddresses, dnsSlices, isAddressText, type SliceAddress } from './dns-index.ts';
import { assignedAddress } from './model.ts';
import type { AskedService } from './question.ts';

export interface DnsTarget {
  readonly type: 'A' | 'AAAA' | 'CNAME';
  /** An IP address in canonical spelling, what stands for one, or a name without a final dot. */
  readonly host: string;
  /** −1 where there is none. */
  readonly port: number;
  /** The name of the target itself, without the zone: `web-0.web.default.svc`. */
  readonly owner: string;
  readonly unknown: UnknownPart | undefined;
  /** Undefined for a target that is not in a slice. */
  readonly slice: TrafficSlice | undefined;
}

/** Undefined where the name does not exist. */
export function targetsOf(own: ServiceWorld, asked: AskedService): readonly DnsTarget[] | undefined {
  const { service } = own;
  if (service.type === 'ExternalName') return externalTargets(service, asked);
  const found =
    service.isHeadless || asked.endpoint !== '' ? endpointTargets(own, asked) : clusterTargets(service, asked);
  return found.length > 0 ? found : undefined;
}

export function ownerOf({ namespace, name }: Pick<TrafficService, 'namespace' | 'name'>): string {
  return `${name}.${namespace}.svc`;
}

function externalTargets(service: TrafficService, asked: AskedService): readonly DnsTarget[] | undefined {
  const { externalName } = service;
  if (asked.endpoint !== '' || asked.port !== '' || asked.protocol !== '' || isAddressText(externalName))
    return undefined;
  const unknown = service.unknown.find(({ path }) => path.join() === 'spec,externalName');
  return [{ type: 'CNAME', host: externalName, port: 0, owner: ownerOf(service), unknown, slice: undefined }];
}

function clusterTargets(service: TrafficService, asked: AskedService): readonly DnsTarget[] {
  const common = { owner: ownerOf(service), unknown: undefined, slice: undefined };
  return service.ports
    .filter((port) => isAskedPort(port, asked))
    .flatMap(({ number }) => clusterAddresses(service).map((address) => ({ ...common, ...address, port: number })));
}

/** The written cluster IPs, and one that the cluster assigns for each other family. */
export function clusterAddresses(service: TrafficService): readonly Pick<DnsTarget, 'type' | 'host'>[] {
  const written = service.clusterIps.map((host) => ({ type: typeOfIp(host), host }));
  const assigned = service.families
    .map(typeOfFamily)
    .filter((type) => !written.some((each) => each.type === type))
    .map((type) => ({ type, host: assignedAddress }));
  return [...written, ...assigned];
}

function typeOfFamily(family: IpFamily): 'A' | 'AAAA' {
  return family === 'IPv6' ? 'AAAA' : 'A';
}

function typeOfIp(canonical: string): 'A' | 'AAAA' {
  return canonical.includes(':') ? 'AAAA' : 'A';
}

function endpointTargets(own: ServiceWorld, asked: AskedService): readonly DnsTarget[] {
  return dnsSlices(own).flatMap((slice) => {
    const ports = dnsPorts(slice).filter((port) => isAskedPort(port, asked));
    return sliceAddresses(slice)
      .filter(({ label }) => asked.endpoint === '' || label.toLowerCase() === asked.endpoint)
      .flatMap((address) => {
        const host = hostOf(address);
        const owner = `${address.label}.${ownerOf(own.service)}`;
        return ports.map(({ number = -1 }) => ({ ...host, port: number, owner, unknown: address.unknown, slice }));
      });
  });
}

const anyPort = { name: '', protocol: '', number: undefined };

/** A slice without ports has one without a number and a name. */
export function dnsPorts({
  ports,
}: TrafficSlice): readonly Pick<TrafficSlice['ports'][number], 'name' | 'protocol' | 'number'>[] {
  return ports.length > 0 ? ports : [anyPort];
}

function isAskedPort(
  { name, protocol }: { readonly name: string; readonly protocol: string },
  asked: AskedService,
): boolean {
  return isAskedText(asked.port, name) && isAskedText(asked.protocol, protocol);
}

/** True for everything where nothing is asked for. */
function isAskedText(asked: string, text: string): boolean {
  return asked === '' || asked === text.toLowerCase();
}

function hostOf({ slice, text, unknown }: SliceAddress): Pick<DnsTarget, 'type' | 'host'> {
  const canonical = unknown ? undefined : canonicalText(text);
  if (canonical !== undefined) return { type: typeOfIp(canonical), host: canonical };
  if (!unknown || slice.addressType === 'FQDN') return { type: 'CNAME', host: text };
  return { type: slice.addressType === 'IPv6' ? 'AAAA' : 'A', host: text };
}
