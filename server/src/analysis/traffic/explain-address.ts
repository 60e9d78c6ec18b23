/** Explains whether one address gets traffic of a Service port, from where, and what keeps it from traffic. */
import { parseIp, familyOfIp } from '../../contract/ip.ts';
import { groupBy } from '../../text/group.ts';
import { step, type Arrival, type ExplainedStep, type PortExplanation, type WhyContext } from './explanation.ts';
import { doubtsOf, subjectOf, type PortQuestion } from './explain-port.ts';
import { ipOf, writtenAddresses, type PortView, type WrittenAddress } from './port-views.ts';
import { shownService } from './explanation.ts';
import { elsewhere } from './suspects.ts';
import { relevantUnknown, unknownSteps } from './uncertainty.ts';
import { viewpointWords } from './viewpoints.ts';
import { blameOf } from './way-out.ts';

export function explainAddress(context: WhyContext, address: string, all: PortQuestion): PortExplanation {
  const { own, question } = context;
  const { port, owners, families } = all;
  const ip = parseIp(address);
  const own4or6 = all.views.filter(({ family }) => ip && family === familyOfIp(ip));
  const views = own4or6.length > 0 ? own4or6 : all.views;
  const written = writtenAddresses(views, families).filter((each) => each.ip === address);
  const subject = subjectOf(question, port);
  const common = { name: port.name, protocol: port.protocol, number: port.number };
  if (written.length === 0) return { ...common, ...unwritten(context, address, subject) };
  const owner = owners.get(address);
  const isLost = owner !== undefined && owner !== own.service;
  const reached = isLost ? [] : views.filter(({ addresses }) => addresses.some((each) => ipOf(each) === address));
  const simulated: Arrival = reached.length === 0 ? 'no' : reached.length === views.length ? 'yes' : 'partly';
  const used = written.filter(({ usedIn }) => usedIn.length > 0);
  const doubts = doubtsOf(context, { used, views, simulated });
  const arrives = doubts.length > 0 ? 'uncertain' : simulated;
  const from = viewpointWords(
    reached.map(({ at }) => at),
    views.map(({ at }) => at),
  );
  return {
    ...common,
    arrives,
    answer: answerOf(arrives, { address, subject, from, isReached: reached.length > 0 }),
    steps: [
      ...reachSteps(used, reached, from),
      ...(isLost
        ? [
            step(
              'endpoints',
              'breaks',
              `${address} is the cluster IP of the Service ${shownService(owner)}, and kube-proxy does not forward from one Service to another.`,
              {
                at: written[0] && { entry: written[0].fate.object.entry, path: written[0].fate.path },
                change: 'Write the addresses of the backends.',
              },
            ),
          ]
        : reasonSteps(written, { context, port, views, isReached: reached.length > 0 })),
      ...doubts,
    ],
  };
}

interface AnswerParts {
  readonly address: string;
  readonly subject: string;
  readonly from: string;
  readonly isReached: boolean;
}

function answerOf(arrives: Arrival, { address, subject, from, isReached }: AnswerParts): string {
  switch (arrives) {
    case 'yes':
      return `${address} gets traffic of ${subject} from ${from}.`;
    case 'partly':
      return `${address} gets traffic of ${subject} only from ${from}.`;
    case 'no':
      return `${address} gets no traffic of ${subject}.`;
    case 'uncertain':
      return `It is not certain whether ${address} gets traffic of ${subject}: not all values are known. As far as they are, it gets ${isReached ? `traffic from ${from}` : 'none'}.`;
  }
}

function unwritten(
  context: WhyContext,
  address: string,
  subject: string,
): Pick<PortExplanation, 'arrives' | 'answer' | 'steps'> {
  const { own, question } = context;
  const unknown = relevantUnknown(own);
  const doubts = unknownSteps(unknown, [own.service, ...own.slices, ...own.endpoints]);
  const found = elsewhere(address, context);
  const text = `No slice and no Endpoints of ${shownService(question)} have the address ${address}.`;
  const steps = [
    step('endpoints', 'breaks', text, {
      at: { entry: own.service.entry, path: [] },
      change: found.length > 0 ? undefined : 'Add it to a slice of the Service.',
    }),
    ...found,
  ];
  return doubts.length > 0
    ? {
        arrives: 'uncertain',
        answer: `It is not certain whether ${address} gets traffic of ${subject}: not all values are known, and the known ones do not have it.`,
        steps: [...steps, ...doubts],
      }
    : { arrives: 'no', answer: `${address} gets no traffic of ${subject}: it is no endpoint of the Service.`, steps };
}

function reachSteps(
  used: readonly WrittenAddress[],
  reached: readonly PortView[],
  from: string,
): readonly ExplainedStep[] {
  const [first] = used;
  if (!first || reached.length === 0) return [];
  const { fate } = first;
  const how = fate.ready ? '' : ' It is terminating and still serving, and no other endpoint is ready.';
  return [
    step('endpoints', 'ok', `kube-proxy forwards connections from ${from} to ${fate.address}.${how}`, {
      at: { entry: fate.object.entry, path: fate.path },
    }),
  ];
}

interface ReasonParts {
  readonly context: WhyContext;
  readonly port: PortQuestion['port'];
  readonly views: readonly PortView[];
  readonly isReached: boolean;
}

/** One step for each place where the address is written and not used, with the first reason. */
function reasonSteps(
  written: readonly WrittenAddress[],
  { context: { own }, port, views, isReached }: ReasonParts,
): readonly ExplainedStep[] {
  const blamed = written.flatMap(({ fate, why, unusedIn, usedIn, ip }) => {
    if (!why || (isReached && usedIn.length === 0)) return [];
    const blame = blameOf(why, { object: fate.object, service: own.service, port });
    const from =
      unusedIn.length === views.length
        ? ''
        : ` from ${viewpointWords(
            unusedIn.map(({ at }) => at),
            views.map(({ at }) => at),
          )}`;
    const text = blame.isOfObject ? blame.text : `${ip} gets no traffic${from}: ${blame.text}`;
    const at = blame.at ?? { entry: fate.object.entry, path: fate.path };
    return [
      step(blame.isOfObject ? 'slices' : 'endpoints', isReached ? 'note' : 'breaks', text, {
        at,
        change: blame.change,
      }),
    ];
  });
  return [...groupBy(blamed, ({ text }) => text).values()].flatMap(([first]) => (first ? [first] : []));
}
