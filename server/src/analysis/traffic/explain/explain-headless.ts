/** Explains headless Services: kube-proxy does not serve them, and DNS answers with their endpoints. */
import { familyOfIp, parseIp, type IpFamily } from '../../../contract/ip.ts';
import { dnsSlices, isPublished } from '../../dns/dns-index.ts';
import { groupBy } from '../../../text/group.ts';
import { quote } from '../../../text/quote.ts';
import {
  dnsName,
  someOf,
  step,
  trafficTitle,
  type Arrival,
  type ServedExplanation,
  type ExplainedStep,
  type PortExplanation,
  type WhyContext,
} from './explanation.ts';
import { subjectOf } from './explain-port.ts';
import type { OfferedPort, TrafficEndpoint, TrafficSlice } from '../model.ts';
import { noPort } from '../no-port.ts';
import { claimReason } from '../proxy.ts';
import { elsewhere } from './suspects.ts';
import { relevantUnknown, unknownSteps } from './uncertainty.ts';
import { blameOf } from './way-out.ts';

interface HeadlessEndpoint {
  readonly slice: TrafficSlice;
  readonly endpoint: TrafficEndpoint;
}

export function explainHeadless(context: WhyContext, asked: readonly OfferedPort[]): ServedExplanation {
  const { own, question } = context;
  const { service } = own;
  const { address } = question;
  const fqdn = dnsName(question);
  const all = dnsSlices(own).flatMap((slice) =>
    slice.endpoints.map((endpoint): HeadlessEndpoint => ({ slice, endpoint })),
  );
  const ready = all.filter(({ endpoint }) => isPublished(endpoint));
  const addresses = [...new Set(ready.flatMap(({ endpoint }) => endpoint.addresses))].filter((each) =>
    isOfFamily(each, question.family),
  );
  const isAnswered = address === undefined ? addresses.length > 0 : addresses.includes(address);
  const unknown = relevantUnknown(context);
  const isOfPods = service.hasSelector && all.length === 0;
  const doubts = isAnswered && unknown.every(isOfOne) ? [] : unknownSteps(unknown, own);
  const ports = asked.map((port) => headlessPort(context, port, ready));
  const wrong = ports.some(({ arrives }) => arrives === 'no');
  const simulated: Arrival = !isAnswered
    ? 'no'
    : wrong
      ? ports.every(({ arrives }) => arrives === 'no')
        ? 'no'
        : 'partly'
      : 'yes';
  const arrives: Arrival = doubts.length > 0 || isOfPods ? 'uncertain' : simulated;
  const verdict = isAnswered ? 'ok' : isOfPods ? 'unknown' : 'breaks';
  const at = { entry: service.entry, path: ['spec', 'clusterIP'] };
  return {
    arrives,
    answer: headlessAnswer(arrives, { fqdn, address, isAnswered, isWrongPort: wrong }),
    steps: [
      step(
        'service',
        'ok',
        'The Service is headless: clients get the addresses of its endpoints from DNS, and kube-proxy serves none of its ports.',
        { at },
      ),
      step(
        'name',
        verdict,
        addresses.length > 0
          ? `DNS answers ${fqdn} with ${someOf(addresses)}.`
          : isOfPods
            ? `DNS answers ${fqdn} with the Pods that the selector matches. They are not simulated.`
            : `DNS knows no name ${fqdn} (NXDOMAIN): the Service has no ready endpoint.`,
      ),
      ...(address !== undefined && !all.some(({ endpoint }) => endpoint.addresses.includes(address))
        ? elsewhere(address, context)
        : []),
      ...unreadySteps(context, all, isAnswered ? 'note' : 'breaks'),
      ...(isAnswered ? [] : obstacleSteps(context)),
      ...doubts,
    ],
    ports: asked.length > 0 && isAnswered ? ports : [],
  };
}

/** True for a value of one endpoint, beside which others are known. */
function isOfOne({ path }: { readonly path: readonly (string | number)[] }): boolean {
  return path[0] === 'endpoints' && path.length > 1;
}

function isOfFamily(address: string, family: IpFamily | undefined): boolean {
  const ip = parseIp(address);
  return family === undefined || !ip || familyOfIp(ip) === family;
}

interface AnswerParts {
  readonly fqdn: string;
  readonly address: string | undefined;
  readonly isAnswered: boolean;
  readonly isWrongPort: boolean;
}

function headlessAnswer(arrives: Arrival, { fqdn, address, isAnswered, isWrongPort }: AnswerParts): string {
  const what = address === undefined ? 'its endpoints' : address;
  if (arrives === 'uncertain') return `It is not certain what DNS answers for ${fqdn}.`;
  if (!isAnswered)
    return address === undefined
      ? `Clients find no endpoint: DNS does not know the name ${fqdn}.`
      : `DNS does not answer ${fqdn} with ${address}.`;
  if (isWrongPort)
    return `DNS answers ${fqdn} with ${what}, but the endpoints have another port number than the Service.`;
  return `DNS answers ${fqdn} with ${what}, and clients connect to them directly.`;
}

function unreadySteps(
  { own, question }: WhyContext,
  all: readonly HeadlessEndpoint[],
  verdict: 'note' | 'breaks',
): readonly ExplainedStep[] {
  const unready = all.filter(
    ({ endpoint }) =>
      endpoint.ready === false && (question.address === undefined || endpoint.addresses.includes(question.address)),
  );
  const steps = [...groupBy(unready, ({ slice }) => slice)].flatMap(([slice, own_]) => {
    const [first] = own_;
    if (!first) return [];
    const addresses = own_.flatMap(({ endpoint }) => endpoint.addresses);
    const isListed = slice.isMirrored ? 'in notReadyAddresses' : 'not ready';
    return [
      step(
        'endpoints',
        verdict,
        `${someOf(addresses)} ${addresses.length > 1 ? 'are' : 'is'} ${isListed} in ${trafficTitle(slice)}, so DNS leaves ${addresses.length > 1 ? 'them' : 'it'} out.`,
        {
          at: { entry: slice.entry, path: first.endpoint.path },
          change: slice.isMirrored
            ? 'Move it to addresses once it serves.'
            : 'Set conditions.ready: true once it serves.',
        },
      ),
    ];
  });
  if (steps.length === 0 || !own.service.publishesNotReady) return steps;
  return [
    ...steps,
    step(
      'endpoints',
      'note',
      'publishNotReadyAddresses has no effect here: only the EndpointSlice controller reads it, and no controller writes these endpoints.',
      {
        at: { entry: own.service.entry, path: ['spec', 'publishNotReadyAddresses'] },
      },
    ),
  ];
}

/** Endpoints that nothing mirrors, and slices that a controller overwrites. */
function obstacleSteps({ own }: WhyContext): readonly ExplainedStep[] {
  const { service } = own;
  const port = service.ports[0] ?? noPort;
  const blames = [
    ...own.endpoints.flatMap((object) =>
      object.obstacle ? [{ object, reason: { kind: 'unmirrored' as const, obstacle: object.obstacle } }] : [],
    ),
    ...own.slices.flatMap((object) => {
      const reason = claimReason(object, own);
      return reason ? [{ object, reason }] : [];
    }),
  ];
  return blames.map(({ object, reason }) => {
    const { text, change } = blameOf(reason, { object, addresses: [], service, port, who: 'DNS' });
    const isSelector = reason.kind === 'unmirrored' && reason.obstacle.kind === 'selector';
    const at = isSelector ? { entry: service.entry, path: ['spec', 'selector'] } : { entry: object.entry, path: [] };
    return step('slices', 'breaks', text, { at, change });
  });
}

/** Nothing translates ports: the number of the Service is only right where the endpoints have it, too. */
function headlessPort(
  { question }: WhyContext,
  port: OfferedPort,
  ready: readonly HeadlessEndpoint[],
): PortExplanation {
  const slices = [...new Set(ready.map(({ slice }) => slice))];
  const matches = slices.flatMap((slice) =>
    slice.ports
      .filter(({ name, protocol }) => name === port.name && protocol === port.protocol)
      .map((own) => ({ slice, own })),
  );
  const numbers = [...new Set(matches.flatMap(({ own }) => own.number ?? []))];
  const [first] = matches;
  const at = first && { entry: first.slice.entry, path: first.own.path };
  const subject = subjectOf(question, port);
  const common = { name: port.name, protocol: port.protocol, number: port.number };
  if (numbers.length === 0)
    return {
      ...common,
      arrives: 'yes',
      answer: `No slice writes the port of ${subject}, so it is not known what listens there.`,
      steps: [
        step(
          'port',
          'note',
          `No slice has the port ${port.name === '' ? 'without a name' : quote(port.name)} with a number. DNS has no SRV record for it.`,
        ),
      ],
    };
  if (numbers.every((number) => number === port.number))
    return {
      ...common,
      arrives: 'yes',
      answer: `The endpoints have the port ${port.number}, as the Service.`,
      steps: [step('port', 'ok', `The endpoints have the port ${port.number}, as the Service.`, { at })],
    };
  const text = `The endpoints have the port ${someOf(numbers.map(String))}, the Service ${port.number}. Nothing translates ports of a headless Service: clients that connect to ${port.number} find no endpoint there.`;
  return {
    ...common,
    arrives: 'no',
    answer: `Connections to ${subject} go to port ${port.number} of the endpoints, which have ${someOf(numbers.map(String))}.`,
    steps: [
      step('port', 'breaks', text, {
        at: at ?? undefined,
        change: `Write port: ${numbers[0] ?? port.number} in the Service, or give it a cluster IP.`,
      }),
    ],
  };
}
