/** Explains whether traffic arrives at one port of a Service that kube-proxy serves, and at which endpoints. */
import type { IpFamily } from '../../contract/ip.ts';
import { groupBy } from '../../text/group.ts';
import { quote } from '../../text/quote.ts';
import {
  isSlice,
  shownService,
  someOf,
  step,
  titleOf,
  type Arrival,
  type ExplainedStep,
  type PortExplanation,
  type WhyContext,
} from './explanation.ts';
import type { OfferedPort, TrafficObject, TrafficService } from './model.ts';
import { outsideSteps } from './outside.ts';
import { ipOf, writtenAddresses, type PortView, type WrittenAddress } from './port-views.ts';
import { mayKeepFrom, relevantUnknown, unknownSteps } from './uncertainty.ts';
import { viewpointWords } from './viewpoints.ts';
import { blameOf } from './way-out.ts';

export interface PortQuestion {
  readonly port: OfferedPort;
  readonly views: readonly PortView[];
  readonly families: readonly IpFamily[];
  /** By cluster IP. */
  readonly owners: ReadonlyMap<string, TrafficService>;
}

/** Without an address: all endpoints of the port. */
export function explainPort(context: WhyContext, { port, views, families, owners }: PortQuestion): PortExplanation {
  const { own, question } = context;
  const isLost = (address: string): boolean => owners.has(ipOf(address)) && owners.get(ipOf(address)) !== own.service;
  const reached = views.filter(({ addresses }) => addresses.some((address) => !isLost(address)));
  const written = writtenAddresses(views, families);
  const used = written.filter(({ usedIn }) => usedIn.length > 0);
  const lost = used.filter(({ fate }) => isLost(fate.address));
  const outside = outsideSteps(context, port, views);
  const isBroken = lost.length > 0 || outside.some(({ verdict }) => verdict === 'breaks');
  const simulated: Arrival =
    reached.length === 0 ? 'no' : reached.length === views.length && !isBroken ? 'yes' : 'partly';
  const doubts = doubtsOf(context, { used: used.filter((each) => !lost.includes(each)), views, simulated });
  const hasOtherEndpoints = own.service.hasSelector && used.length === 0 && written.length === 0;
  const arrives: Arrival = doubts.length > 0 || hasOtherEndpoints ? 'uncertain' : simulated;
  const subject = subjectOf(question, port);
  return {
    name: port.name,
    protocol: port.protocol,
    number: port.number,
    arrives,
    answer: answerOf(arrives, {
      subject,
      reached,
      views,
      doubts: doubts.length,
      isOutside: outside.length > 0 && reached.length === views.length && lost.length === 0,
    }),
    steps: [
      ...providerSteps(used, port),
      ...listSteps(reached, views),
      ...lost.map((each) => lostStep(each, owners)),
      ...blameSteps(written, { service: own.service, port, isBroken: simulated !== 'yes' && reached.length === 0 }),
      ...gapSteps(reached, views, own.service),
      ...outside,
      ...doubts,
    ],
  };
}

export function subjectOf(
  question: WhyContext['question'],
  { name, number }: Pick<OfferedPort, 'name' | 'number'>,
): string {
  const port = name === '' ? String(number) : name;
  return `${shownService(question)}:${port}`;
}

interface AnswerParts {
  readonly subject: string;
  readonly reached: readonly PortView[];
  readonly views: readonly PortView[];
  readonly doubts: number;
  /** True where only traffic from outside of the cluster is lost. */
  readonly isOutside: boolean;
}

function answerOf(arrives: Arrival, { subject, reached, views, doubts, isOutside }: AnswerParts): string {
  const from = fromWords(reached, views);
  if (arrives === 'yes') return `Traffic arrives at ${subject} from ${from}.`;
  if (arrives === 'uncertain' && reached.length === 0)
    return doubts > 0
      ? `It is not certain whether traffic arrives at ${subject}: not all values are known, and what is known leads nowhere.`
      : `It is not certain whether traffic arrives at ${subject}: its endpoints are Pods, which are not simulated.`;
  if (arrives === 'uncertain')
    return `It is not certain whether traffic arrives at ${subject}: not all values are known. As far as they are, it arrives from ${from}.`;
  if (reached.length === 0) return `No traffic arrives at ${subject}${fixedWords(views)}. ${meeting(views)}`;
  if (isOutside)
    return `Traffic arrives at ${subject} from ${from} of the cluster, but not all traffic from outside does.`;
  const left = views.filter((view) => !reached.includes(view));
  if (left.length === 0) return `Only some connections to ${subject} arrive.`;
  return `Traffic arrives at ${subject} only from ${from}. ${meeting(left)}`;
}

function fixedWords(views: readonly PortView[]): string {
  const [only, ...others] = views;
  return only && others.length === 0 && only.at.words !== 'every node' ? ` from ${only.at.words}` : '';
}

/** What a client meets where no endpoint is left. */
function meeting(views: readonly PortView[]): string {
  const isDropped = views.some(({ proxied }) => proxied.hasAny);
  return isDropped
    ? 'There, kube-proxy drops the packets without an answer, so connections time out.'
    : 'kube-proxy refuses each connection.';
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

/** The objects whose addresses are used. */
function providerSteps(used: readonly WrittenAddress[], port: OfferedPort): readonly ExplainedStep[] {
  return [...groupBy(used, ({ fate }) => fate.object)].slice(0, 5).map(([object, all]) => {
    const numbers = [...new Set(all.map(({ fate }) => /:(\d+)$/.exec(fate.address)?.[1] ?? ''))];
    const name = port.name === '' ? 'its port' : `its port ${quote(port.name)}`;
    const title = titleOf(object);
    const text =
      isSlice(object) && object.isMirrored
        ? `${title} is mirrored to a slice of the Service; ${name} has the number ${someOf(numbers)}.`
        : `${title} belongs to the Service; ${name} has the number ${someOf(numbers)}.`;
    return step('slices', 'ok', text, { at: { entry: object.entry, path: [] } });
  });
}

/** Where the connections go, in one sentence for viewpoints with the same list. */
function listSteps(reached: readonly PortView[], all: readonly PortView[]): readonly ExplainedStep[] {
  const groups = groupBy(reached, ({ family, addresses }) => `${family} ${addresses.join()}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const of = all.filter(({ family }) => family === first.family).map(({ at }) => at);
    const from = viewpointWords(
      group.map(({ at }) => at),
      of,
    );
    const reason =
      first.proxied.topology === '' || groups.size === 1
        ? ''
        : `, by the hints for ${first.proxied.topology === 'PreferSameNode' ? 'nodes' : 'zones'}`;
    const draining = first.proxied.written.some(
      ({ address, ready, why }) => !why && !ready && first.addresses.includes(address),
    );
    const text = `Connections from ${from} go to ${someOf(first.addresses)}${reason}.`;
    return [
      step(
        'endpoints',
        'ok',
        draining
          ? `${text} No endpoint is ready, so kube-proxy uses those that are terminating and still serving.`
          : text,
      ),
    ];
  });
}

function lostStep({ fate, ip }: WrittenAddress, owners: PortQuestion['owners']): ExplainedStep {
  const owner = owners.get(ip);
  const of = owner ? ` of the Service ${shownService(owner)}` : '';
  return step(
    'endpoints',
    'breaks',
    `${ip} is the cluster IP${of}, and kube-proxy does not forward from one Service to another.`,
    {
      at: { entry: fate.object.entry, path: fate.path },
      change: 'Write the addresses of the backends.',
    },
  );
}

interface BlameOptions {
  readonly service: TrafficService;
  readonly port: OfferedPort;
  /** True where no traffic arrives. Otherwise an unused address is only a remark. */
  readonly isBroken: boolean;
}

/** Why addresses get no traffic from anywhere, in one step for those with the same reason. */
export function blameSteps(
  written: readonly WrittenAddress[],
  { service, port, isBroken }: BlameOptions,
): readonly ExplainedStep[] {
  const known = new Set(written.flatMap(({ ip, usedIn }) => (usedIn.length > 0 ? [ip] : [])));
  const blamed = written.flatMap((each) => {
    const { fate, usedIn, why, ip } = each;
    if (usedIn.length > 0 || !why || known.has(ip)) return [];
    const blame = blameOf(why, { object: fate.object, service, port });
    return [{ each, blame, key: `${keyOf(fate.object)} ${blame.text}` }];
  });
  return [...groupBy(blamed, ({ key }) => key).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { blame, each } = first;
    const { entry } = each.fate.object;
    const ips = [...new Set(group.map((one) => one.each.ip))];
    const text = blame.isOfObject
      ? blame.text
      : `${someOf(ips)} ${ips.length > 1 ? 'get' : 'gets'} no traffic: ${blame.text}`;
    const at = blame.at ?? { entry, path: each.fate.path };
    return [
      step(blame.isOfObject ? 'slices' : 'endpoints', isBroken ? 'breaks' : 'note', text, { at, change: blame.change }),
    ];
  });
}

function keyOf({ entry }: TrafficObject): string {
  return `${entry.uri} ${entry.ordinal}`;
}

/** The viewpoints without an endpoint, where others have some. */
function gapSteps(
  reached: readonly PortView[],
  views: readonly PortView[],
  service: TrafficService,
): readonly ExplainedStep[] {
  if (reached.length === 0 || reached.length === views.length) return [];
  const left = views.filter((view) => !reached.includes(view));
  return [...groupBy(left, ({ family }) => family)].map(([family, gaps]) => {
    const of = views.filter((each) => each.family === family);
    const from = viewpointWords(
      gaps.map(({ at }) => at),
      of.map(({ at }) => at),
    );
    return gaps.length === of.length && !reached.some((each) => each.family === family)
      ? step(
          'endpoints',
          'breaks',
          `The Service has an ${family} cluster IP, and no ${family} endpoint gets traffic.`,
          {
            at: { entry: service.entry, path: ['spec', 'ipFamilies'] },
            change: `Write endpoints with ${family} addresses, or remove ${family} from the Service.`,
          },
        )
      : step('endpoints', 'breaks', `No endpoint is on ${from}, and internalTrafficPolicy is Local.`, {
          at: { entry: service.entry, path: ['spec', 'internalTrafficPolicy'] },
          change: 'Add an endpoint with the nodeName of each node with clients, or set internalTrafficPolicy: Cluster.',
        });
  });
}

interface Doubts {
  readonly used: readonly WrittenAddress[];
  readonly views: readonly PortView[];
  readonly simulated: Arrival;
}

/** Empty where an endpoint certainly gets traffic, whatever the unknown values are. */
export function doubtsOf({ own }: WhyContext, { used, views, simulated }: Doubts): readonly ExplainedStep[] {
  const unknown = relevantUnknown(own);
  const isSafe =
    simulated === 'yes' &&
    used.some(({ fate, usedIn }) => {
      const place = { entry: fate.object.entry, path: fate.path };
      return usedIn.length === views.length && !unknown.some((part) => mayKeepFrom(part, place));
    });
  const steps =
    unknown.length === 0 || isSafe ? [] : unknownSteps(unknown, [own.service, ...own.slices, ...own.endpoints]);
  if (
    !views.some(({ proxied }) => proxied.isByChance) ||
    (simulated === 'yes' && used.some(({ usedIn }) => usedIn.length === views.length))
  )
    return steps;
  return [
    ...steps,
    step(
      'endpoints',
      'unknown',
      'Two slices write the same address and port with different conditions, and kube-proxy uses one of them at random.',
      { change: 'Write the endpoint in one slice only.' },
    ),
  ];
}
