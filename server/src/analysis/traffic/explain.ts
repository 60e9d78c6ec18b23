/** Explains whether traffic arrives at a Service, where it breaks, and what to change. */
import { proxyLabel } from '../../contract/service.ts';
import { nearest } from '../../text/nearest.ts';
import { counted, listed, quote } from '../../text/quote.ts';
import type { IpFamily } from '../../contract/ip.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { explainAddress } from './explain-address.ts';
import { dnsName, explainExternalName, explainHeadless, type DnsExplanation } from './explain-headless.ts';
import { explainPort } from './explain-port.ts';
import {
  arrivalOfAll,
  isSlice,
  shownService,
  step,
  titleOf,
  type Arrival,
  type ExplainedStep,
  type Explanation,
  type PortExplanation,
  type RejectionsOf,
  type WhyContext,
  type WhyQuestion,
} from './explanation.ts';
import type { OfferedPort, ServiceWorld, TrafficObject, TrafficService, TrafficWorld } from './model.ts';
import { clusterIpOwners, portViews } from './port-views.ts';
import { suspects } from './suspects.ts';

interface ExplainOptions {
  readonly rejectionsOf: RejectionsOf;
}

/**
 * One explanation for each Service of that name; several texts may write one. Empty where neither a Service nor endpoints of that
 * name are written.
 */
export function explain(
  world: TrafficWorld,
  question: WhyQuestion,
  { rejectionsOf }: ExplainOptions,
): readonly Explanation[] {
  const worlds = world.services.filter(({ service }) => isNamed(service, question));
  return worlds.length > 0
    ? worlds.map((own) => explainService(world, own, question, rejectionsOf))
    : withoutService(world, question);
}

function isNamed(object: Pick<TrafficObject, 'namespace' | 'name'>, { namespace, name }: WhyQuestion): boolean {
  return object.namespace === namespace && object.name === name;
}

/** `shop/orders-db`: the Service that was probably meant; undefined where none is near. */
export function nearestService({ services }: TrafficWorld, { namespace, name }: WhyQuestion): string | undefined {
  const named = services.filter(({ service }) => service.name === name);
  if (named[0]) return shownService(named[0].service);
  const beside = services.filter(({ service }) => service.namespace === namespace);
  const near = nearest(
    name,
    beside.map(({ service }) => service.name),
  );
  return near === undefined
    ? nearest(
        `${namespace}/${name}`,
        services.map(({ service }) => shownService(service)),
      )
    : `${namespace}/${near}`;
}

/** The endpoints that name a Service that is not there. */
function withoutService(world: TrafficWorld, question: WhyQuestion): readonly Explanation[] {
  const objects: readonly TrafficObject[] = [
    ...world.strays.flatMap(({ slice }) =>
      slice.service === question.name && slice.namespace === question.namespace ? [slice] : [],
    ),
    ...world.strayEndpoints.filter((object) => isNamed(object, question)),
  ];
  const [first] = objects;
  if (!first) return [];
  const meant = nearestService(world, question);
  const change =
    meant === undefined
      ? `Create the Service ${question.name} in the namespace ${question.namespace}.`
      : `Create the Service, or correct the name: there is a Service ${meant}.`;
  const steps = objects.slice(0, 3).map((object) =>
    step(
      'service',
      'breaks',
      `${titleOf(object)} belongs to the Service ${shownService(question)}, which does not exist.`,
      {
        at: { entry: object.entry, path: isSlice(object) ? ['metadata', 'labels'] : ['metadata', 'name'] },
        change,
      },
    ),
  );
  const answer = `No traffic arrives at ${shownService(question)}: there is no such Service, so DNS does not know its name.`;
  return [
    { namespace: question.namespace, name: question.name, at: undefined, arrives: 'no', answer, steps, ports: [] },
  ];
}

function explainService(
  world: TrafficWorld,
  all: ServiceWorld,
  question: WhyQuestion,
  rejectionsOf: RejectionsOf,
): Explanation {
  const { service } = all;
  const rejected = rejections(all, rejectionsOf);
  const isAccepted = ({ entry }: TrafficObject): boolean => !rejected.lost.has(entry);
  const own: ServiceWorld = {
    service,
    slices: all.slices.filter(isAccepted),
    endpoints: all.endpoints.filter(isAccepted),
  };
  const context: WhyContext = { world, own, question };
  const found = rejected.lost.has(service.entry) ? rejectedService(question) : served(context);
  const missing = missingSteps(
    context,
    rejected,
    (object) => rejectionsOf(object.entry).every((each) => !each.isCertain),
    found.arrives,
  );
  const isDoubtful = rejected.isDoubtful && found.arrives === 'yes';
  return {
    namespace: question.namespace,
    name: question.name,
    at: { entry: service.entry, path: [] },
    arrives: isDoubtful ? 'uncertain' : found.arrives,
    answer: isDoubtful
      ? `It is not certain whether traffic arrives at ${shownService(question)}: kubectl rejects an object with its default validation.`
      : found.answer,
    steps: [...rejected.steps, ...found.steps, ...missing],
    ports: found.ports,
  };
}

interface Rejected {
  readonly steps: readonly ExplainedStep[];
  readonly lost: ReadonlySet<IndexedObject>;
  readonly isDoubtful: boolean;
}

const mostRejected = 5;

/** An object that the API server rejects never reaches the cluster. */
function rejections({ service, slices, endpoints }: ServiceWorld, rejectionsOf: RejectionsOf): Rejected {
  const lost = new Set<IndexedObject>();
  const steps: ExplainedStep[] = [];
  let isDoubtful = false;
  for (const object of [service, ...slices.filter(({ isMirrored }) => !isMirrored), ...endpoints]) {
    const { entry } = object;
    const all = rejectionsOf(entry);
    const first = all.find(({ isCertain }) => isCertain) ?? all[0];
    if (!first || lost.has(entry)) continue;
    if (first.isCertain) lost.add(entry);
    else isDoubtful = true;
    const title = object === service ? 'the Service' : titleOf(object);
    const { message, path } = first;
    const who = first.isCertain ? 'The API server rejects' : 'With its default validation, kubectl rejects';
    const text = /^The API server |^kubectl /.test(message)
      ? `${who} ${title}. ${message}`
      : `${who} ${title}: ${message}`;
    const verdict = first.isCertain ? 'breaks' : 'unknown';
    if (steps.length < mostRejected)
      steps.push(step(object === service ? 'service' : 'slices', verdict, text, { at: { entry, path } }));
  }
  return { steps, lost, isDoubtful };
}

function rejectedService(question: WhyQuestion): DnsExplanation {
  const answer = `No traffic arrives at ${shownService(question)}: the API server rejects the Service, so DNS does not know its name.`;
  return { arrives: 'no', answer, steps: [], ports: [] };
}

/** What else may be the cause, where no endpoint belongs to the Service. */
function missingSteps(
  context: WhyContext,
  { lost }: Rejected,
  isAccepted: (object: TrafficObject) => boolean,
  arrives: Arrival,
): readonly ExplainedStep[] {
  const { service, slices, endpoints } = context.own;
  if (arrives === 'yes' || lost.has(service.entry) || service.type === 'ExternalName') return [];
  const isEmpty =
    slices.every((slice) => slice.endpoints.length === 0) && endpoints.every((each) => each.written.length === 0);
  if (!isEmpty) return [];
  const found = suspects(context, isAccepted);
  const [first] = [...slices, ...endpoints];
  if (first)
    return [
      step('endpoints', 'breaks', `${titleOf(first)} has no endpoints.`, {
        at: { entry: first.entry, path: [] },
        change: 'Add an endpoint with an address.',
      }),
      ...found,
    ];
  if (service.hasSelector)
    return [
      step(
        'slices',
        'unknown',
        'The Service has a selector, so its endpoints are the Pods that match it. Pods are not simulated.',
        { at: { entry: service.entry, path: ['spec', 'selector'] } },
      ),
      ...found,
    ];
  const isRejected = lost.size > 0;
  const change =
    found.length > 0 || isRejected
      ? undefined
      : `Write an EndpointSlice with the label kubernetes.io/service-name: ${service.name}.`;
  const text = isRejected
    ? 'No other slice and no other Endpoints belong to the Service.'
    : 'No slice and no Endpoints belong to the Service.';
  return [step('slices', 'breaks', text, { at: { entry: service.entry, path: [] }, change }), ...found];
}

function served(context: WhyContext): DnsExplanation {
  const { own, question } = context;
  const { service } = own;
  if (service.type === 'ExternalName') return explainExternalName(context);
  const asked = service.ports.filter(
    ({ name, number }) => question.port === undefined || question.port === name || question.port === String(number),
  );
  if (service.isHeadless) return explainHeadless(context, asked);
  const at = { entry: service.entry, path: [] };
  const name = step('name', 'ok', `DNS answers ${dnsName(question)} with the cluster IP of the Service.`, { at });
  const subject = shownService(question) + (question.port === undefined ? '' : `:${question.port}`);
  if (service.labels.has(proxyLabel))
    return {
      arrives: 'no',
      answer: `No traffic arrives at ${subject} through kube-proxy: the Service belongs to another proxy.`,
      steps: [
        name,
        step('cluster-ip', 'breaks', `kube-proxy ignores the Service, because it has the label ${proxyLabel}.`, {
          at: { entry: service.entry, path: ['metadata', 'labels', proxyLabel] },
          change: 'Remove the label, unless another proxy serves the Service.',
        }),
      ],
      ports: [],
    };
  const families = service.families.filter((family) => question.family === undefined || question.family === family);
  if (families.length === 0 || asked.length === 0)
    return { arrives: 'no', ports: [], ...unserved({ service, question, subject, families }) };
  const views = portViews(context, families);
  const owners = clusterIpOwners(context.world);
  const ports = asked.map((port) => {
    const parts = { port, views: views.get(port) ?? [], families, owners };
    return question.address === undefined
      ? explainPort(context, parts)
      : explainAddress(context, question.address, parts);
  });
  const [first] = asked;
  const proxy = step(
    'port',
    'ok',
    `kube-proxy on every node serves ${asked.length > 1 ? `the ports ${listed(asked.map(portWords))}` : `the port ${first ? portWords(first) : ''}`} of the cluster IP.`,
    {
      at: { entry: service.entry, path: first && asked.length === 1 ? first.path : ['spec', 'ports'] },
    },
  );
  return { ...summary(ports, question), steps: [name, proxy], ports };
}

function portWords({ name, number, protocol }: OfferedPort): string {
  return `${number}/${protocol}${name === '' ? '' : ` (${quote(name)})`}`;
}

interface Unserved {
  readonly service: TrafficService;
  readonly question: WhyQuestion;
  readonly subject: string;
  readonly families: readonly IpFamily[];
}

/** The Service has no cluster IP of the family, or not the port. */
function unserved({ service, question, subject, families }: Unserved): Pick<Explanation, 'answer' | 'steps'> {
  const { entry, ports } = service;
  if (families.length === 0) {
    const family = question.family ?? 'IPv4';
    const text = `The Service has no ${family} cluster IP.`;
    const change = `Add ${family} to ipFamilies, and set ipFamilyPolicy: PreferDualStack.`;
    return {
      answer: `No traffic arrives at ${subject} over ${family}.`,
      steps: [step('cluster-ip', 'breaks', text, { at: { entry, path: ['spec', 'ipFamilies'] }, change })],
    };
  }
  const port = question.port ?? '';
  const target = ports.find(({ target: to }) => String(to) === port);
  const meant =
    target?.name ??
    nearest(
      port,
      ports.map(({ name }) => name).filter((name) => name !== ''),
    );
  const has = ports.length === 0 ? 'no ports' : `only ${listed(ports.map(portWords))}`;
  const hint = target
    ? `${port} is the targetPort of its port ${portWords(target)}. Use ${target.number} to connect to the Service.`
    : meant === undefined
      ? 'Use one of its ports, or add the port to the Service.'
      : `Did you mean ${quote(meant)}?`;
  return {
    answer: `No traffic arrives at ${subject}: the Service has no such port.`,
    steps: [
      step('port', 'breaks', `The Service has ${has}.`, { at: { entry, path: ['spec', 'ports'] }, change: hint }),
    ],
  };
}

/** The answer on all ports that are asked for. */
function summary(ports: readonly PortExplanation[], question: WhyQuestion): Pick<Explanation, 'arrives' | 'answer'> {
  const [only, ...others] = ports;
  if (only && others.length === 0) return { arrives: only.arrives, answer: only.answer };
  const subject = shownService(question);
  const all = arrivalOfAll(ports.map(({ arrives }) => arrives));
  const { address } = question;
  const reached = ports.filter(({ arrives }) => arrives === 'yes' || arrives === 'partly');
  const names = reached.map(portNameOf);
  if (address !== undefined) {
    const arrives = all === 'uncertain' && reached.length > 0 ? 'partly' : all;
    const answer =
      reached.length === 0
        ? all === 'uncertain'
          ? `It is not certain whether ${address} gets traffic of ${subject}.`
          : `${address} gets no traffic of ${subject}.`
        : reached.length === ports.length
          ? `${address} gets traffic of all ${counted(ports.length, 'port')} of ${subject}.`
          : `${address} gets traffic of ${subject} at ${listed(names)} only.`;
    return { arrives, answer };
  }
  const left = ports.filter(({ arrives }) => arrives !== 'yes').map(portNameOf);
  switch (all) {
    case 'yes':
      return { arrives: all, answer: `Traffic arrives at all ${counted(ports.length, 'port')} of ${subject}.` };
    case 'no':
      return {
        arrives: all,
        answer: `No traffic arrives at any of the ${counted(ports.length, 'port')} of ${subject}.`,
      };
    case 'partly':
      return { arrives: all, answer: `Not all traffic arrives at ${subject}: it breaks at ${listed(left)}.` };
    case 'uncertain':
      return { arrives: all, answer: `It is not certain whether traffic arrives at ${listed(left)} of ${subject}.` };
  }
}

function portNameOf({ name, number }: PortExplanation): string {
  return name === '' ? `port ${number}` : `port ${quote(name)}`;
}
