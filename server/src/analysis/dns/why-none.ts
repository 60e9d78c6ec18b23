/** Why DNS has no answer to a question, and what to change, in one or two sentences. */
import { listed, quote } from '../../text/quote.ts';
import { nearest } from '../../text/nearest.ts';
import type { ServiceWorld, TrafficService } from '../traffic/model.ts';
import { obstacleWords } from '../traffic/reason-words.ts';
import { lookUpName, type DnsLookup } from './answers.ts';
import { sliceAddresses, qualifiedName, type DnsIndex } from './dns-index.ts';
import { questionTypes, type QuestionType } from './model.ts';
import { clusterZone, readQuestion, reverseNameOf, type AskedFor, type AskedService } from './question.ts';
import { canonicalText } from '../../contract/ip.ts';
import { clusterAddresses, ownerOf } from './targets.ts';
import { unknownOwnerWords, unknownServiceWords, unknownWords } from './unknown-values.ts';
import { whyNoRecord } from './why-service.ts';

interface Unanswered {
  readonly index: DnsIndex;
  readonly question: AskedFor;
  readonly type: QuestionType;
  readonly found: DnsLookup;
}

export function whyNone(unanswered: Unanswered): string {
  const { index, question, type, found } = unanswered;
  const { asked } = question;
  const name = quote(question.name.slice(0, -1));
  switch (asked.kind) {
    case 'malformed':
      return `${name} is no DNS name: it has at most 253 characters, and each label has 1 to 63.`;
    case 'outside':
      return whyOutside(index, question, name);
    case 'apex':
      if (type === 'SOA' || type === 'NS')
        return `The ${type} record of ${name} describes CoreDNS itself, and no file has it.`;
      return `${name} names no object. Ask for SERVICE.NAMESPACE.svc.${clusterZone}.`;
    case 'server':
      return `${name} is CoreDNS itself, and no file has its address.`;
    case 'pod':
      return `${name} is the name of a Pod, and CoreDNS answers such names only with its option "pods".`;
    case 'namespace':
      return whyNamespace(index, asked.namespace, found.exists);
    case 'formless':
      return question.zone.toLowerCase() === clusterZone
        ? `${name} has no form that DNS answers. Ask for SERVICE.NAMESPACE.svc.${clusterZone}.`
        : `${name} is no whole reverse name. Ask for one such as ${reverseNameOf('10.0.0.1')}.`;
    case 'address':
      return type === 'PTR'
        ? [whyNoNames(index, asked.ip), ...unknownOwnerWords(index, asked)].join(' ')
        : `${name} stands for the address ${asked.ip}, and only PTR records answer it. Ask for PTR.`;
    case 'service':
      return [...typeWords(type, question), ...(isOwnType(type) ? [whyService(unanswered, asked)] : [])].join(' ');
  }
}

function isOwnType(type: QuestionType): boolean {
  return type === 'A' || type === 'AAAA' || type === 'SRV' || type === 'CNAME';
}

function typeWords(type: QuestionType, { zone }: AskedFor): readonly string[] {
  if (isOwnType(type)) return [];
  if (type === 'PTR') return [`PTR answers addresses. Ask for a reverse name such as ${reverseNameOf('10.0.0.1')}.`];
  if (type === 'TXT')
    return [`The cluster has one TXT record: dns-version.${zone.toLowerCase()}. Ask for A, AAAA or SRV.`];
  const own = questionTypes.slice(0, questionTypes.indexOf('MX'));
  return [`CoreDNS has no ${type} records for names of the cluster. Ask for ${listed(own, 'or')}.`];
}

/** A short name that a search list completes is the usual case. */
function whyOutside(index: DnsIndex, { labels }: AskedFor, name: string): string {
  const ip = canonicalText(labels.join('.'));
  if (ip !== undefined) return `${name} is an address. For its names, ask for PTR of ${reverseNameOf(ip)}.`;
  const text = labels.join('.').replace(/\.svc(?:\.cluster)?$/, '');
  const { asked } = readQuestion(`${text}.svc.${clusterZone}`);
  const isKnown = asked.kind === 'service' && index.services.has(qualifiedName({ ...asked, name: asked.service }));
  const bare = firstServices(index).find((each) => each.name === text);
  const complete = isKnown ? `${text}.svc` : bare && ownerOf(bare);
  return complete === undefined
    ? `${name} is outside of ${clusterZone}: CoreDNS forwards the question to another name server.`
    : `${name} is no complete name. Ask for ${complete}.${clusterZone}.`;
}

/** One of each name. */
function firstServices({ services }: DnsIndex): readonly TrafficService[] {
  return [...services.values()].flatMap(([each]) => (each ? [each.service] : []));
}

function whyNamespace(index: DnsIndex, namespace: string, exists: boolean): string {
  const meant = firstServices(index).find(({ name }) => name === namespace);
  if (meant) return `${quote(namespace)} is a Service and no namespace. Ask for ${ownerOf(meant)}.${clusterZone}.`;
  if (exists) return `${quote(namespace)} is a namespace. Ask for SERVICE.${namespace}.svc.${clusterZone}.`;
  const near = nearest(namespace, index.namespaces);
  const wayOut = near === undefined ? 'Correct the name.' : `Did you mean ${quote(near)}?`;
  return `No object that was read is in the namespace ${quote(namespace)}. ${wayOut}`;
}

function whyService({ index, question, type, found }: Unanswered, asked: AskedService): string {
  const [own] = found.namesakes;
  if (!own) return [whyNoService(index, asked), ...unknownServiceWords(index, asked)].join(' ');
  const { service } = own;
  const [target] = found.targets;
  const isChain = service.type === 'ExternalName' && target !== undefined && (type === 'A' || type === 'AAAA');
  const reason = isChain ? whyNoTarget(index, own, type) : whyNoRecord(index, own, { asked, question, type, found });
  return [reason, ...unknownWords(own, asked)].join(' ');
}

/** An `externalName` in the cluster that has no addresses. */
function whyNoTarget(index: DnsIndex, { service }: ServiceWorld, type: 'A' | 'AAAA'): string {
  const { externalName } = service;
  const start = `The externalName of the Service ${quote(qualifiedName(service))} is ${quote(externalName)}.`;
  const next = readQuestion(externalName);
  const found = lookUpName(index, next);
  const [own] = found.namesakes;
  if (own && own.service.type === 'ExternalName')
    return `${start} The chain of names leads back to itself, or to a name without addresses. Name its last target.`;
  return `${start} ${whyNone({ index, question: next, type, found })}`;
}

function whyNoService(index: DnsIndex, { namespace, service: name }: AskedService): string {
  const start = `The namespace ${quote(namespace)} has no Service ${quote(name)}`;
  const all = firstServices(index);
  const elsewhere = all.find((each) => each.name === name);
  if (elsewhere)
    return `${start}, but ${quote(elsewhere.namespace)} has one. Ask for ${ownerOf(elsewhere)}.${clusterZone}.`;
  const near = nearest(
    name,
    all.filter((each) => each.namespace === namespace).map((each) => each.name),
  );
  if (near !== undefined) return `${start}. Did you mean ${quote(near)}?`;
  const { strays, strayEndpoints } = index.world;
  const slice = strays.find((each) => each.slice.namespace === namespace && each.slice.service === name);
  const endpoints = strayEndpoints.find((each) => each.namespace === namespace && each.name === name);
  if (!index.namespaces.has(namespace)) return whyNamespace(index, namespace, false);
  if (namespace.startsWith('kube-') || name === 'kubernetes')
    return `No file has the Service ${quote(`${namespace}/${name}`)}, which belongs to the cluster itself. Print it with kubectl to read it, too.`;
  if (slice) return `${start}, so DNS ignores the EndpointSlice ${quote(slice.slice.name)}. Create the Service.`;
  if (endpoints) return `${start}, so DNS ignores the Endpoints of that name. Create the Service.`;
  return `${start}. Create it, or correct the name.`;
}

function whyNoNames(index: DnsIndex, ip: string): string {
  for (const slice of index.slices) {
    const own = `the EndpointSlice ${quote(slice.name)}`;
    for (const { text, endpoint } of sliceAddresses(slice, { isAll: true })) {
      if (canonicalText(text) !== ip) continue;
      if (!slice.service)
        return `${ip} is in ${own}, which has no label kubernetes.io/service-name, so it has no name. Add the label.`;
      if (endpoint.ready === false) return `${ip} is in ${own}, but not ready. DNS has names of ready endpoints only.`;
      if (text !== ip) return `${own} writes ${quote(text)}, and CoreDNS compares texts. Write ${quote(ip)}.`;
    }
  }
  const unmirrored = [
    ...index.world.services.flatMap(({ endpoints }) => endpoints),
    ...index.world.strayEndpoints,
  ].find(({ obstacle, written }) => obstacle && written.some(({ address }) => address === ip));
  if (unmirrored?.obstacle)
    return `${ip} is in the Endpoints ${quote(qualifiedName(unmirrored))}, but in no EndpointSlice. ${obstacleWords(unmirrored.obstacle)}`;
  const isAnyAssigned = index.world.services.some(
    ({ service }) => !service.isHeadless && clusterAddresses(service).length > service.clusterIps.length,
  );
  const more = isAnyAssigned ? ' Cluster IPs that the cluster assigns are not known here.' : '';
  return `No Service has the cluster IP ${ip}, and no ready endpoint of an EndpointSlice has this address.${more}`;
}
