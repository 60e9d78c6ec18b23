/** Why traffic arrives at a Service or not, as plain data: the answer of `endpoints why`. */
import type { IpFamily } from '../../../contract/ip.ts';
import { listed, quote } from '../../../text/quote.ts';
import type { Path } from '../../../tree/path.ts';
import { clusterZone } from '../../dns/question.ts';
import { ownerOf } from '../../dns/targets.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { kubeProxy, type Consumer } from '../consumers/consumer.ts';
import type { FieldOf } from '../reason-place.ts';
import type { ServiceWorld, TrafficObject, TrafficSlice, TrafficWorld } from '../model.ts';

/** Why the API server, or kubectl with its default validation, rejects an object. */
export interface Rejection {
  /** The code of the rule. */
  readonly rule: string;
  /** The message of the rule, with the way out. */
  readonly message: string;
  readonly path: Path;
  /** False where only kubectl rejects it: other clients send it, and the API server drops the field. */
  readonly isCertain: boolean;
}

export type RejectionsOf = (entry: IndexedObject) => readonly Rejection[];

/** The name of an object before kustomizations rename it; undefined for one that they leave alone. */
export type NameBefore = (entry: IndexedObject) => string | undefined;

export interface WhyQuestion {
  readonly namespace: string;
  readonly name: string;
  /** The name or the number of a port; undefined for all ports. */
  readonly port: string | undefined;
  /** In canonical spelling; undefined for all addresses. */
  readonly address: string | undefined;
  /** Empty to consider all nodes. */
  readonly node: string;
  /** Null for a node without the label; undefined for the zone of the node, or for all zones. */
  readonly zone: string | null | undefined;
  /** Undefined for all families of the Service. */
  readonly family: IpFamily | undefined;
  /** Undefined for kube-proxy. */
  readonly consumer: Consumer | undefined;
}

/** `note` is worth knowing, and changes nothing for the question. */
export type Verdict = 'ok' | 'breaks' | 'unknown' | 'note';

/** What a client meets, in the order in which it meets it. */
export type StepKind = 'service' | 'name' | 'cluster-ip' | 'port' | 'slices' | 'endpoints' | 'outside';

export interface ExplainedStep {
  readonly kind: StepKind;
  readonly verdict: Verdict;
  /** Plain sentences. */
  readonly text: string;
  readonly at: FieldOf | undefined;
  /** What to change, in one sentence. */
  readonly change: string | undefined;
}

/** `partly`: from some nodes, for some ports or in some IP families only. */
export type Arrival = 'yes' | 'no' | 'partly' | 'uncertain';

export interface PortExplanation {
  /** Empty for a port without a name, and for a Service without ports. */
  readonly name: string;
  readonly protocol: string;
  readonly number: number;
  readonly arrives: Arrival;
  /** One or two sentences. */
  readonly answer: string;
  readonly steps: readonly ExplainedStep[];
}

export interface Explanation {
  readonly namespace: string;
  readonly name: string;
  /** Undefined where no Service is written. */
  readonly at: FieldOf | undefined;
  readonly arrives: Arrival;
  readonly answer: string;
  /** What holds for all ports. */
  readonly steps: readonly ExplainedStep[];
  readonly ports: readonly PortExplanation[];
}

/** An explanation of a Service that the API server accepts. */
export type ServedExplanation = Pick<Explanation, 'arrives' | 'answer' | 'steps' | 'ports'>;

/** What an explanation reads. */
export interface WhyContext {
  readonly world: TrafficWorld;
  /** Without the objects that the API server rejects. */
  readonly own: ServiceWorld;
  readonly question: WhyQuestion;
  readonly nameBefore?: NameBefore;
}

/** The program that reads the endpoints, as sentences name it. */
export function readerOf({ consumer }: WhyQuestion): string {
  return consumer?.title ?? kubeProxy;
}

interface StepParts {
  readonly at?: FieldOf | undefined;
  readonly change?: string | undefined;
}

export function step(kind: StepKind, verdict: Verdict, text: string, { at, change }: StepParts = {}): ExplainedStep {
  return { kind, verdict, text: text.replace(/^the /, 'The '), at, change };
}

export function isTrafficSlice(object: TrafficObject): object is TrafficSlice {
  return 'addressType' in object;
}

/** `the slice "db-1"`, `the Endpoints "db"`. */
export function trafficTitle(object: TrafficObject): string {
  const kind = isSingular(object) ? 'slice' : 'Endpoints';
  return object.name === '' ? `the ${kind} without a name` : `the ${kind} ${quote(object.name)}`;
}

/** False for Endpoints, also for those of which a slice is a mirror. */
export function isSingular(object: TrafficObject): boolean {
  return isTrafficSlice(object) && !object.isMirrored;
}

const plurals = { is: 'are', has: 'have', belongs: 'belong' } as const;

/** The title as a subject: `the slice "db-1" has`, `the Endpoints "db" have`. */
export function trafficSubject(object: TrafficObject, verb: keyof typeof plurals): string {
  return `${trafficTitle(object)} ${isSingular(object) ? verb : plurals[verb]}`;
}

/** `shop/orders-db`. */
export function shownService({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** `orders-db.shop.svc.cluster.local`. */
export function dnsName(service: Parameters<typeof ownerOf>[0]): string {
  return `${ownerOf(service)}.${clusterZone}`;
}

/** The first ones, with the number of others. */
export function someOf(words: readonly string[], most = 5): string {
  if (words.length <= most) return listed(words);
  return `${words.slice(0, most).join(', ')} and ${words.length - most} more`;
}

/** The worst of several answers: `partly` where they differ. */
export function arrivalOfAll(all: readonly Arrival[]): Arrival {
  const [first = 'no', ...others] = new Set(all);
  if (others.length === 0) return first;
  return all.includes('uncertain') ? 'uncertain' : 'partly';
}
