/** Short names, as a Pod asks for them: with the search list and `ndots:5` that the kubelet writes into its resolv.conf. */
import { canonicalText } from '../../contract/ip.ts';
import { uniqueBy } from '../../text/group.ts';
import { nearest } from '../../text/nearest.ts';
import type { LocateField } from '../traffic/report.ts';
import type { TrafficWorld } from '../traffic/model.ts';
import { lookUpName } from './answers.ts';
import { dnsIndexOf, type DnsIndex } from './dns-index.ts';
import { recordText, type DnsRecord, type QuestionType, type Resolution } from './model.ts';
import { clusterZone, readQuestion, reverseNameOf } from './question.ts';
import { resolveName } from './resolve-name.ts';

export interface PodQuestion {
  /** A name, complete or short, or an IP address. */
  readonly name: string;
  /** Undefined for those that fit the name. */
  readonly type: QuestionType | undefined;
  /** The namespace of the Pod that asks. */
  readonly namespace: string;
}

/** The answers for one complete name: that of the first one with an answer, or else of the one that is meant. */
export interface PodResolution extends Resolution {
  /** Without a final dot, in the spelling of the question. */
  readonly name: string;
  readonly types: readonly QuestionType[];
}

export function resolveInPod(world: TrafficWorld, question: PodQuestion, locate: LocateField): PodResolution {
  const ip = canonicalText(question.name);
  const name = ip === undefined ? question.name : reverseNameOf(ip);
  const types = question.type === undefined ? typesFor(name) : [question.type];
  const names = searchedNames(name, question.namespace);
  const resolve = (each: string): PodResolution =>
    merged(each, types, (type) => resolveName(world, each, type, locate));
  const first = names.find((each) => types.some((type) => resolveName(world, each, type, locate).answer.length > 0));
  return resolve(first ?? meantName(dnsIndexOf(world), names));
}

/** A program in a Pod asks for the addresses of both families. */
function typesFor(name: string): readonly QuestionType[] {
  if (readQuestion(name).zone.toLowerCase().endsWith('.arpa')) return ['PTR'];
  return name.startsWith('_') ? ['SRV'] : ['A', 'AAAA'];
}

/** The complete names, in the order in which a resolver asks for them. */
function searchedNames(name: string, namespace: string): readonly string[] {
  if (name.endsWith('.') || readQuestion(name).asked.kind === 'address') return [name];
  const longer = [`${namespace}.svc.`, 'svc.', ''].map((before) => `${name}.${before}${clusterZone}`);
  return name.split('.').length > 5 ? [name, ...longer] : [...longer, name];
}

/** Without an answer: the name of a Service that exists; else the likely one. */
function meantName(index: DnsIndex, names: readonly string[]): string {
  const [shortest = ''] = names.toSorted((a, b) => a.length - b.length);
  if (readQuestion(shortest).asked.kind !== 'outside') return shortest;
  const services = names.filter((each) => readQuestion(each).asked.kind === 'service');
  const found = services.map((each) => ({ name: each, ...lookUpName(index, readQuestion(each)) }));
  const known = found.find(({ exists }) => exists) ?? found.find(({ namesakes }) => namesakes.length > 0);
  if (known) return known.name;
  // Ports have two labels before the Service.
  const isBare = shortest.split('.').length - (shortest.startsWith('_') ? 2 : 0) < 2;
  const likely = services.slice(isBare ? 0 : 1).find((each) => {
    const { asked } = readQuestion(each);
    return asked.kind === 'service' && nearest(asked.namespace, index.namespaces) !== undefined;
  });
  return likely ?? shortest;
}

/** Addresses of both families are one answer. */
function merged(name: string, types: readonly QuestionType[], ask: (type: QuestionType) => Resolution): PodResolution {
  const all = types.map(ask);
  const answered = all.filter(({ answer }) => answer.length > 0);
  const [first] = answered.length > 0 ? answered : all;
  const whys = answered.length > 0 ? answered : all.slice(0, 1);
  const unique = [...new Set(whys.flatMap(({ why }) => why ?? []))];
  const records = (member: 'answer' | 'extra'): readonly DnsRecord[] =>
    uniqueBy(
      all.flatMap((each) => each[member]),
      recordText,
    );
  return {
    name: name.endsWith('.') ? name.slice(0, -1) : name,
    types,
    rcode: first?.rcode ?? 'NXDOMAIN',
    answer: records('answer'),
    extra: records('extra'),
    why: unique.length > 0 ? unique.join(' ') : null,
  };
}
