/** Explains whether traffic arrives at one port of a Service that has a cluster IP, and at which endpoints. */
import type { IpFamily } from '../../../contract/ip.ts';
import { hostOf } from '../proxy.ts';
import { groupBy } from '../../../text/group.ts';
import { consumerNotes } from './consumer-notes.ts';
import { blameSteps, gapSteps, listSteps, providerSteps } from './endpoint-steps.ts';
import { readerOf, shownService, type Arrival, type PortExplanation, type WhyContext } from './explanation.ts';
import { kubeProxy } from '../consumers/consumer.ts';
import type { AddressFate } from '../fate.ts';
import { loopSteps, type Loops } from './loops.ts';
import type { OfferedPort } from '../model.ts';
import { outsideSteps } from './outside.ts';
import { addressOutcomes, podsIn, type PortView, type AddressOutcome } from './port-views.ts';
import { strangerSteps } from './strangers.ts';
import { chanceNotes, cutStep, doubtsOf, doubtWords, podSteps, relevantUnknown } from './uncertainty.ts';
import { cutOf, viewpointWords } from './named-viewpoints.ts';

export interface PortQuestion {
  readonly port: OfferedPort;
  readonly views: readonly PortView[];
  readonly families: readonly IpFamily[];
  readonly loops: Loops;
}

/** Without an address: all endpoints of the port. */
export function explainPort(context: WhyContext, { port, views, families, loops }: PortQuestion): PortExplanation {
  const { own, question } = context;
  const { service } = own;
  const who = readerOf(question);
  const isLost = (address: string): boolean => loops.clusterIps.has(hostOf(address));
  const reached = views.filter(({ addresses }) => addresses.some((address) => !isLost(address)));
  const written = addressOutcomes(views, families);
  const used = written.filter(({ usedIn }) => usedIn.length > 0);
  const looping = loopSteps(used, loops, service);
  const outside = question.consumer ? [] : outsideSteps(context, port, views);
  const strangers = question.consumer ? [] : strangerSteps(context, reached.length > 0);
  const isOpen = [...outside, ...strangers].every(({ verdict }) => verdict !== 'breaks');
  const isWhole = reached.length === views.length && looping.length === 0;
  const simulated: Arrival = reached.length === 0 ? 'no' : isWhole && isOpen ? 'yes' : 'partly';
  const pods = podsIn(views);
  const cut = cutOf(views.map(({ at }) => at));
  // With hints, each node has some endpoint.
  const isCutDoubtful = service.internalPolicy === 'Local' || outside.some(({ verdict }) => verdict === 'breaks');
  const doubts = doubtsOf(
    context,
    safeIn(used, written, views).filter((fate) => !isLost(fate.address)),
    {
      views,
      isByChance: !question.consumer && views.some(({ proxied }) => proxied.isByChance),
      pods,
      cut: isCutDoubtful ? cut : undefined,
    },
  );
  const blameVerdict = reached.length > 0 || doubts.length > 0 ? 'note' : 'breaks';
  const parts = {
    who,
    subject: subjectOf(question, port),
    reached,
    views,
    doubt: doubtWords(doubts),
    isLooping: looping.length > 0,
    isOnlyOutside: isWhole && !isOpen,
    isOfPods: service.hasSelector,
  };
  const arrives = doubts.length > 0 || (service.hasSelector && written.length === 0) ? 'uncertain' : simulated;
  return {
    name: port.name,
    protocol: port.protocol,
    number: port.number,
    arrives,
    answer: answerOf(arrives, parts),
    steps: [
      ...providerSteps(used, port, question),
      ...listSteps(reached, views, question),
      ...looping,
      ...blameSteps(written, {
        service,
        port,
        who,
        unknown: relevantUnknown(context, views),
        verdict: blameVerdict,
        isCut: cut !== undefined,
      }),
      ...gapSteps(reached, views, service),
      ...outside,
      ...strangers,
      ...consumerNotes(used, question.consumer),
      ...(cut && !isCutDoubtful ? [cutStep(cut, 'note')] : []),
      ...chanceNotes(views, question),
      ...(doubts.length > 0 ? doubts : podSteps(pods, 'note')),
    ],
  };
}

/** The addresses that get traffic from everywhere, and that no other endpoint has, too. */
export function safeIn(
  used: readonly AddressOutcome[],
  written: readonly AddressOutcome[],
  views: readonly PortView[],
): readonly AddressFate[] {
  const counts = groupBy(written, ({ fate }) => fate.address);
  return used
    .filter(({ fate, usedIn }) => usedIn.length === views.length && counts.get(fate.address)?.length === 1)
    .map(({ fate }) => fate);
}

/** `shop/orders-db:postgres`. */
export function subjectOf(
  question: WhyContext['question'],
  { name, number }: Pick<OfferedPort, 'name' | 'number'>,
): string {
  const through = question.consumer ? ` through ${question.consumer.title}` : '';
  return `${shownService(question)}:${question.port ?? (name === '' ? number : name)}${through}`;
}

interface AnswerParts {
  readonly who: string;
  readonly subject: string;
  readonly reached: readonly PortView[];
  readonly views: readonly PortView[];
  /** Why the answer is not certain; empty where it is. */
  readonly doubt: string;
  /** True where addresses lead back to kube-proxy. */
  readonly isLooping: boolean;
  /** True where only traffic from outside of the cluster is lost. */
  readonly isOnlyOutside: boolean;
  /** True where the control plane makes slices of Pods. */
  readonly isOfPods: boolean;
}

function answerOf(arrives: Arrival, parts: AnswerParts): string {
  const { who, subject, reached, views, doubt, isLooping, isOnlyOutside, isOfPods } = parts;
  const from = fromWords(reached, views);
  const isEverywhere = who !== kubeProxy && from === 'every node';
  if (arrives === 'yes') return `Traffic arrives at ${subject}${isEverywhere ? '' : ` from ${from}`}.`;
  if (arrives === 'uncertain') {
    const start = `It is not certain whether traffic arrives at ${subject}:`;
    if (doubt === '') return `${start} its endpoints are Pods, which are not simulated.`;
    return reached.length === 0
      ? `${start} ${doubt}. As far as is known, it does not.`
      : `${start} ${doubt}. As far as is known, it arrives from ${from}.`;
  }
  if (arrives === 'no' && isLooping) return `No traffic arrives at ${subject}: its endpoints lead back to the cluster.`;
  if (arrives === 'no' && isOfPods)
    return `None of the written endpoints of ${subject} gets traffic. Pods that match the selector may get some.`;
  if (arrives === 'no') return `No traffic arrives at ${subject}${fixedWords(views)}. ${meeting(views, who)}`;
  if (isOnlyOutside) return `Traffic from the cluster arrives at ${subject}, but not all traffic from outside does.`;
  const left = views.filter((view) => !reached.includes(view));
  if (left.length === 0) return `Only some connections to ${subject} arrive.`;
  return familyAnswer(parts) ?? `Traffic arrives at ${subject} only from ${from}. ${meeting(left, who, 'Elsewhere, ')}`;
}

function fixedWords([only, ...others]: readonly PortView[]): string {
  return only && others.length === 0 && only.at.words !== 'every node' ? ` from ${only.at.words}` : '';
}

/** Where whole IP families are without an endpoint; undefined otherwise. */
function familyAnswer({ who, subject, reached, views }: AnswerParts): string | undefined {
  const served = new Set(reached.map(({ family }) => family));
  const left = views.filter(({ family }) => !served.has(family));
  if (left.length === 0 || left.length + reached.length < views.length) return undefined;
  const lost = new Set(left.map(({ family }) => family));
  return `Traffic arrives at ${subject} only over ${[...served].join()}. ${meeting(left, who, `Over ${[...lost].join()}, `)}`;
}

/** What a client meets where no endpoint is left. */
function meeting(views: readonly PortView[], who: string, start = ''): string {
  const [first] = views;
  if (who !== kubeProxy) return 'It has no endpoint to send connections to.';
  const isDropped = first?.proxied.hasAny === true;
  return isDropped
    ? `${start}kube-proxy drops the packets without an answer, so connections time out.`
    : `${start}kube-proxy refuses each connection.`;
}

/** `every node`, `every node over IPv4`, `the node "a"`. */
function fromWords(some: readonly PortView[], all: readonly PortView[]): string {
  const families = new Set(all.map(({ family }) => family));
  const groups = [...groupBy(some, ({ family }) => family)].map(([family, own]) => ({
    family,
    words: viewpointWords(
      own.map(({ at }) => at),
      all.filter((each) => each.family === family).map(({ at }) => at),
    ),
  }));
  const [first] = groups;
  if (first && groups.length === families.size && groups.every(({ words }) => words === first.words))
    return first.words;
  return groups.map(({ family, words }) => `${words} over ${family}`).join(', and from ');
}
