/** Explains whether one address gets traffic of a Service port, from where, and what keeps it from traffic. */
import { hostOf } from '../proxy.ts';
import { familyOfIp, parseIp } from '../../../contract/ip.ts';
import { uniqueBy } from '../../../text/group.ts';
import {
  readerOf,
  shownService,
  step,
  type Arrival,
  type ExplainedStep,
  type PortExplanation,
  type WhyContext,
} from './explanation.ts';
import { safeIn, subjectOf, type PortQuestion } from './explain-port.ts';
import { loopSteps } from './loops.ts';
import { addressOutcomes, isOfPod, podsIn, type PortView, type AddressOutcome } from './port-views.ts';
import { reasonField } from '../reason-place.ts';
import { elsewhere } from './suspects.ts';
import { chanceNotes, doubtsOf, relevantUnknown, unknownFields, unknownSteps } from './uncertainty.ts';
import { cutOf, viewpointWords } from './named-viewpoints.ts';
import { blameOf } from './way-out.ts';

export function explainAddress(context: WhyContext, address: string, asked: PortQuestion): PortExplanation {
  const { own, question } = context;
  const { port, loops, families } = asked;
  const ip = parseIp(address);
  const ofFamily = asked.views.filter(({ family }) => question.consumer || (ip && family === familyOfIp(ip)));
  const views = ofFamily.length > 0 ? ofFamily : asked.views;
  const written = addressOutcomes(views, families).filter((each) => each.ip === address);
  const subject = subjectOf(question, port);
  const common = { name: port.name, protocol: port.protocol, number: port.number };
  if (written.length === 0) return { ...common, ...unwritten(context, address, subject) };
  const isLost = loops.clusterIps.has(address);
  const reached = isLost ? [] : views.filter(({ addresses }) => addresses.some((each) => hostOf(each) === address));
  const isReached = reached.length > 0;
  const used = written.filter(({ usedIn }) => usedIn.length > 0);
  const looping = loopSteps(used, loops, own.service);
  const isWhole = reached.length === views.length && looping.length === 0;
  const simulated: Arrival = !isReached ? 'no' : isWhole ? 'yes' : 'partly';
  // Whether hints count depends on all endpoints of the port.
  const isAnywhere = views.length === 1 && views[0]?.at.words === 'every node';
  const doubts = doubtsOf(
    context,
    // With several viewpoints, whether hints count depends on all endpoints of the port.
    isReached && isAnywhere ? safeIn(used, written, views) : [],
    {
      views,
      isByChance: !question.consumer && isReached && views.some(({ proxied }) => proxied.isByChance),
      pods: podsIn(views).filter((pod) => used.some(({ fate }) => isOfPod(fate, pod))),
      cut: cutOf(views.map(({ at }) => at)),
    },
  );
  const arrives = doubts.length > 0 ? 'uncertain' : simulated;
  const from = fromWords(reached, views);
  return {
    ...common,
    arrives,
    answer: answerOf(arrives, `${address} gets`, { subject, from, isReached, isLooping: looping.length > 0 }),
    steps: [
      ...(isReached ? reachSteps(used, from, readerOf(question)) : []),
      ...looping,
      ...(isLost ? [] : reasonSteps(written, context, { port, views, isReached, isCertain: doubts.length === 0 })),
      ...(isReached ? chanceNotes(views, question) : []),
      ...doubts,
    ],
  };
}

function fromWords(some: readonly PortView[], all: readonly PortView[]): string {
  return viewpointWords(
    some.map(({ at }) => at),
    all.map(({ at }) => at),
  );
}

interface AnswerParts {
  readonly subject: string;
  readonly from: string;
  readonly isReached: boolean;
  readonly isLooping: boolean;
}

function answerOf(arrives: Arrival, start: string, { subject, from, isReached, isLooping }: AnswerParts): string {
  switch (arrives) {
    case 'yes':
      return `${start} traffic of ${subject} from ${from}.`;
    case 'partly':
      return `${start} traffic of ${subject} only from ${isLooping ? 'other nodes' : from}.`;
    case 'no':
      return `${start} no traffic of ${subject}.`;
    case 'uncertain':
      return `It is not certain whether ${start} traffic of ${subject}. As far as is known, it gets ${isReached ? `some from ${from}` : 'none'}.`;
  }
}

function unwritten(
  context: WhyContext,
  address: string,
  subject: string,
): Pick<PortExplanation, 'arrives' | 'answer' | 'steps'> {
  const { own, question } = context;
  const doubts = unknownSteps(relevantUnknown(context), own);
  const found = elsewhere(address, context);
  const steps = [
    step(
      'endpoints',
      doubts.length > 0 ? 'note' : 'breaks',
      `No slice and no Endpoints of ${shownService(question)} have the address ${address}.`,
      {
        at: { entry: own.service.entry, path: [] },
        change: found.length + doubts.length > 0 ? undefined : 'Add the address to a slice of the Service.',
      },
    ),
    ...found,
    ...doubts,
  ];
  return doubts.length > 0
    ? {
        arrives: 'uncertain',
        answer: `It is not certain whether ${address} gets traffic of ${subject}. No known endpoint has this address.`,
        steps,
      }
    : { arrives: 'no', answer: `${address} gets no traffic of ${subject}: no endpoint has this address.`, steps };
}

function reachSteps(used: readonly AddressOutcome[], from: string, who: string): readonly ExplainedStep[] {
  return used.slice(0, 1).map(({ fate }) => {
    const how =
      fate.ready || !fate.serving || !fate.terminating
        ? ''
        : ' It is terminating and still serving, and no other endpoint is ready.';
    return step('endpoints', 'ok', `${who} sends connections from ${from} to ${fate.address}.${how}`, {
      at: { entry: fate.object.entry, path: fate.path },
    });
  });
}

interface ReasonParts {
  readonly port: PortQuestion['port'];
  readonly views: readonly PortView[];
  readonly isReached: boolean;
  readonly isCertain: boolean;
}

/** One step for each place where the address is written and not used, with the first reason. */
function reasonSteps(
  written: readonly AddressOutcome[],
  context: WhyContext,
  { port, views, isReached, isCertain }: ReasonParts,
): readonly ExplainedStep[] {
  const { service } = context.own;
  const who = readerOf(context.question);
  const isUnknown = unknownFields(relevantUnknown(context, views));
  const steps = written.flatMap(({ fate, why, unusedIn, usedIn, ip }) => {
    if (!why || (isReached && usedIn.length === 0)) return [];
    const blame = blameOf(why, { object: fate.object, addresses: [fate], service, port, who });
    const from = unusedIn.length === views.length ? '' : ` from ${fromWords(unusedIn, views)}`;
    const text = blame.isOfObject ? blame.text : `${ip} gets no traffic${from}: ${blame.text}`;
    const at = reasonField(why, fate, service);
    if (at.path !== fate.path && isUnknown(at)) return [];
    const kind = blame.isOfObject ? 'slices' : 'endpoints';
    return [step(kind, isReached || !isCertain ? 'note' : 'breaks', text, { at, change: blame.change })];
  });
  return uniqueBy(steps, ({ text }) => text);
}
