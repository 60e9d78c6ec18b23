/** The objects of a Service that the API server rejects: they never reach the cluster. */
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import {
  isSingular,
  step,
  trafficTitle,
  type ExplainedStep,
  type Rejection,
  type RejectionsOf,
} from './explanation.ts';
import type { ServiceWorld, TrafficObject, TrafficWorld } from '../model.ts';
import type { LocateField, TrafficPlace } from '../report.ts';

export interface Rejected {
  readonly steps: readonly ExplainedStep[];
  readonly lost: ReadonlySet<IndexedObject>;
  readonly isDoubtful: boolean;
}

const mostRejected = 5;

/** An object that the API server rejects never reaches the cluster. */
export function rejections({ service, slices, endpoints }: ServiceWorld, rejectionsOf: RejectionsOf): Rejected {
  const lost = new Set<IndexedObject>();
  const steps: ExplainedStep[] = [];
  let isDoubtful = false;
  for (const object of [service, ...slices.filter(({ isMirrored }) => !isMirrored), ...endpoints]) {
    const { entry } = object;
    const first = firstRejection(entry, rejectionsOf);
    if (!first || lost.has(entry)) continue;
    if (first.isCertain) lost.add(entry);
    else isDoubtful = true;
    const { path } = first;
    const text = rejectionWords(first, object === service ? 'the Service' : trafficTitle(object));
    const verdict = first.isCertain ? 'breaks' : 'unknown';
    if (steps.length < mostRejected)
      steps.push(
        step(object === service ? 'service' : 'slices', verdict, text, {
          at: { entry, path: first.isCertain ? path : path.slice(0, -1) },
        }),
      );
  }
  return { steps, lost, isDoubtful };
}

/** A certain one, if there is any. */
export function firstRejection(entry: IndexedObject, rejectionsOf: RejectionsOf): Rejection | undefined {
  const all = rejectionsOf(entry);
  return all.find(({ isCertain }) => isCertain) ?? all[0];
}

/** A sentence or two; `title` names the object. */
export function rejectionWords({ message, isCertain }: Rejection, title: string): string {
  const who = isCertain ? 'The API server rejects' : 'With its default validation, kubectl rejects';
  return /^The API server |^kubectl /.test(message) ? `${who} ${title}. ${message}` : `${who} ${title}: ${message}`;
}

export interface RejectedObject extends TrafficPlace {
  readonly kind: 'Service' | 'Endpoints' | 'EndpointSlice';
  readonly namespace: string;
  readonly name: string;
  /** The message of the rule. */
  readonly why: string;
}

/** The objects of a world that the API server certainly rejects, each once: a simulation counts them as if it accepted them. */
export function rejectedIn(
  { services, strays, strayEndpoints }: TrafficWorld,
  rejectionsOf: RejectionsOf,
  locate: LocateField,
): readonly RejectedObject[] {
  const found = new Map<IndexedObject, RejectedObject>();
  const look = (
    kind: RejectedObject['kind'],
    { entry, namespace, name }: TrafficObject | ServiceWorld['service'],
  ): void => {
    const first = found.has(entry) ? undefined : firstRejection(entry, rejectionsOf);
    if (!first?.isCertain) return;
    const place = locate(entry, first.path) ?? locate(entry, ['metadata', 'name']) ?? { file: null, range: null };
    found.set(entry, { kind, namespace, name, why: first.message, ...place });
  };
  const kindOf = (object: TrafficObject) => (isSingular(object) ? 'EndpointSlice' : 'Endpoints');
  for (const { service, slices, endpoints } of services) {
    look('Service', service);
    for (const object of [...slices, ...endpoints]) look(kindOf(object), object);
  }
  for (const object of [...strays.map(({ slice }) => slice), ...strayEndpoints]) look(kindOf(object), object);
  return [...found.values()];
}
