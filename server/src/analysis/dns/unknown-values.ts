/** Says which values that are not known before a template is rendered or a program has run may change an answer of DNS. */
import { quote } from '../../text/quote.ts';
import type { ServiceWorld, TrafficSlice } from '../traffic/model.ts';
import { dnsSlices, sliceAddresses, type DnsIndex } from './dns-index.ts';
import type { AskedName } from './question.ts';

/** The fields that DNS does not read. */
const unread = new RegExp(
  [
    'metadata,(?!labels|name)',
    'spec,(?:selector|session|internalTraffic|externalTraffic|healthCheck|loadBalancer|allocate|traffic|externalIPs|publish)',
    'spec,ports,\\d+,(?:targetPort|appProtocol|nodePort)',
    'ports,\\d+,appProtocol',
    'endpoints,\\d+,(?:hints|nodeName|zone|targetRef|conditions,(?:serving|terminating))',
    'status',
  ]
    .map((path) => `^${path}`)
    .join('|'),
);

/** On the values of a Service, and of its slices where they answer. */
export function unknownWords(own: ServiceWorld, asked: AskedName): readonly string[] {
  const isSlices = own.service.isHeadless || (asked.kind === 'service' && asked.endpoint !== '');
  const parts = [own.service, ...(isSlices ? dnsSlices(own) : [])]
    .flatMap(({ unknown }) => unknown)
    .filter(({ path }) => !unread.test(path.join()));
  if (parts.length === 0) return [];
  const named = parts.find(({ text }) => text !== '');
  return named ? [valueWords(named.text, 'may change this answer')] : ['A template or a patch may change this answer.'];
}

function valueWords(text: string, effect: string): string {
  return `${quote(text)} is not known before it is rendered or run, and ${effect}.`;
}

/** On a Service whose name or namespace may be the one that is asked for. */
export function unknownServiceWords({ world }: DnsIndex): string | undefined {
  for (const { service } of world.services) {
    const { name, namespace } = service.entry.facts;
    const unknown = name.isKnown ? namespace : name;
    if (unknown && !unknown.isKnown) return valueWords(unknown.text, 'may be the name that is asked for');
  }
  return undefined;
}

/** On a slice whose label may name the Service. */
export function unknownLabelWords(slices: readonly TrafficSlice[]): string | undefined {
  const slice = slices.find((each) => each.service !== undefined && !isKnownOwner(each));
  return slice && valueWords(slice.service ?? '', `is the Service of the EndpointSlice ${quote(slice.name)}`);
}

function isKnownOwner({ entry }: TrafficSlice): boolean {
  return entry.facts.slice?.target.isKnown ?? true;
}

/** On the name of an address. */
export function unknownOwnerWords(index: DnsIndex, asked: AskedName): readonly string[] {
  if (asked.kind !== 'address') return [];
  const slices = index.slices.filter((slice) => sliceAddresses(slice).some(({ text }) => text === asked.ip));
  const words = unknownLabelWords(slices);
  return words === undefined ? [] : [words];
}
