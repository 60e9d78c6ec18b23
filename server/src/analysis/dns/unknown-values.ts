/** Says which values that are not known before a template is rendered or a program has run may change an answer of DNS. */
import { quote } from '../../text/quote.ts';
import type { ObjectName } from '../facts/naming.ts';
import type { ServiceWorld, TrafficSlice, UnknownPart } from '../traffic/model.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { dnsSlices, sliceAddresses, type DnsIndex } from './dns-index.ts';
import type { AskedName, AskedService } from './question.ts';
import { servicesWithIp } from './reverse.ts';

/** The fields that DNS does not read. */
const unread = new RegExp(
  [
    'metadata,(?!labels|name)',
    'spec,(?:session|internalTraffic|externalTraffic|healthCheck|loadBalancer|allocate|traffic|externalIPs|publish)',
    'spec,ports,\\d+,(?:targetPort|appProtocol|nodePort)',
    '(?:subsets,\\d+,)?ports,\\d+,appProtocol',
    'endpoints,\\d+,(?:hints|nodeName|zone|targetRef|conditions,(?:serving|terminating))',
    'status',
  ]
    .map((path) => `^${path}`)
    .join('|'),
);

/** On the values of a Service, and of its slices and Endpoints where they answer. */
export function unknownWords(own: ServiceWorld, asked: AskedName): readonly string[] {
  const { service, endpoints } = own;
  const isSlices = service.isHeadless || (asked.kind === 'service' && asked.endpoint !== '');
  const all = isSlices ? [service, ...dnsSlices(own), ...endpoints] : [service];
  return wordsOn(
    all
      .flatMap(({ unknown }) => unknown)
      .filter(({ entry, path }) => {
        // Only Endpoints depend on the selector.
        if (path.join() === 'spec,selector') return isSlices && endpoints.length > 0;
        return isSlices || !(entry.facts.slice ?? entry.facts.endpoints);
      }),
  );
}

function wordsOn(parts: readonly UnknownPart[]): readonly string[] {
  const read = parts.filter(({ path }) => !unread.test(path.join()));
  if (read.length === 0) return [];
  const named = read.find(({ text }) => text !== '');
  return named ? [valueWords(named.text, 'may change this answer')] : ['A template or a patch may change this answer.'];
}

function valueWords(text: string, effect: string): string {
  return `${quote(text)} is not known before it is rendered or run, and ${effect}.`;
}

/** On a Service whose name or namespace may be the one that is asked for. */
export function unknownServiceWords({ world }: DnsIndex, asked: AskedService): readonly string[] {
  for (const { service } of world.services) {
    const unknown = unknownName(service.entry);
    if (!unknown) continue;
    const { name, namespace } = service.entry.facts;
    const isSameName = !name.isKnown || service.name === asked.service;
    const isSameNamespace = namespace?.isKnown === false || service.namespace === asked.namespace;
    if (isSameName && isSameNamespace) return [valueWords(unknown.text, 'may be the name that is asked for')];
  }
  return [];
}

/** The name or the namespace, where it is not known. */
function unknownName({ facts: { name, namespace } }: IndexedObject): ObjectName | undefined {
  return [name, namespace].find((each) => each?.isKnown === false);
}

/** On a slice whose label may name the Service. */
export function unknownLabelWords(slices: readonly TrafficSlice[]): string | undefined {
  const slice = slices.find((each) => each.service !== undefined && !isKnownOwner(each));
  return slice && valueWords(slice.service ?? '', `is the Service of the EndpointSlice ${quote(slice.name)}`);
}

function isKnownOwner({ entry }: TrafficSlice): boolean {
  return entry.facts.slice?.target.isKnown ?? true;
}

/** On the names of an address, and on values that may be this address. */
export function unknownOwnerWords(index: DnsIndex, asked: AskedName): readonly string[] {
  if (asked.kind !== 'address') return [];
  const [service] = servicesWithIp(index, asked.ip);
  const slices = index.slices.filter((slice) => sliceAddresses(slice).some(({ text }) => text === asked.ip));
  const { services, strayEndpoints } = index.world;
  const stray = strayEndpoints.filter(({ written }) => written.some(({ address }) => address === asked.ip));
  const owners = service ? [service] : [...slices, ...stray];
  const label = service ? undefined : unknownLabelWords(slices);
  if (label !== undefined) return [label];
  const name = owners.map(({ entry }) => unknownName(entry)).find((each) => each);
  if (name) return [valueWords(name.text, 'is a part of this answer')];
  if (service) return [];
  const own = services.flatMap(({ service: each, endpoints }) => [each, ...endpoints]);
  const parts = [...own, ...index.slices, ...strayEndpoints].flatMap(({ unknown }) => unknown);
  return wordsOn(parts.filter(({ path }) => mayHoldAddress.test(path.join())));
}

/** The fields that hold addresses, or that decide whether DNS knows them. */
const mayHoldAddress =
  /^(?:$|metadata$|metadata,labels|spec$|spec,(?:clusterIPs?|selector)\b|addressType|endpoints|subsets)/;
