/** Explains whether traffic arrives at a Service, where it breaks, and what to change. */
import { serviceNameLabel } from '../../../contract/endpoint-slice.ts';
import { nearest } from '../../../text/nearest.ts';
import {
  isTrafficSlice,
  shownService,
  step,
  trafficSubject,
  type Arrival,
  type ExplainedStep,
  type NameBefore,
  type Explanation,
  type ServedExplanation,
  type RejectionsOf,
  type WhyContext,
  type WhyQuestion,
} from './explanation.ts';
import type { ServiceWorld, TrafficObject, TrafficWorld } from '../model.ts';
import { rejections, type Rejected } from './rejected.ts';
import { served } from './served.ts';
import { freeTargets, strayNotes } from './stray-targets.ts';
import { isLikeName, suspects } from './suspects.ts';

export interface ExplainOptions {
  readonly rejectionsOf: RejectionsOf;
  readonly nameBefore: NameBefore;
  /** False where files around the texts are not known: then objects that are not found may be there. */
  readonly isWhole: boolean;
}

/**
 * One explanation for each Service of that name; several texts may write one. Empty where neither a Service nor endpoints of that
 * name are written.
 */
export function explainTraffic(
  world: TrafficWorld,
  question: WhyQuestion,
  options: ExplainOptions,
): readonly Explanation[] {
  const worlds = world.services.filter(({ service }) => isNamed(service, question));
  return worlds.length > 0
    ? worlds.map((own) => explainService(world, own, question, options))
    : withoutService(world, question, options);
}

function isNamed(object: Pick<TrafficObject, 'namespace' | 'name'>, { namespace, name }: WhyQuestion): boolean {
  return object.namespace === namespace && object.name === name;
}

/** `shop/orders-db`: the Service that was probably meant; undefined where none is near. */
export function nearestService({ services }: TrafficWorld, { namespace, name }: WhyQuestion): string | undefined {
  const named = services.find(({ service }) => service.name === name);
  if (named) return shownService(named.service);
  const beside = services.filter(({ service }) => service.namespace === namespace);
  const names = beside.map(({ service }) => service.name);
  const near = nearest(name, names) ?? names.find((each) => isLikeName(each, name));
  if (near !== undefined) return `${namespace}/${near}`;
  const all = services.map(({ service }) => shownService(service));
  const other = services.find(({ service }) => isLikeName(service.name, name));
  return nearest(`${namespace}/${name}`, all) ?? (other && shownService(other.service));
}

/** The endpoints that name a Service that is not there. */
function withoutService(
  world: TrafficWorld,
  question: WhyQuestion,
  { isWhole }: ExplainOptions,
): readonly Explanation[] {
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
      : `Create the Service, or correct the name if the Service ${meant} is meant.`;
  const steps = objects.slice(0, 3).map((object) =>
    step(
      'service',
      'breaks',
      `${trafficSubject(object, 'belongs')} to the Service ${shownService(question)}, which does not exist.`,
      {
        at: { entry: object.entry, path: isTrafficSlice(object) ? ['metadata', 'labels'] : ['metadata', 'name'] },
        change,
      },
    ),
  );
  const { namespace, name, consumer } = question;
  const subject = shownService(question);
  const answer = isWhole
    ? `No traffic arrives at ${subject}: there is no such Service, so DNS does not know its name.`
    : `It is not certain whether traffic arrives at ${subject}: the Service may be in a file that is not known.`;
  return [
    {
      namespace,
      name,
      at: undefined,
      arrives: isWhole ? 'no' : 'uncertain',
      answer,
      steps: [...steps, ...strayNotes(consumer)],
      ports: [],
    },
  ];
}

function explainService(
  world: TrafficWorld,
  all: ServiceWorld,
  question: WhyQuestion,
  { rejectionsOf, nameBefore, isWhole }: ExplainOptions,
): Explanation {
  const { service } = all;
  const rejected = rejections(all, rejectionsOf);
  const isAccepted = ({ entry }: TrafficObject): boolean => !rejected.lost.has(entry);
  const own: ServiceWorld = {
    service,
    slices: all.slices.filter(isAccepted),
    endpoints: all.endpoints.filter(isAccepted),
    isMirroring: all.isMirroring,
  };
  const context: WhyContext = { world, own, question, nameBefore };
  const found = rejected.lost.has(service.entry) ? rejectedService(question) : served(context);
  const isValid = ({ entry }: TrafficObject): boolean => rejectionsOf(entry).every((each) => !each.isCertain);
  const missing = missingSteps(context, rejected, isValid, found.arrives);
  const doubt =
    rejected.isDoubtful && found.arrives === 'yes'
      ? 'kubectl rejects an object with its default validation.'
      : !isWhole && found.arrives === 'no' && missing.length > 0
        ? 'not all files around these are known.'
        : undefined;
  const free = doubt === undefined && found.arrives === 'no' ? freeTargets(context, missing, isValid) : undefined;
  const common = { namespace: question.namespace, name: question.name, at: { entry: service.entry, path: [] } };
  if (free)
    return { ...common, arrives: 'partly', ...free, steps: [...found.steps, ...free.steps].map(asNote), ports: [] };
  return {
    ...common,
    arrives: doubt === undefined ? found.arrives : 'uncertain',
    answer:
      doubt === undefined
        ? found.answer
        : `It is not certain whether traffic arrives at ${shownService(question)}: ${doubt}`,
    steps: [
      ...rejected.steps.map((each) => (found.arrives === 'yes' ? asNote(each) : each)),
      ...found.steps,
      ...missing,
    ],
    ports: found.ports,
  };
}

/** Where traffic arrives at other endpoints. */
function asNote(rejection: ExplainedStep): ExplainedStep {
  return rejection.verdict === 'breaks' ? { ...rejection, verdict: 'note' } : rejection;
}

function rejectedService(question: WhyQuestion): ServedExplanation {
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
  const found = [...suspects(context, isAccepted)];
  if (found.length > 0) found.push(...strayNotes(context.question.consumer));
  const written = [...slices, ...endpoints];
  const [first] = written;
  // What may be added is named as not known.
  if (written.some(({ entry }) => entry.facts.applied?.isWhole === false)) return found;
  if (first)
    return [
      step('endpoints', 'breaks', `${trafficSubject(first, 'has')} no endpoints.`, {
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
      : `Write an EndpointSlice with the label ${serviceNameLabel}: ${service.name}.`;
  const text = isRejected
    ? 'No other slice and no other Endpoints belong to the Service.'
    : 'No slice and no Endpoints belong to the Service.';
  return [step('slices', 'breaks', text, { at: { entry: service.entry, path: [] }, change }), ...found];
}
