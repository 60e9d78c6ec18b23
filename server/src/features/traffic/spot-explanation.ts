/** Chooses what an explanation says of the object, the port or the address at the cursor. */
import type {
  Arrival,
  ExplainedStep,
  Explanation,
  PortExplanation,
} from '../../analysis/traffic/explain/explanation.ts';
import { uniqueBy } from '../../text/group.ts';
import { objectCount, portStates, type AddressCount } from './address-states.ts';
import {
  addressExplanation,
  trafficExplanation,
  type ObjectTraffic,
  type TrafficOfService,
} from './service-traffic.ts';
import type { TrafficSpot } from './traffic-spot.ts';

export interface SpotExplanation {
  readonly arrives: Arrival;
  /** Sentences. */
  readonly answers: readonly string[];
  readonly steps: readonly ExplainedStep[];
}

/** Undefined where nothing is known of the endpoints, and where no Service is written, which rules report. */
export function spotExplanation({ at }: TrafficSpot, found: ObjectTraffic): SpotExplanation | undefined {
  const { entry, traffic } = found;
  const { own } = traffic;
  const explanation = trafficExplanation(traffic);
  if (!explanation || !own) return undefined;
  if (at.kind === 'address') return ofAddress(at.address, traffic);
  if (at.kind === 'port') return ofPort(at.path.join(), traffic, explanation);
  const count = own.service.entry !== entry ? objectCount(found) : undefined;
  return count ? ofObject(count, found, explanation) : ofService(explanation);
}

function ofService({ arrives, answer, ports, steps }: Explanation): SpotExplanation {
  const own = ports.length > 1 ? ports.map((port) => port.answer) : [];
  const all = [...steps, ...ports.flatMap((port) => port.steps)];
  // With one port, the endpoints are worth naming, too.
  const shown = ports.length === 1 ? [...tellingSteps(steps), ...all.slice(steps.length)] : tellingSteps(all);
  return { arrives, answers: [answer, ...own], steps: shown };
}

function ofPort(path: string, traffic: TrafficOfService, explanation: Explanation): SpotExplanation | undefined {
  const offered = traffic.own?.service.ports.find((port) => port.path.join() === path);
  if (!offered) return undefined;
  const isAsked = ({ name, protocol, number }: PortExplanation): boolean =>
    name === offered.name && protocol === offered.protocol && number === offered.number;
  const port = explanation.ports.find(isAsked);
  if (!port) return ofService(explanation);
  const broken = explanation.steps.filter(({ verdict }) => verdict !== 'ok');
  return { arrives: port.arrives, answers: [port.answer], steps: [...broken, ...port.steps] };
}

function ofAddress(address: string, traffic: TrafficOfService): SpotExplanation | undefined {
  const found = addressExplanation(traffic, address);
  if (!found) return undefined;
  const { arrives, answer, ports, steps } = found;
  const isDetail = (port: PortExplanation): boolean => port.arrives === 'partly' || port.arrives === 'uncertain';
  const more = ports.filter(isDetail).map((port) => port.answer);
  const all = tellingSteps([...steps, ...ports.flatMap((port) => port.steps)]);
  return { arrives, answers: [...new Set([answer, ...more])], steps: all };
}

/** Of a slice or Endpoints: how many of its addresses get traffic, and what keeps the others from it. */
function ofObject(
  { all, used }: AddressCount,
  { entry, traffic }: ObjectTraffic,
  { arrives, steps, ports }: Explanation,
): SpotExplanation {
  const { question } = traffic;
  const subject = `${question.namespace}/${question.name}`;
  const addresses =
    all === 1 ? 'The address' : used === 0 ? `None of the ${all} addresses` : `${used} of ${all} addresses`;
  const gets = all === 1 ? (used === 0 ? 'gets no' : 'gets') : used < 2 ? 'gets' : 'get';
  const doubt = arrives === 'uncertain' ? ', as far as is known' : '';
  const states = portStates(traffic).flatMap((each) => each.addresses.filter((state) => state.entry === entry));
  const partial = uniqueBy(
    states.filter(({ isUsed, note }) => isUsed && note !== ''),
    ({ address, note }) => `${address} ${note}`,
  );
  const where = partial.slice(0, 3).map(({ address, note }) => `${address} gets traffic ${note}.`);
  const more = partial.length - where.length;
  return {
    arrives: used === 0 && arrives !== 'uncertain' ? 'no' : arrives,
    answers: [
      `${addresses} ${gets} traffic of ${subject}${doubt}.`,
      ...where,
      ...(more > 0 ? [`${more} more get traffic from some places only.`] : []),
    ],
    steps: tellingSteps([...steps, ...ports.flatMap((port) => port.steps)]).filter(
      ({ at, verdict }) => at?.entry === entry || verdict === 'unknown' || (used === 0 && verdict === 'breaks'),
    ),
  };
}

/** Without those that say that all is well, each once. */
function tellingSteps(steps: readonly ExplainedStep[]): readonly ExplainedStep[] {
  return uniqueBy(
    steps.filter(({ verdict }) => verdict !== 'ok'),
    ({ text }) => text,
  );
}
