/** Why a Service that exists has no record of the type that is asked for. */
import { listed, quote } from '../../text/quote.ts';
import { nearest } from '../../text/nearest.ts';
import { obstacleWords } from '../traffic/reason-words.ts';
import type { ServiceWorld, TrafficService } from '../traffic/model.ts';
import type { DnsLookup } from './answers.ts';
import { sliceAddresses, dnsSlices, qualifiedName, isAddressText, isPublished, type DnsIndex } from './dns-index.ts';
import type { QuestionType } from './model.ts';
import { clusterZone, type AskedFor, type AskedService } from './question.ts';
import { clusterAddresses, ownerOf, dnsPorts, targetsOf } from './targets.ts';
import { unknownLabelWords } from './unknown-values.ts';

interface AskedRecord {
  readonly asked: AskedService;
  readonly question: AskedFor;
  readonly type: QuestionType;
  readonly found: DnsLookup;
}

export function whyNoRecord(index: DnsIndex, own: ServiceWorld, { asked, question, type, found }: AskedRecord): string {
  const { service } = own;
  const name = `Service ${quote(qualifiedName(service))}`;
  const full = `${ownerOf(service)}.${clusterZone}`;
  if (service.type === 'ExternalName') return whyNotExternal(service, asked, { name, full });
  if (!found.exists) {
    const isSlices = service.isHeadless || asked.endpoint !== '';
    if (isSlices && targetsOf(own, { ...asked, endpoint: '', port: '', protocol: '' }) === undefined)
      return whyNoEndpoints(index, own, name);
    if (isSlices && dnsSlices(own).every((slice) => sliceAddresses(slice).length === 0))
      return whyNoEndpoints(index, own, name);
    return asked.endpoint !== ''
      ? whyNoHost(own, asked.endpoint, { name, full })
      : whyNoPort(own, asked, { name, full });
  }
  if (type === 'CNAME') return `The ${name} has addresses and is no alias. Ask for A or AAAA.`;
  if (type === 'SRV') return whyNoNumber(own, asked, name);
  const family = type === 'AAAA' ? 'IPv6' : 'IPv4';
  const other = type === 'AAAA' ? 'A' : 'AAAA';
  if (asked.endpoint !== '') return `${quote(question.name.slice(0, -1))} has no ${family} address. Ask for ${other}.`;
  if (service.isHeadless) return `No ready endpoint of the ${name} has an ${family} address. Ask for ${other}.`;
  return `The ${name} has no ${family} cluster IP. Ask for ${other}, or add ${family} to its ipFamilies.`;
}

interface Names {
  /** `Service "shop/db"`. */
  readonly name: string;
  /** Of the Service in DNS. */
  readonly full: string;
}

function whyNotExternal(service: TrafficService, asked: AskedService, { name, full }: Names): string {
  if (isAddressText(service.externalName))
    return `The externalName of the ${name} is an IP address, and DNS needs a name. Use a Service without a selector, with an EndpointSlice.`;
  if (asked.endpoint !== '' || asked.port !== '' || asked.protocol !== '')
    return `The ${name} is of type ExternalName and has no names below its own. Ask for ${full}.`;
  return `The ${name} is of type ExternalName and has no SRV records. Ask for A, AAAA or CNAME.`;
}

/** No ready address in any slice. */
function whyNoEndpoints(index: DnsIndex, own: ServiceWorld, name: string): string {
  const { service, endpoints } = own;
  const slices = dnsSlices(own);
  const all = slices.flatMap((slice) => sliceAddresses(slice, { isAll: true }));
  if (all.length > 0) {
    const end = service.publishesNotReady
      ? ' publishNotReadyAddresses has no effect on objects that are written by hand. Write ready: true.'
      : ' DNS answers with ready endpoints only.';
    return `No endpoint of the ${name} is ready.${end}`;
  }
  if (slices.length > 0) return `The EndpointSlices of the ${name} have no endpoints. Add addresses.`;
  const [unmirrored] = endpoints;
  if (unmirrored?.obstacle)
    return `The ${name} has Endpoints, but no EndpointSlice. ${obstacleWords(unmirrored.obstacle)}`;
  if (service.hasSelector)
    return `The ${name} has a selector: the cluster writes its EndpointSlices for the matching Pods, and no file has them.`;
  const start = `No EndpointSlice has the label kubernetes.io/service-name: ${service.name} in the namespace ${quote(service.namespace)}`;
  const { strays } = index.world;
  const local = strays.map(({ slice }) => slice).filter(({ namespace }) => namespace === service.namespace);
  const unknown = unknownLabelWords(local);
  if (unknown !== undefined) return `${start}. ${unknown}`;
  const unlabeled = local.find((slice) => !slice.service);
  const foreign = strays.find(({ slice }) => slice.service === service.name)?.slice;
  const misspelled = nearest(
    service.name,
    local.flatMap((slice) => slice.service ?? []),
  );
  if (foreign)
    return `${start}. ${quote(foreign.name)} has it in ${quote(foreign.namespace)}: move it to the namespace of the Service.`;
  if (unlabeled) return `${start}. Add the label to ${quote(unlabeled.name)} if it is meant.`;
  if (misspelled !== undefined)
    return `${start}. A slice has the label with the value ${quote(misspelled)}: correct it.`;
  return `${start}. Create one.`;
}

/** No ready endpoint has the host name. */
function whyNoHost(own: ServiceWorld, endpoint: string, { name, full }: Names): string {
  const slices = dnsSlices(own);
  const all = slices.flatMap((slice) => sliceAddresses(slice, { isAll: true }));
  const dashed = (text: string): string => text.toLowerCase().replace(/[.:]/g, '-');
  const same = all.find(({ label }) => label.toLowerCase() === endpoint);
  const address = all.find(({ text }) => dashed(text) === endpoint);
  if (same ?? (address && !isPublished(address.endpoint)))
    return `The endpoint ${quote(endpoint)} of the ${name} is not ready, and DNS answers with ready ones only.`;
  if (address)
    return `The endpoint ${address.text} of the ${name} has the hostname ${quote(address.label)}. Ask for ${address.label}.${full}.`;
  const ready = slices.flatMap((slice) => sliceAddresses(slice));
  const labels = [...new Set(ready.map(({ label }) => label))];
  const near = nearest(endpoint, labels);
  const start = `No endpoint of the ${name} is named ${quote(endpoint)}`;
  if (near !== undefined) return `${start}. Did you mean ${near}.${full}?`;
  const some = labels.slice(0, mostListed).map(quote);
  return `${start}. The ready ones are ${labels.length > mostListed ? `${some.join(', ')} …` : `${listed(some)}.`}`;
}

/** More names are not listed. */
const mostListed = 3;

/** No port has the name and the protocol. */
function whyNoPort(own: ServiceWorld, { port, protocol }: AskedService, { name, full }: Names): string {
  const { service } = own;
  const offered = service.isHeadless ? dnsSlices(own).flatMap(dnsPorts) : service.ports;
  const where = service.isHeadless ? `EndpointSlices of the ${name} have` : `${name} has`;
  const same = offered.find((each) => each.name.toLowerCase() === port);
  if (same && port !== '')
    return `The port ${quote(same.name)} of the ${name} is ${same.protocol}. Ask for _${same.name}._${same.protocol.toLowerCase()}.${full}.`;
  const names = [...new Set(offered.map((each) => each.name).filter((each) => each !== ''))];
  const asked = `${protocol.toUpperCase()} port ${quote(port)}`;
  if (names.length === 0)
    return `The ${where} no ${asked}, and no port has a name. Add names, or ask for SRV of ${full}.`;
  const near = nearest(port, names);
  const alike = offered.find((each) => each.name === near);
  if (alike) return `The ${where} no ${asked}. Did you mean _${alike.name}._${alike.protocol.toLowerCase()}.${full}?`;
  return `The ${where} no ${asked}. The names are ${listed(names.slice(0, mostListed).map(quote))}.`;
}

/** The name exists, but its ports have no number, or it has host names only. */
function whyNoNumber(own: ServiceWorld, asked: AskedService, name: string): string {
  const targets = targetsOf(own, asked) ?? [];
  if (targets.every(({ type }) => type === 'CNAME'))
    return `The EndpointSlices of the ${name} have host names (addressType FQDN), and SRV needs addresses. Ask for A.`;
  const slices = dnsSlices(own).filter((slice) => sliceAddresses(slice).length > 0);
  const bare = slices.find(({ ports }) => ports.length === 0);
  if (bare) return `The EndpointSlice ${quote(bare.name)} has no ports, and SRV needs a port number. Add the port.`;
  const ports = slices.flatMap(dnsPorts).filter(({ number }) => number === undefined);
  const names = [...new Set(ports.map((each) => quote(each.name)))];
  return clusterAddresses(own.service).length > 0 && !own.service.isHeadless && asked.endpoint === ''
    ? `The ${name} has no ports, and SRV needs a port number.`
    : `The port ${listed(names)} in the EndpointSlices of the ${name} has no number, and SRV needs one. Write it.`;
}
